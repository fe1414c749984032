// Leaves a grandchild behind whose parent is gone already, in a session of its own.
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) sleep(20);
        _exit(0);
    }
    waitpid(child, 0, 0);
    puts("ok");
}
