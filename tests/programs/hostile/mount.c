/* Tries to mount, to change its root, and to get namespaces in which it would have all rights.
   Must get: AC (bwrap, landlock), AC or WA (none) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
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
    int reached = 0;
    reached |= (mount("none", ".", "tmpfs", 0, "size=4k") == 0 && umount2(".", MNT_DETACH) == 0) << 0;
    reached |= (syscall(SYS_fsopen, "tmpfs", 0) >= 0) << 1;
    reached |= (syscall(SYS_open_tree, -100, "/", 1) >= 0) << 2;
    reached |= (unshare(CLONE_NEWNS) == 0) << 3;
    reached |= (unshare(CLONE_NEWUSER) == 0) << 4;
    reached |= (unshare(CLONE_NEWNET) == 0) << 5;
    reached |= (setns(open("/proc/1/ns/net", O_RDONLY), 0) == 0) << 6;
    reached |= (chroot(".") == 0) << 7;
    if (reached)
        printf("BREACH by ways %x\n", reached);
    else
        puts(answer);
}
