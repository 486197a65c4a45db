/* Draws that come as often as they should, fight after fight: see `even_dice`. */

#ifndef ARMYBUILDER_EVENLY_H
#define ARMYBUILDER_EVENLY_H

#include <stdint.h>

/* How far a split has come in a part, and from where on it says yes. */
struct split {
    int64_t part; /* for which it was begun; -1: for none */
    double sum;
    double next;
};

/* Return the number from 0 to 1 where a split begins: of its own, by the shift of its part
   (splitmix64 of S. Vigna). */
static inline double begun_at(double shift, int64_t split)
{
    uint64_t bits = (uint64_t)(shift * 0x1p53) + (uint64_t)split * 0x9E3779B97F4A7C15u;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    bits ^= bits >> 31;
    return (double)(bits >> 11) * 0x1p-53;
}

/* Return what the next fight of a part draws from its row of splits. */
static inline int32_t drawn_evenly(struct split *splits, int64_t part, double shift,
                                   const double *row, int64_t width)
{
    int64_t low = 0, high = width;
    while (high - low > 1) {
        const int64_t middle = (low + high) / 2;
        struct split *const split = &splits[middle];
        if (split->part != part) {
            split->part = part;
            split->sum = begun_at(shift, middle);
            split->next = 1.0;
        }
        split->sum += row[middle];
        if (split->sum >= split->next) {
            split->next = (double)((int64_t)split->sum + 1);
            low = middle;
        } else {
            high = middle;
        }
    }
    return (int32_t)low;
}

#endif
