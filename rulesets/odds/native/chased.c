/* How far the nearest enemy of each fighter is, in many games, and draws from rows of
 * outcomes, for `rulesets.games.mordheim.combat.groups`.
 *
 * A game is a column, a fighter a row. Draws are by aliases: a row has so many slots of
 * the same chance, and each keeps its own outcome or takes another's.
 */

#include <stdint.h>
#include <stdlib.h>

struct chased {
    int64_t games;
    int64_t own;            /* fighters of a side */
    int64_t foes;           /* enemies of theirs */
    int64_t gone;           /* what who is out is like */
    int64_t far;            /* twice a distance that nobody comes to */
    const int64_t *own_at;   /* [own, games] */
    const int64_t *own_like; /* [own, games] */
    const int64_t *foe_at;   /* [foes, games] */
    const int64_t *foe_like; /* [foes, games] */
    const int64_t *own_up;   /* [like]: 1 for who is above his enemies */
    const int64_t *foe_up;   /* [like] */
    int64_t *near;           /* [own, games]: twice the distance of the nearest, and 1
                                where one of the two is above the other */
};

struct aliased {
    int64_t count;          /* draws */
    int64_t width;          /* numbers of an outcome */
    int64_t slots;          /* outcomes of all rows */
    const int64_t *row;     /* [count] */
    const double *random;   /* [count], from 0 to less than 1 */
    const int64_t *begin;   /* [row]: its first slot */
    const int64_t *size;    /* [row]: how many it has */
    const double *keep;     /* [slot]: the part that is its own outcome's */
    const int64_t *other;   /* [slot]: whose the rest is */
    const int64_t *outcome; /* [width, slots] */
    int64_t *found;         /* [width, count] */
};

int armybuilder_chased(const struct chased *told)
{
    const int64_t games = told->games;
    for (int64_t one = 0; one < told->own; one++) {
        const int64_t *const at = told->own_at + one * games;
        const int64_t *const like = told->own_like + one * games;
        int64_t *const near = told->near + one * games;
        for (int64_t game = 0; game < games; game++)
            near[game] = told->far;
        for (int64_t foe = 0; foe < told->foes; foe++) {
            const int64_t *const foe_at = told->foe_at + foe * games;
            const int64_t *const foe_like = told->foe_like + foe * games;
            for (int64_t game = 0; game < games; game++) {
                const int64_t steep
                    = told->own_up[like[game]] ^ told->foe_up[foe_like[game]];
                const int64_t way = llabs(at[game] - foe_at[game]) * 2 | steep;
                const int64_t away = foe_like[game] == told->gone ? told->far : way;
                near[game] = away < near[game] ? away : near[game];
            }
        }
        for (int64_t game = 0; game < games; game++)
            near[game] = like[game] == told->gone ? 0 : near[game];
    }
    return 0;
}

int armybuilder_aliased(const struct aliased *told)
{
    for (int64_t one = 0; one < told->count; one++) {
        const int64_t row = told->row[one];
        const double at = told->random[one] * (double)told->size[row];
        const int64_t step = (int64_t)at, slot = told->begin[row] + step;
        const int keeps = at - (double)step < told->keep[slot];
        const int64_t chosen = keeps ? slot : told->other[slot];
        for (int64_t part = 0; part < told->width; part++)
            told->found[part * told->count + one]
                = told->outcome[part * told->slots + chosen];
    }
    return 0;
}
