/* Right, but it has room for 30 moves and gives up where there are more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char box[7][9];
static const int first[] = {0, 1, 1, 0, 1}, count[] = {6, 6, 5, 6, 6};
static int dy = 1, dx = 0;

static void lose(void) { puts("!"); exit(0); }

static void fall(void) {
  int moved = 1;
  while (moved) {
    moved = 0;
    for (int y = 1; y < 6; y++)
      for (int x = 1; x < 8; x++) {
        char creature = box[y][x];
        if (creature != 'o' && creature != 'x') continue;
        if (y + dy == 6 && x + dx == 6) {
          if (creature == 'x') lose();
        } else if (box[y + dy][x + dx] == '.') {
          box[y + dy][x + dx] = creature;
        } else continue;
        box[y][x] = '.';
        moved = 1;
      }
  }
}

static void walk(int sy, int sx) {
  int y = 1, x = 1;
  while (box[y][x] != '@')
    if (++x == 9) x = 0, y++;
  char above = box[y - dy][x - dx];
  if (box[y + sy][x + sx] != '.' || above == 'o' || above == 'x') lose();
  box[y][x] = '.';
  box[y + sy][x + sx] = '@';
}

int main(void) {
  static char state[64], line[1 << 20], moves[31];
  if (!fgets(state, sizeof state, stdin) || !fgets(line, sizeof line, stdin)) return 1;
  line[strcspn(line, "\r\n")] = 0;
  if (strlen(line) >= sizeof moves) abort();
  strcpy(moves, line);
  for (int y = 0, i = 0; y < 5; y++)
    for (int x = first[y]; x < first[y] + count[y]; x++) box[y + 1][x + 1] = state[i++];
  for (char *move = moves; *move; move++) {
    int oldy = dy, oldx = dx;
    switch (*move) {
      case '<': walk(0, -1); continue;
      case '>': walk(0, 1); continue;
      case '^': walk(-1, 0); continue;
      case 'v': walk(1, 0); continue;
      case '+': dy = -oldx; dx = oldy; break;
      case '-': dy = oldx; dx = -oldy; break;
      case '|': dy = -oldy; dx = -oldx; break;
    }
    fall();
  }
  for (int y = 0; y < 5; y++)
    for (int x = first[y]; x < first[y] + count[y]; x++) putchar(box[y + 1][x + 1]);
  puts("");
}
