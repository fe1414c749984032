// Lines end in a carriage return and a newline.
#define _GNU_SOURCE /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UP, RIGHT, DOWN, LEFT };

typedef struct {
    char side[4]; /* 1 where there is a connector */
} Tile;

static Tile *tiles; /* the current object: one tile, or a grid row by row */
static long count, columns;
static int is_grid;

static const char *characters[16] = {" ", "╹", "╺", "┗", "╻", "┃", "┏", "┣",
                                     "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"};

static void refuse(const char *message) {
    printf("AssertionError: %s\r\n", message);
}

/* Whether a JSON scalar is an integer: neither 1.5 nor 1e3 nor "1". */
static int is_integer(const char *word, long *value) {
    char *end;
    if (*word != '-' && (*word < '0' || *word > '9')) return 0;
    *value = strtol(word, &end, 10);
    return *end == '\0';
}

static int read_tile(const char *word, Tile *tile) {
    long number;
    if (!is_integer(word, &number) || number < 0 || number > 15) return 0;
    for (int side = 0; side < 4; side++) {
        tile->side[side] = number % 2;
        number /= 2;
    }
    return 1;
}

static void construct(char **words, long number, long width, int grid, const char *message) {
    Tile *made = malloc(sizeof(Tile) * (number ? number : 1));
    int right = number > 0;
    for (long i = 0; i < number && right; i++) right = read_tile(words[i], &made[i]);
    if (!right) {
        free(made);
        refuse(message);
        return;
    }
    free(tiles);
    tiles = made;
    count = number;
    columns = width;
    is_grid = grid;
}

static void construct_grid(char **words, long number) {
    long width = 0;
    int right = is_integer(words[0], &width) && width > 0 && (number - 1) % width == 0;
    construct(words + 1, right ? number - 1 : 0, width, 1, "ongeldig rooster");
}

static void turn(char **words, long number) {
    long place = 0;
    if (is_grid) {
        long row, column;
        if (!is_integer(words[0], &row) || !is_integer(words[1], &column) || row < 0 ||
            row >= count / columns || column < 0 || column >= columns) {
            refuse("ongeldige positie");
            return;
        }
        place = row * columns + column;
        words += 2;
        number -= 2;
    }
    Tile before = tiles[place];
    int from = number > 0 && strcmp(words[0], "false") == 0 ? 1 : 3;
    for (int side = 0; side < 4; side++) {
        tiles[place].side[side] = before.side[(side + from) % 4];
    }
}

static void show(void) {
    for (long i = 0; i < count; i++) {
        const char *side = tiles[i].side;
        fputs(characters[side[UP] + 2 * side[RIGHT] + 4 * side[DOWN] + 8 * side[LEFT]], stdout);
        if ((i + 1) % columns == 0) fputs("\r\n", stdout);
    }
}

/* Counts the connectors that meet none: those of a pair, and those that point off the grid. */
static int is_closed(void) {
    int open = 0;
    for (long i = 0; i < count; i++) {
        const char *side = tiles[i].side;
        int first = i % columns == 0, last = i % columns == columns - 1;
        int top = i < columns, bottom = i >= count - columns;
        open += side[LEFT] != (first ? 0 : tiles[i - 1].side[RIGHT]);
        open += last && side[RIGHT];
        open += side[UP] != (top ? 0 : tiles[i - columns].side[DOWN]);
        open += bottom && side[DOWN];
    }
    return open == 0;
}

static void say(int truth) {
    fputs(truth ? "TRUE\r\n" : "False\r\n", stdout);
}

static void call(const char *name, char **words, long number) {
    static char zero[] = "0";
    static char *default_number[] = {zero};
    if (!strcmp(name, "Tegel")) {
        construct(number ? words : default_number, 1, 1, 0, "ongeldige tegel");
    } else if (!strcmp(name, "OneindigeLus")) {
        construct_grid(words, number);
    } else if (!strcmp(name, "draai")) {
        turn(words, number);
    } else if (!strcmp(name, "toString")) {
        show();
    } else if (!strcmp(name, "opgelost")) {
        say(is_closed());
    } else if (!strcmp(name, "boven")) {
        say(tiles[0].side[UP]);
    } else if (!strcmp(name, "rechts")) {
        say(tiles[0].side[RIGHT]);
    } else if (!strcmp(name, "onder")) {
        say(tiles[0].side[DOWN]);
    } else {
        say(tiles[0].side[LEFT]);
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        char **words = malloc(sizeof(char *) * (strlen(line) + 1));
        long number = 0;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
            words[number++] = word;
        }
        call(words[0], words + 1, number - 1);
        free(words);
    }
    free(line);
    free(tiles);
    return 0;
}
