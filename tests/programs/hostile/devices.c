/* Tries to make devices and to open those that command the machine.
   Must get: AC (bwrap, landlock), AC or WA (none) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
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
    const char *paths[] = {"/dev/mem", "/dev/kmsg", "/dev/port", "/dev/sda", "/dev/vda", "/dev/loop-control", "/dev/fuse", "/dev/kvm", "/dev/net/tun", "made"};
    int reached = 0;
    reached |= (mknod("made", S_IFCHR | 0666, makedev(1, 11)) == 0) << 10;
    mknod("disk", S_IFBLK | 0666, makedev(254, 0));
    for (int i = 0; i < 10; i++) reached |= (open(paths[i], O_RDONLY | O_NONBLOCK) >= 0) << i;
    if (reached)
        printf("BREACH by ways %x\n", reached);
    else
        puts(answer);
}
