/* Tries to leave a file that nobody can change or remove any more.
   Must get: AC (bwrap, landlock) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
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
    int flags = FS_IMMUTABLE_FL | FS_APPEND_FL;
    int file = open("rock", O_RDWR | O_CREAT, 0600);
    int folder = open(".", O_RDONLY);
    int done = ioctl(file, FS_IOC_SETFLAGS, &flags) == 0;
    done |= ioctl(folder, FS_IOC_SETFLAGS, &flags) == 0;
    puts(done ? "BREACH made it immutable" : answer);
}
