int main(void) {
  return answer;
}
