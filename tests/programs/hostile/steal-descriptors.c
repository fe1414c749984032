/* Tries to take descriptors out of the judge, another process of the same user, and the supervisor.
   Must get: AC (bwrap, landlock), WA (none) */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
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
    pid_t pids[] = {atoi(asked("judge")), atoi(asked("victim")), getppid()};
    for (int i = 0; i < 3; i++) {
        int process = syscall(SYS_pidfd_open, pids[i], 0);
        for (int fd = 0; process >= 0 && fd < 10; fd++)
            if (syscall(SYS_pidfd_getfd, process, fd, 0) >= 0) {
                printf("BREACH has descriptor %d of %d\n", fd, pids[i]);
                return 0;
            }
    }
    puts(answer);
}
