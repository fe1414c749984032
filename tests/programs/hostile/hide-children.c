/* Burns CPU time in children that it never waits for, so that no book has it (2 s, by 20 children).
   Must get: TLE (bwrap, landlock, none)
   Limits: time 0.3, wall 12 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) {
            while (clock() < CLOCKS_PER_SEC / 10) continue;
            _exit(0);
        }
        wait(0);
    }
    puts("BREACH used 2 s of CPU time");
}
