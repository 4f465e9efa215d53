/* A solver of one's own in C: reads sudoku:3x3:<81 characters>, writes the 81 digits. */
#include <stdio.h>
#include <string.h>

static char grid[82];

static int fits(int at, char digit)
{
    int row = at / 9, column = at % 9;
    for (int i = 0; i < 9; i++) {
        int box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
        if (grid[row * 9 + i] == digit || grid[i * 9 + column] == digit || grid[box] == digit)
            return 0;
    }
    return 1;
}

static int solve(int at)
{
    while (at < 81 && grid[at] != '.')
        at++;
    if (at == 81)
        return 1;
    for (char digit = '1'; digit <= '9'; digit++)
        if (fits(at, digit)) {
            grid[at] = digit;
            if (solve(at + 1))
                return 1;
        }
    grid[at] = '.';
    return 0;
}

int main(void)
{
    char line[200];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *cells = strrchr(line, ':');
    if (!cells || strlen(cells + 1) < 81)
        return 2;
    memcpy(grid, cells + 1, 81);
    puts(solve(0) ? grid : "no solution");
    return 0;
}
