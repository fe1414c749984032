// Prints one line without end (64 MiB).
#include <stdio.h>
int main(void) {
    for (int i = 0; i < 64 << 20; i++) putchar('x');
}
