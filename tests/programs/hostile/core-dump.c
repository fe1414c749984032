/* Crashes with 50 MB in memory, which would make a large file for others to read.
   Must get: RTE (bwrap, landlock, none) */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    char *memory = malloc(50 << 20);
    memset(memory, 1, 50 << 20);
    setrlimit(RLIMIT_CORE, &all);
    puts(answer);
    fflush(stdout);
    abort();
}
