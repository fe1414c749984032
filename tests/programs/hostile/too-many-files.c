/* Makes 22,000 files.
   Must get: OLE (bwrap) */
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
    char path[64];
    for (int i = 0; i < 22000; i++) {
        if (i % 1000 == 0) {
            snprintf(path, sizeof path, "folder-%d", i / 1000);
            mkdir(path, 0700);
        }
        snprintf(path, sizeof path, "folder-%d/%d", i / 1000, i);
        close(open(path, O_WRONLY | O_CREAT, 0600));
    }
    puts(answer);
}
