/* Solves a 4x4 Sudoku depth first, and prints its trace: gcc sudoku.c -o sudoku && ./sudoku > sudoku.jsonl */
#include <stdio.h>

static const char *BOARD = "1.......3......4";
static int grid[16];

static int clash(int cell, int digit)
{
    for (int other = 0; other < 16; other++) {
        int row = other / 4 == cell / 4, column = other % 4 == cell % 4;
        int box = other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2;
        if (grid[other] == digit && (row || column || box))
            return other;
    }
    return -1;
}

static int search(int cell)
{
    while (cell < 16 && grid[cell])
        cell++;
    if (cell == 16) {
        printf("{\"kind\": \"solution\"}\n");
        return 1;
    }
    for (int digit = 1; digit <= 4; digit++) {
        int other = clash(cell, digit);
        if (other >= 0) {
            printf("{\"kind\": \"eliminate\", \"cell\": \"r%dc%d\", \"value\": %d, \"cause\": [\"r%dc%d\"]}\n",
                   cell / 4 + 1, cell % 4 + 1, digit, other / 4 + 1, other % 4 + 1);
            continue;
        }
        printf("{\"kind\": \"assign\", \"cell\": \"r%dc%d\", \"value\": %d}\n", cell / 4 + 1, cell % 4 + 1, digit);
        grid[cell] = digit;
        if (search(cell + 1))
            return 1;
        printf("{\"kind\": \"undo\"}\n");
        grid[cell] = 0;
    }
    return 0;
}

int main(void)
{
    for (int cell = 0; cell < 16; cell++)
        grid[cell] = BOARD[cell] == '.' ? 0 : BOARD[cell] - '0';
    printf("{\"gridwise_trace\": 1, \"board\": \"sudoku:2x2:%s\", \"program\": \"depth first, in C\"}\n", BOARD);
    return !search(0);
}
