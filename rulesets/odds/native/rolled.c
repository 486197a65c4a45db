/* Evenly spread draws, for `rulesets.odds.battle_line.even_dice`.
 *
 * Fights are put in order by part, row and nearness, else as they come; those of a part
 * draw from their rows one after the other.
 */

#include <stdint.h>

#include "evenly.h"

enum { BITS = 11, DIGITS = 1 << BITS };

struct rolled {
    int64_t count;          /* fights */
    int64_t span;           /* nearness is less than this */
    int64_t width;          /* second axis of the splits */
    const int64_t *part;    /* [fight], less than DIGITS */
    const int64_t *row;     /* [fight] */
    const int64_t *near;    /* [fight] */
    const double *shifts;   /* [part] */
    const double *splits;   /* [row, width]: chances of so much, see `splits` there */
    struct split *room;     /* [width], room to work in */
    int64_t *keys;          /* [fight], room to work in */
    int64_t *order;         /* [fight], room to work in */
    int64_t *other;         /* [fight], room to work in */
    int64_t *drawn;         /* [fight], the answer */
};

/* Sort `order` into `other` by one digit of the keys, equal ones as they come. */
static void sort_by(const struct rolled *told, const int64_t *keys, int shift,
                    const int64_t *order, int64_t *other)
{
    int64_t places[DIGITS] = {0}, place = 0;
    for (int64_t one = 0; one < told->count; one++)
        places[(keys[one] >> shift) & (DIGITS - 1)]++;
    for (int digit = 0; digit < DIGITS; digit++) {
        const int64_t many = places[digit];
        places[digit] = place;
        place += many;
    }
    for (int64_t one = 0; one < told->count; one++) {
        const int64_t fight = order[one];
        other[places[(keys[fight] >> shift) & (DIGITS - 1)]++] = fight;
    }
}

int armybuilder_rolled(const struct rolled *told)
{
    int64_t *order = told->order, *other = told->other, *swapped, most = 0;
    for (int64_t one = 0; one < told->count; one++) {
        told->keys[one] = told->row[one] * told->span + told->near[one];
        most = told->keys[one] > most ? told->keys[one] : most;
        order[one] = one;
    }
    for (int shift = 0; most >> shift; shift += BITS) {
        sort_by(told, told->keys, shift, order, other);
        swapped = order, order = other, other = swapped;
    }
    sort_by(told, told->part, 0, order, other);
    for (int64_t split = 0; split < told->width; split++)
        told->room[split].part = -1;
    for (int64_t one = 0; one < told->count; one++) {
        const int64_t fight = other[one], part = told->part[fight];
        const double *const row = told->splits + told->row[fight] * told->width;
        told->drawn[fight] =
            drawn_evenly(told->room, part, told->shifts[part], row, told->width);
    }
    return 0;
}
