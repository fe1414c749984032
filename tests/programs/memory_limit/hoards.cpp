// Keeps a GiB, MiB by MiB.
#include <vector>
int main() {
    std::vector<std::vector<char>> kept;
    for (int i = 0; i < 1024; i++) kept.emplace_back(1 << 20, 'x');
}
