// Prints a MiB before it reads anything, then reads all of its input.
#include <stdio.h>
int main(void) {
    for (int i = 0; i < 16384; i++) printf("%063d\n", i);
    while (getchar() != EOF) continue;
    puts("ok");
}
