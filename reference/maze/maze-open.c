/* Say whether some 3x3 block of a maze's cells is wholly open: every block is looked at, and each
   of its nine cells must be without the walls that lie inside the block. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NORTH = 1, EAST = 2, SOUTH = 4, WEST = 8 };

static const int inside[3][3] = {
    {EAST | SOUTH, EAST | SOUTH | WEST, SOUTH | WEST},
    {NORTH | EAST | SOUTH, NORTH | EAST | SOUTH | WEST, NORTH | SOUTH | WEST},
    {NORTH | EAST, NORTH | EAST | WEST, NORTH | WEST},
};

static int closed_walls(char digit)
{
    return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

static int is_open(char **rows, size_t row, size_t column)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (closed_walls(rows[row + i][column + j]) & inside[i][j])
                return 0;
    return 1;
}

int main(void)
{
    char **rows = NULL, *line = NULL;
    size_t height = 0, capacity = 0, width = 0;
    int found = 0;
    while (getline(&line, &capacity, stdin) > 0) {
        width = strcspn(line, "\r\n");
        if (width == 0)
            break;
        rows = realloc(rows, (height + 1) * sizeof *rows);
        rows[height++] = strndup(line, width);
    }
    width = height ? strlen(rows[0]) : 0;
    for (size_t row = 0; row + 3 <= height; row++)
        for (size_t column = 0; column + 3 <= width; column++)
            found |= is_open(rows, row, column);
    puts(found ? "True" : "False");
    return 0;
}
