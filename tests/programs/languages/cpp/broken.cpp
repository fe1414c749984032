int main() {
  return answer;
}
