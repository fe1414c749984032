/* Tries to find a descriptor that was left open for it: only the three pipes may be there.
   Must get: AC (bwrap, landlock, none) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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
    struct stat facts;
    for (int fd = 3; fd < 4096; fd++)
        if (fcntl(fd, F_GETFD) >= 0) {
            printf("BREACH found descriptor %d\n", fd);
            return 0;
        }
    for (int fd = 0; fd < 3; fd++)
        if (fstat(fd, &facts) || !S_ISFIFO(facts.st_mode)) {
            printf("BREACH descriptor %d is no pipe\n", fd);
            return 0;
        }
    puts(answer);
}
