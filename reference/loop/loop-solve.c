/* Turn the tiles of a grid until every connector meets another; print "!" where that cannot be.
 *
 * Depth-first search over the borders between cells. The state is one bit set for the sides that
 * are known to be joined and one for those known to be closed; whatever a tile then forces is
 * drawn at once, on a trail that can be taken back. Each region that the first conclusions leave
 * open is searched on its own, always at the cell with the fewest ways left.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UP = 1, LEFT = 2, DOWN = 4, RIGHT = 8 };

static int rows, columns, cells;
static int *tile, *joined, *closed, *region;
static int *agenda, agenda_length;
static char *waiting;

/* One entry of the trail: what was known of a cell before it was told more. */
struct entry { int cell, joined, closed; };
static struct entry *trail;
static int trail_length, trail_room;

static int turned(int way) { return (way << 1 & 15) | way >> 3; }
static int across(int side) { return side < 4 ? side << 2 : side >> 2; }

static int neighbour(int cell, int side)
{
    int row = cell / columns, column = cell % columns;
    if (side == UP) return row > 0 ? cell - columns : -1;
    if (side == DOWN) return row + 1 < rows ? cell + columns : -1;
    if (side == LEFT) return column > 0 ? cell - 1 : -1;
    return column + 1 < columns ? cell + 1 : -1;
}

/* Collects the ways a cell's tile can still lie; returns how many there are. */
static int ways(int cell, int found[4])
{
    int count = 0, way = tile[cell];
    do {
        if ((way & joined[cell]) == joined[cell] && !(way & closed[cell])) found[count++] = way;
        way = turned(way);
    } while (way != tile[cell]);
    return count;
}

static void tell(int cell, int more_joined, int more_closed)
{
    if ((joined[cell] & more_joined) == more_joined && (closed[cell] & more_closed) == more_closed)
        return;
    if (trail_length == trail_room)
        trail = realloc(trail, (trail_room = 2 * trail_room + 64) * sizeof *trail);
    trail[trail_length++] = (struct entry){cell, joined[cell], closed[cell]};
    joined[cell] |= more_joined;
    closed[cell] |= more_closed;
    if (!waiting[cell]) {
        waiting[cell] = 1;
        agenda[agenda_length++] = cell;
    }
}

/* Draws every conclusion; returns 0 at a contradiction. */
static int conclude(void)
{
    int fine = 1;
    while (agenda_length) {
        int cell = agenda[--agenda_length], found[4], count, i, always = 15, never = 15, side;
        waiting[cell] = 0;
        if (!fine) continue;
        count = ways(cell, found);
        if (!count) { fine = 0; continue; }
        for (i = 0; i < count; i++) { always &= found[i]; never &= ~found[i]; }
        tell(cell, always, never);
        for (side = 1; side < 16; side *= 2) {
            int there = neighbour(cell, side);
            if (always & side) tell(there, across(side), 0);
            if (never & side && there >= 0) tell(there, 0, across(side));
        }
    }
    return fine;
}

static void take_back(int length)
{
    while (trail_length > length) {
        struct entry *last = &trail[--trail_length];
        joined[last->cell] = last->joined;
        closed[last->cell] = last->closed;
    }
}

/* A guess: the cell, its ways, how many are tried, and the trail's length before. */
struct guess { int cell, found[4], count, tried, length; };

/* Searches one region, its cells listed in order; returns 0 if it cannot be closed. */
static int search(const int *members, int size)
{
    struct guess *stack = malloc((size + 1) * sizeof *stack);
    int depth = 0, going_on = 1;
    for (;;) {
        struct guess *top;
        if (going_on) {
            int i, fewest = 5, chosen = -1, found[4];
            for (i = 0; i < size; i++) {
                int count = ways(members[i], found);
                if (count > 1 && count < fewest) { fewest = count; chosen = members[i]; }
            }
            if (chosen < 0) break;
            top = &stack[depth++];
            top->cell = chosen;
            top->count = ways(chosen, top->found);
            top->tried = 0;
            top->length = trail_length;
        }
        if (!depth) { free(stack); return 0; }
        top = &stack[depth - 1];
        take_back(top->length);
        if (top->tried == top->count) { depth--; going_on = 0; continue; }
        tell(top->cell, top->found[top->tried], 15 & ~top->found[top->tried]);
        top->tried++;
        going_on = conclude();
    }
    free(stack);
    return 1;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Searches region after region. */
static int solve(void)
{
    int cell, side, *members = malloc(cells * sizeof *members), found[4];
    for (cell = 0; cell < cells; cell++) {
        int size = 0, next;
        if (region[cell] || ways(cell, found) < 2) continue;
        region[members[size++] = cell] = 1;
        for (next = 0; next < size; next++)
            for (side = 1; side < 16; side *= 2) {
                int there = neighbour(members[next], side);
                if (!((joined[members[next]] | closed[members[next]]) & side) && !region[there])
                    region[members[size++] = there] = 1;
            }
        qsort(members, size, sizeof *members, compare);
        if (!search(members, size)) return 0;
    }
    free(members);
    return 1;
}

static int read_grid(void)
{
    int room = 0, character, width = 0;
    while ((character = getchar()) != EOF) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *place = character > ' ' ? strchr(digits, character) : NULL;
        if (character == '\n') { if (width) rows++; width = 0; }
        if (!place) continue;
        if (cells == room) tile = realloc(tile, (room = 2 * room + 64) * sizeof *tile);
        tile[cells++] = (int)(place - digits) % 16;
        width++;
    }
    if (width) rows++;
    columns = rows ? cells / rows : 0;
    return cells;
}

int main(void)
{
    int cell, side, found[4];
    if (!read_grid()) return 1;
    joined = calloc(cells, sizeof *joined);
    closed = calloc(cells, sizeof *closed);
    region = calloc(cells, sizeof *region);
    agenda = malloc(cells * sizeof *agenda);
    waiting = calloc(cells, 1);
    for (cell = 0; cell < cells; cell++) {
        int outside = 0;
        for (side = 1; side < 16; side *= 2)
            if (neighbour(cell, side) < 0) outside |= side;
        closed[cell] = outside;
        waiting[cell] = 1;
        agenda[agenda_length++] = cell;
    }
    if (!conclude() || !solve()) {
        puts("!");
        return 0;
    }
    for (cell = 0; cell < cells; cell++) {
        ways(cell, found);
        putchar("0123456789abcdef"[found[0]]);
        if (cell % columns == columns - 1) putchar('\n');
    }
    return 0;
}
