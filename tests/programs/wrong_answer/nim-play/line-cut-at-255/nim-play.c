// Wrong: only 255 characters of the heaps' line are kept.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int heaps[1000], count;

static int left(void)
{
    for (int i = 0; i < count; i++)
        if (heaps[i]) return 1;
    return 0;
}

static void choose(int *heap, int *matches)
{
    int total = 0, largest = 0;
    for (int i = 0; i < count; i++) total ^= heaps[i];
    for (int i = 0; i < count; i++) {
        if ((heaps[i] ^ total) < heaps[i]) {
            *heap = i;
            *matches = heaps[i] - (heaps[i] ^ total);
            return;
        }
        if (heaps[i] > heaps[largest]) largest = i;
    }
    *heap = largest;
    *matches = 1;
}

int main(void)
{
    static char line[65536];
    int heap, matches, own_turn;
    fgets(line, sizeof line, stdin);
    line[255] = 0;
    for (char *word = strtok(line + 3, " \n"); word; word = strtok(NULL, " \n"))
        heaps[count++] = atoi(word);
    scanf("%d", &own_turn);
    for (own_turn = own_turn == 1; left(); own_turn = !own_turn) {
        if (own_turn) {
            choose(&heap, &matches);
            printf("%d %d\n", heap + 1, matches);
            fflush(stdout);
        } else {
            scanf("%d %d", &heap, &matches);
            heap--;
        }
        heaps[heap] -= matches;
    }
    return 0;
}
