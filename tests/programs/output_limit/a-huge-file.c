// Writes a file of 80 MiB (a hole but for its last byte).
#include <stdio.h>
int main(void) {
    FILE *file = fopen("huge", "w");
    fseek(file, 80L << 20, SEEK_SET);
    fputc('x', file);
    return fclose(file) != 0;
}
