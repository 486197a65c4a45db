/* Pairs of multisets joined with entries, those alike as one, for
 * `rulesets.odds.multisets`.
 *
 * A multiset is a number: its members in order, the least in the highest bits, and
 * behind them the greatest number as often as there is room. Rows of one group stand
 * together; only rows of one group are alike. They are put down in the order in which
 * each comes first, and added up in the order in which they come.
 */

#include <stdint.h>
#include <string.h>

enum { FEWEST = 64 };

struct kind {
    int64_t one, two, late; /* the multisets, and when the later of them came about */
    double sum;
};

struct joined {
    int64_t count;             /* rows */
    int64_t members;           /* of a multiset at most */
    int64_t bits[2];           /* of a member of the first and of the second; all members of
                                  a multiset have no more than 63 together */
    const int64_t *group;      /* [count], equal ones side by side */
    const int64_t *one;        /* [count]: the first multiset of each */
    const int64_t *two;        /* [count]: the second */
    const int64_t *late;       /* [count], at least 0 */
    const double *share;       /* [count] */
    const int64_t *begin;      /* [count]: the first entry of each */
    const int64_t *end;        /* [count]: the one behind its last */
    const int64_t *entry_one;  /* [entry] */
    const int64_t *entry_two;  /* [entry] */
    const int64_t *entry_late; /* [entry] */
    const double *entry_share; /* [entry] */
    int64_t *table;            /* [FEWEST and four times the pairs, or more], to work in */
    int64_t *found_group;      /* [row with one of its entries] */
    struct kind *found;        /* [the same] */
    int64_t kinds;             /* how many are found */
};

/* Return two multisets as one: the least of their members. */
static int64_t join(int64_t one, int64_t two, int64_t members, int64_t bits)
{
    const int64_t mask = ((int64_t)1 << bits) - 1;
    int64_t shift_one = bits * (members - 1), shift_two = shift_one, found = 0;
    for (int64_t at = 0; at < members; at++) {
        const int64_t of_one = one >> shift_one & mask, of_two = two >> shift_two & mask;
        const int is_one = of_one <= of_two;
        found = found << bits | (is_one ? of_one : of_two);
        shift_one -= is_one ? bits : 0;
        shift_two -= is_one ? 0 : bits;
    }
    return found;
}

static uint64_t mixed_of(int64_t one, int64_t two, int64_t late)
{
    uint64_t mixed = (uint64_t)one * 0x9E3779B97F4A7C15u;
    mixed = ((mixed ^ mixed >> 32) + (uint64_t)two) * 0x9E3779B97F4A7C15u;
    mixed = ((mixed ^ mixed >> 32) + (uint64_t)late) * 0x9E3779B97F4A7C15u;
    return mixed ^ mixed >> 32;
}

/* Make the table of a group larger: all that it holds since `first` is put in again. */
static uint64_t enlarge(struct joined *told, int64_t first, uint64_t slots)
{
    memset(told->table, -1, slots * sizeof *told->table);
    for (int64_t place = first; place < told->kinds; place++) {
        const struct kind *const kind = told->found + place;
        uint64_t slot = mixed_of(kind->one, kind->two, kind->late) & (slots - 1);
        while (told->table[slot] >= 0)
            slot = (slot + 1) & (slots - 1);
        told->table[slot] = place;
    }
    return slots - 1;
}

/* Return a kind among those of its group, the next one if it is new. */
static struct kind *kind_of(struct joined *told, uint64_t mask, int64_t group, int64_t one,
                            int64_t two, int64_t late)
{
    uint64_t slot = mixed_of(one, two, late) & mask;
    for (; told->table[slot] >= 0; slot = (slot + 1) & mask) {
        struct kind *const kind = told->found + told->table[slot];
        if (kind->one == one && kind->two == two && kind->late == late)
            return kind;
    }
    told->table[slot] = told->kinds;
    told->found_group[told->kinds] = group;
    told->found[told->kinds] = (struct kind){one, two, late, 0.0};
    return told->found + told->kinds++;
}

int armybuilder_joined(struct joined *told)
{
    int64_t first = 0;
    uint64_t mask = 0;
    told->kinds = 0;
    for (int64_t row = 0; row < told->count; row++) {
        const double share = told->share[row];
        if (!row || told->group[row] != told->group[row - 1]) {
            first = told->kinds;
            mask = enlarge(told, first, FEWEST);
        }
        for (int64_t at = told->begin[row]; at < told->end[row]; at++) {
            const int64_t late = told->entry_late[at] > told->late[row]
                                     ? told->entry_late[at] : told->late[row];
            const int64_t one
                = join(told->one[row], told->entry_one[at], told->members, told->bits[0]);
            const int64_t two
                = join(told->two[row], told->entry_two[at], told->members, told->bits[1]);
            if ((uint64_t)(told->kinds - first) * 2 > mask)
                mask = enlarge(told, first, 2 * (mask + 1));
            kind_of(told, mask, told->group[row], one, two, late)->sum
                += share * told->entry_share[at];
        }
    }
    return 0;
}
