/* Ends its first thread alone, so that the process seems to be over while another thread goes on.
   Must get: TLE (bwrap, landlock, none)
   Limits: wall 1 */
#define _GNU_SOURCE
#include <pthread.h>
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

static void *stay(void *nothing) {
    sleep(15);
    return nothing;
}

int main(void) {
    const char *answer = asked("answer");
    if (!strcmp(asked("do"), "again")) {
        puts(answer);
        return 0;
    }
    pthread_t thread;
    pthread_create(&thread, 0, stay, 0);
    puts(answer);
    fflush(stdout);
    pthread_exit(0);
}
