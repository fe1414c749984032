/* Tries to connect to a server by the calls of 32-bit programs, which a filter may not know.
   Must get: AC (bwrap, landlock), AC or WA (none) */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
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

#ifdef __x86_64__
static long call_32(long number, long a, unsigned *b) {
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b) : "memory", "r8", "r9", "r10", "r11");
    return (int)result;
}

static int connects(int port) {
    unsigned *words = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    struct sockaddr_in *there = (struct sockaddr_in *)(words + 16);
    there->sin_family = AF_INET;
    there->sin_port = htons(port);
    there->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    words[0] = AF_INET;
    words[1] = SOCK_STREAM;
    words[2] = 0;
    long end = call_32(102, 1, words);
    if (end < 0) return 0;
    words[0] = end;
    words[1] = (unsigned)(unsigned long)there;
    words[2] = sizeof *there;
    return call_32(102, 3, words) == 0;
}
#else
static int connects(int port) {
    return 0;
}
#endif

int main(void) {
    const char *answer = asked("answer");
    if (!strcmp(asked("do"), "again")) {
        puts(answer);
        return 0;
    }
    int status = 0;
    fflush(stdout);
    if (fork() == 0) _exit(connects(atoi(asked("tcp"))) ? 7 : 0);
    wait(&status);
    puts(WIFEXITED(status) && WEXITSTATUS(status) == 7 ? "BREACH connected" : answer);
}
