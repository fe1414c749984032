/* Burns CPU time deaf to all signals, the one that tells of its time limit among them.
   Must get: TLE (bwrap, landlock, none)
   Limits: time 0.2, wall 10 */
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
    for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
    for (time_t end = time(0) + 12; time(0) < end;) continue;
    puts("BREACH was not stopped");
}
