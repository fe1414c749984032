/* Fills the disk, with files none of which is too large by itself (360 MB, which are gone with the run).
   Must get: AC or MLE (bwrap), WA (landlock, none) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    char path[512];
    const char *folders[] = {".", getenv("HOME"), getenv("TMPDIR"), "/dev/shm"};
    long written = 0;
    for (int i = 0; i < 8; i++) {
        snprintf(path, sizeof path, "%s/hostile-%s-%d", folders[i % 4], asked("nonce"), i);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        if (file >= 0 && posix_fallocate(file, 0, 60L << 20) == 0) written += 60;
    }
    if (written > 256)
        printf("BREACH wrote %ld MiB\n", written);
    else
        puts(answer);
}
