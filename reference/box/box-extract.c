// Breadth-first over boxes as sets of bits, eight to a row: a shortest answer. Every creature with
// a free place below goes down by one, again and again.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t Set;
typedef struct {
  Set shubbles, smoles, stot;
  int turn;
} Box;
typedef struct {
  Set shubbles;
  uint32_t rest, before;
  char move;
} Entry;

static const char *ROWS[6] = {"oooooo  ", " oooooo ", " ooooo  ", "oooooo  ", " oooooo ", "     *  "};
static const char MOVES[8] = "+|-v>^<";  // turns, then ways in the order of gravities
static Set cells, hole;
static Entry *boxes;
static uint32_t *table, count, room, slots;

static Set shifted(Set set, int way) {
  switch (way) {
    case 0: return set << 8;
    case 1: return set << 1;
    case 2: return set >> 8;
    default: return set >> 1;
  }
}

static int fall(Box *box) {
  for (;;) {
    Set taken = box->shubbles | box->smoles | box->stot;
    Set open = (cells & ~taken) | (box->turn == 0 ? hole : 0);
    Set over = shifted(open, (box->turn + 2) % 4);
    Set shubbles = box->shubbles & over, smoles = box->smoles & over;
    if (!(shubbles | smoles)) return 1;
    box->shubbles = ((box->shubbles ^ shubbles) | shifted(shubbles, box->turn)) & ~hole;
    box->smoles = (box->smoles ^ smoles) | shifted(smoles, box->turn);
    if (box->smoles & hole) return 0;
  }
}

static int manipulate(Box *box, int move) {
  if (move < 3) {
    box->turn = (box->turn + move + 1) % 4;
    return fall(box);
  }
  Set creatures = box->shubbles | box->smoles;
  Set there = shifted(box->stot, move - 3) & cells & ~creatures;
  if (!there || shifted(box->stot, (box->turn + 2) % 4) & creatures) return 0;
  box->stot = there;
  return 1;
}

static int place(Set set) { return __builtin_ctzll(set); }

static Entry packed(const Box *box) {
  Set other = box->smoles & (box->smoles - 1);
  uint32_t rest = place(box->smoles) | place(other) << 6 | place(box->stot) << 12 | box->turn << 18;
  return (Entry){.shubbles = box->shubbles, .rest = rest};
}

static Box unpacked(const Entry *entry) {
  Set one = 1;
  uint32_t rest = entry->rest;
  return (Box){entry->shubbles, one << (rest & 63) | one << (rest >> 6 & 63),
               one << (rest >> 12 & 63), rest >> 18};
}

static uint32_t slot(const Entry *entry) {
  Set mixed = (entry->shubbles ^ (Set)entry->rest << 40) * 0x9E3779B97F4A7C15u;
  uint32_t at = (mixed ^ mixed >> 32) & (slots - 1);
  while (table[at] && (boxes[table[at] - 1].shubbles != entry->shubbles ||
                       boxes[table[at] - 1].rest != entry->rest))
    at = (at + 1) & (slots - 1);
  return at;
}

static void grow(void) {
  room = room ? 2 * room : 1 << 12;
  boxes = realloc(boxes, room * sizeof *boxes);
  free(table);
  slots = 2 * room;
  table = calloc(slots, sizeof *table);
  if (!boxes || !table) exit(1);
  for (uint32_t i = 0; i < count; i++) table[slot(&boxes[i])] = i + 1;
}

static void add(const Box *box, uint32_t before, char move) {
  if (count == room) grow();
  Entry entry = packed(box);
  uint32_t at = slot(&entry);
  if (table[at]) return;
  entry.before = before;
  entry.move = move;
  boxes[count++] = entry;
  table[at] = count;
}

static void print(uint32_t index) {
  static char moves[1001];
  int left = 1000;
  for (; index; index = boxes[index].before) moves[--left] = boxes[index].move;
  puts(moves + left);
}

int main(void) {
  char state[64] = "";
  Box box = {0};
  if (!fgets(state, sizeof state, stdin)) return 1;
  const char *next = state;
  for (int at = 0; at < 48; at++) {
    char kind = ROWS[at / 8][at % 8];
    Set here = (Set)1 << at;
    if (kind == '*') hole = here;
    if (kind != 'o') continue;
    cells |= here;
    if (*next == 'o') box.shubbles |= here;
    if (*next == 'x') box.smoles |= here;
    if (*next == '@') box.stot |= here;
    next++;
  }
  add(&box, 0, 0);
  for (uint32_t i = 0; i < count; i++) {
    if (!boxes[i].shubbles) {
      print(i);
      return 0;
    }
    for (int move = 0; move < 7; move++) {
      Box after = unpacked(&boxes[i]);
      if (manipulate(&after, move)) add(&after, i, MOVES[move]);
    }
  }
  puts("!");
  return 0;
}
