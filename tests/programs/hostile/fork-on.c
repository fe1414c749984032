/* Leaves a process that is never the same for long: each forks the next one and ends, while it is hunted.
   Must get: AC (bwrap, landlock, none) */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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
    puts(answer);
    fflush(stdout);
    if (fork()) return 0;
    setsid();
    signal(SIGCHLD, SIG_IGN);
    for (time_t end = time(0) + 10; time(0) < end;) {
        if (fork()) _exit(0);
        setsid();
    }
}
