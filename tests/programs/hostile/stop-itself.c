/* Stops itself, with all its threads and its group, so that it neither runs nor ends.
   Must get: TLE (bwrap, landlock, none)
   Limits: wall 1 */
#define _GNU_SOURCE
#include <signal.h>
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
    if (fork() == 0) sleep(15);
    kill(0, SIGSTOP);
    puts(answer);
}
