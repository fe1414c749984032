/* Tries to reach another process by the lesser known ways of signalling and of changing how it runs.
   Must get: AC (bwrap, landlock), WA (none) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
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
    pid_t victim = atoi(asked("victim"));
    siginfo_t info = {.si_signo = SIGTERM, .si_code = SI_QUEUE};
    struct rlimit limit = {1000, 1000};
    cpu_set_t cpus;
    int pair[2], reached = 0;
    CPU_ZERO(&cpus);
    CPU_SET(0, &cpus);
    int process = syscall(SYS_pidfd_open, victim, 0);
    reached |= (process >= 0 && syscall(SYS_pidfd_send_signal, process, SIGTERM, 0, 0) == 0) << 0;
    reached |= (syscall(SYS_rt_sigqueueinfo, victim, SIGTERM, &info) == 0) << 1;
    reached |= (syscall(SYS_tgkill, victim, victim, SIGTERM) == 0) << 2;
    reached |= (syscall(SYS_tkill, victim, SIGTERM) == 0) << 3;
    reached |= (prlimit(victim, RLIMIT_NOFILE, &limit, 0) == 0) << 4;
    reached |= (setpriority(PRIO_PROCESS, victim, 5) == 0) << 5;
    reached |= (sched_setaffinity(victim, sizeof cpus, &cpus) == 0) << 6;
    reached |= (syscall(SYS_ioprio_set, 1, victim, 3 << 13) == 0) << 7;
    /* Whether this one came is for the victim to tell: the call itself always goes well. */
    if (pipe(pair) == 0) {
        fcntl(pair[0], F_SETOWN, victim);
        fcntl(pair[0], F_SETSIG, SIGTERM);
        fcntl(pair[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        write(pair[1], "x", 1);
    }
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0) {
        fcntl(pair[0], F_SETOWN, victim);
        fcntl(pair[0], F_SETSIG, SIGTERM);
        fcntl(pair[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        write(pair[1], "x", 1);
    }
    if (reached)
        printf("BREACH by ways %x\n", reached);
    else
        puts(answer);
}
