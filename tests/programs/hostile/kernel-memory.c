/* Leaves something for the next case in the kernel: shared memory, queues and keys that no process holds.
   Must get: AC (bwrap, landlock), AC then WA (none) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
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
    key_t key = atoi(asked("key"));
    if (!strcmp(asked("do"), "attack")) {
        shmget(key, 4096, IPC_CREAT | 0666);
        msgget(key, IPC_CREAT | 0666);
        semget(key, 1, IPC_CREAT | 0666);
        syscall(SYS_mq_open, "hostile", O_RDWR | O_CREAT, 0666, 0);
        syscall(SYS_add_key, "user", asked("nonce"), "x", 1L, -4); /* the user's own keys */
        puts(asked("answer"));
        return 0;
    }
    int found = 0;
    found |= shmget(key, 4096, 0) >= 0 ? 1 : 0;
    found |= msgget(key, 0) >= 0 ? 2 : 0;
    found |= semget(key, 1, 0) >= 0 ? 4 : 0;
    found |= syscall(SYS_mq_open, "hostile", O_RDWR, 0, 0) >= 0 ? 8 : 0;
    found |= syscall(SYS_keyctl, 10L, -4L, "user", asked("nonce"), 0L) >= 0 ? 16 : 0;
    if (found)
        printf("BREACH found %x\n", found);
    else
        puts(asked("answer"));
}
