/* Tries to stop the process that supervises it, by all of its threads, and to run on unseen.
   Must get: AC (bwrap, landlock), TLE or RTE (none)
   Limits: wall 1 */
#define _GNU_SOURCE
#include <dirent.h>
#include <signal.h>
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
    char path[64];
    int reached = kill(getppid(), SIGSTOP) == 0;
    snprintf(path, sizeof path, "/proc/%d/task", getppid());
    DIR *threads = opendir(path);
    for (struct dirent *entry; threads && (entry = readdir(threads));) {
        int thread = atoi(entry->d_name);
        if (!thread) continue;
        reached |= syscall(SYS_tgkill, getppid(), thread, SIGSTOP) == 0;
        reached |= syscall(SYS_tkill, thread, SIGSTOP) == 0;
    }
    puts(answer);
    fflush(stdout);
    if (reached && getppid() != 1) sleep(15);
}
