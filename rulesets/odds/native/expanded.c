/* Rows that are expanded by their entries, those alike as one, for
 * `rulesets.odds.expansion`.
 *
 * What a row is stands in a word, and an entry says what comes into a part of it. Rows
 * of one group stand together; only rows of one group are alike. They are put down in
 * the order in which each comes first, and added up in the order in which they come.
 */

#include <stdint.h>
#include <string.h>

struct expanded {
    int64_t count;         /* rows */
    const int64_t *group;  /* [count], equal ones side by side */
    const int64_t *word;   /* [count], nothing where an entry puts its number */
    const int64_t *shift;  /* [count]: by how many bits that number is shifted */
    const int64_t *one;    /* [count]: bits of a row whose entry has the first mark */
    const int64_t *two;    /* [count]: the same of the second mark */
    const double *share;   /* [count] */
    const int64_t *begin;  /* [count]: the first entry of each */
    const int64_t *end;    /* [count]: the one behind its last */
    const int64_t *after;  /* [entry]: its number */
    const int64_t *mark;   /* [entry]: its marks, as two bits */
    const double *chance;  /* [entry] */
    int64_t *table;        /* [a power of two, at least twice the entries], to work in */
    int64_t *of;           /* [entries of all rows]: the group of each that is found */
    int64_t *found;        /* [the same]: its word */
    double *sum;           /* [the same] */
    int64_t kinds;         /* how many are found */
};

/* Return the place of a word among those of its group, the next one if it is new. */
static int64_t place_of(const struct expanded *told, uint64_t mask, int64_t word)
{
    const uint64_t mixed = (uint64_t)word * 0x9E3779B97F4A7C15u;
    uint64_t slot = (mixed ^ mixed >> 32) & mask;
    while (told->table[slot] >= 0 && told->found[told->table[slot]] != word)
        slot = (slot + 1) & mask;
    if (told->table[slot] < 0)
        told->table[slot] = told->kinds;
    return told->table[slot];
}

int armybuilder_expanded(struct expanded *told)
{
    int64_t row = 0;
    told->kinds = 0;
    while (row < told->count) {
        const int64_t group = told->group[row];
        int64_t last = row, room = 0;
        uint64_t mask = 1;
        for (; last < told->count && told->group[last] == group; last++)
            room += told->end[last] - told->begin[last];
        while (mask < (uint64_t)room * 2)
            mask <<= 1;
        memset(told->table, -1, mask * sizeof *told->table);
        mask--;
        for (; row < last; row++) {
            const double share = told->share[row];
            for (int64_t at = told->begin[row]; at < told->end[row]; at++) {
                int64_t word = told->word[row] | told->after[at] << told->shift[row];
                if (told->mark[at] & 1)
                    word |= told->one[row];
                if (told->mark[at] & 2)
                    word |= told->two[row];
                const int64_t place = place_of(told, mask, word);
                if (place == told->kinds) {
                    told->of[place] = group;
                    told->found[place] = word;
                    told->sum[place] = 0.0;
                    told->kinds++;
                }
                told->sum[place] += share * told->chance[at];
            }
        }
    }
    return 0;
}
