/* Tries to set the clock and the name of the machine (to what they are).
   Must get: AC (bwrap, landlock), AC or WA (none) */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>
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
    struct timex facts = {0};
    char name[256] = "";
    adjtimex(&facts);
    facts.modes = ADJ_TICK;
    int reached = adjtimex(&facts) >= 0;
    gethostname(name, sizeof name - 1);
    reached |= (sethostname(name, strlen(name)) == 0) << 1;
    if (reached)
        printf("BREACH by ways %x\n", reached);
    else
        puts(answer);
}
