// Computes without end (for 20 s of CPU time).
#include <time.h>
int main(void) {
    while (clock() < 20 * CLOCKS_PER_SEC) continue;
}
