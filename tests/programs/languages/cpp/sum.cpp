#include <iostream>
#include <string>

int main() {
  std::string text;
  int a, b;
  std::getline(std::cin, text);
  std::cin >> a >> b;
  std::cout << text << '\n' << a + b << '\n';
}
