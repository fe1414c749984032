#include <vector>

int main() {
  std::vector<std::vector<int>> hoard;
  for (;;) hoard.emplace_back(100000, 1);
}
