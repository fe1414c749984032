/* Prints 50 MB of complaints and then the right answer.
   Must get: AC (bwrap, landlock, none) */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *asked(const char *key) {
    static char text[16384] = "\n";
    char wanted[64];
    if (!text[1]) fread(text + 1, 1, sizeof text - 2, stdin);
    snprintf(wanted, sizeof wanted, "\n%s ", key);
    const char *value = strstr(text, wanted);
    if (!value) return "";
    value += strlen(wanted);
    return strndup(value, strcspn(value, "\n"));
}

int main(void) {
    const char *answer = asked("answer");
    if (!strcmp(asked("do"), "again")) {
        puts(answer);
        return 0;
    }
    static char piece[65536];
    memset(piece, 120, sizeof piece);
    for (int i = 0; i < 800; i++)
        if (write(2, piece, sizeof piece) < 0) return 1;
    puts(answer);
}
