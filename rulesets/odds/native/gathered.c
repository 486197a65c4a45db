/* Rows of chances summed up with shares, and equal numbers told apart, for
 * `rulesets.odds.row_sums`.
 *
 * Every row is added in the order in which it is given, product by product.
 */

#include <stdint.h>

struct gathered {
    int64_t count;        /* rows to be added */
    int64_t cells;        /* chances of a row */
    const int64_t *place; /* [count]: where it is added */
    const int64_t *row;   /* [count]: which it is */
    const double *share;  /* [count] */
    const double *live;   /* [row, cell] */
    double *found;        /* [place, cell] */
};

int armybuilder_gathered(const struct gathered *told)
{
    const int64_t cells = told->cells;
    for (int64_t one = 0; one < told->count; one++) {
        const double share = told->share[one];
        const double *restrict const from = told->live + told->row[one] * cells;
        double *restrict const to = told->found + told->place[one] * cells;
        for (int64_t cell = 0; cell < cells; cell++)
            to[cell] += share * from[cell];
    }
    return 0;
}

struct numbered {
    int64_t count;     /* keys */
    int64_t room;      /* slots of the table: a power of two, over twice the keys */
    const int64_t *key; /* [count] */
    int64_t *table;    /* [room], all -1 as it comes */
    int64_t *first;    /* [count]: where each kind comes first, in that order */
    int64_t *number;   /* [count]: of each one's kind */
    int64_t kinds;     /* how many there are */
};

int armybuilder_numbered(struct numbered *told)
{
    const uint64_t mask = (uint64_t)told->room - 1;
    int64_t kinds = 0;
    for (int64_t one = 0; one < told->count; one++) {
        const int64_t key = told->key[one];
        uint64_t mixed = (uint64_t)key; /* all its bits count, the highest too */
        mixed = (mixed ^ mixed >> 32) * 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 32) * 0x9E3779B97F4A7C15u;
        uint64_t slot = (mixed ^ mixed >> 32) & mask;
        while (told->table[slot] >= 0 && told->key[told->first[told->table[slot]]] != key)
            slot = (slot + 1) & mask;
        if (told->table[slot] < 0) {
            told->table[slot] = kinds;
            told->first[kinds++] = one;
        }
        told->number[one] = told->table[slot];
    }
    told->kinds = kinds;
    return 0;
}
