// Keeps a GiB, MiB by MiB, and fails when it is given no more.
#include <stdlib.h>
#include <string.h>
int main(void) {
    for (int i = 0; i < 1024; i++) {
        char *piece = malloc(1 << 20);
        if (!piece) return 1;
        memset(piece, i, 1 << 20);
    }
}
