/* Chances of both sides' states carried along the ways of a turn, for
 * `rulesets.odds.journey`.
 *
 * Of a place each deed on its ways is worked out once, out of the one before it, and
 * its chances are added wherever they go. Deed 0 is what is there as the turn begins.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BEGINS, SHARED, MOVES_OTHER, MOVES_OWN };

struct walked {
    int64_t count;           /* places */
    int64_t own;             /* states of the side whose turn it is */
    int64_t other;           /* and of the other */
    int64_t deeds;           /* all that there are */
    int64_t most;            /* rows of found there are; set by `wanted` */
    int64_t deepest;         /* deeds of one place at most; set by `wanted` */
    int64_t came;            /* rows of found that are used; set by `walked` */
    const int64_t *place;    /* [count] */
    const int64_t *row;      /* [count]: where its chances are */
    const double *live;      /* [row, other, own] */
    const int64_t *begins;   /* [place, 2]: its arrivals, from and to */
    const int64_t *deed;     /* [arrival] */
    const int64_t *target;   /* [arrival]: a place, or -1 and below: a sink */
    const double *share;     /* [arrival] */
    const int64_t *after;    /* [deed]: the deed before it, with a lower number */
    const int64_t *does;     /* [deed]: one of the above */
    const int64_t *falls;    /* [deed]: 1 where no state rises */
    const void *const *with; /* [deed]: shares [own, other], or a matrix
                                [before, after] for each state of the other side;
                                none for nothing */
    uint8_t *wanted;         /* [deed, own and other]: 1 where it meets a place with that
                                state; 0 as it comes */
    int64_t *where;          /* [target]: its row of found; -1 as it comes */
    int64_t *came_to;        /* [most]: target of each row of found */
    double *total;           /* [most] */
    double *found;           /* [most, own, other] */
    double *sunk;            /* [sink, own, other], 0 as it comes */
    uint8_t *touched;        /* [sink]: 1 where chances came to it; 0 as it comes */
};

/* Note the states of both sides in which a place has chances. */
static void states_of(const struct walked *told, int64_t row, uint8_t *alive)
{
    const double *const live = told->live + row * told->own * told->other;
    uint8_t *const others = alive + told->own;
    memset(alive, 0, (size_t)(told->own + told->other));
    for (int64_t one = 0; one < told->other; one++)
        for (int64_t own = 0; own < told->own; own++) {
            const uint8_t some = live[one * told->own + own] != 0.0;
            alive[own] |= some;
            others[one] |= some;
        }
}

/* Note that a deed and those before it meet some states; count those that are new. */
static int64_t note(struct walked *told, int64_t deed, int64_t now, int64_t *seen,
                    const uint8_t *alive)
{
    const int64_t states = told->own + told->other;
    int64_t several = 0;
    for (; deed >= 0 && seen[deed] != now; deed = told->after[deed]) {
        seen[deed] = now;
        several++;
        uint8_t *const wanted = told->wanted + deed * states;
        for (int64_t one = 0; one < states; one++)
            wanted[one] |= alive[one];
    }
    return several;
}

/* Find which deeds are met, by places with which states as the turn begins. */
int armybuilder_wanted(struct walked *told)
{
    int64_t *const seen = calloc((size_t)told->deeds, sizeof *seen);
    uint8_t *const alive = malloc((size_t)(told->own + told->other));
    const int none = !seen || !alive;
    told->most = told->deepest = 0;
    for (int64_t one = 0; !none && one < told->count; one++) {
        const int64_t *const range = told->begins + 2 * told->place[one];
        int64_t several = 1;
        states_of(told, told->row[one], alive);
        for (int64_t at = range[0]; at < range[1]; at++) {
            several += note(told, told->deed[at], one + 1, seen, alive);
            if (told->target[at] >= 0 && told->where[told->target[at]] < 0) {
                told->where[told->target[at]] = 0;
                told->most++;
            }
        }
        if (several > told->deepest)
            told->deepest = several;
    }
    free(seen);
    free(alive);
    return none;
}

/* What was worked out of one place; of each deed the own states from low to high. */
struct work {
    int64_t now;    /* number of the place, from 1 */
    int64_t used;   /* slots */
    int64_t *seen;  /* [deed]: the place of which it was last worked out */
    int64_t *slot;  /* [deed] */
    int64_t *low;   /* [deed] */
    int64_t *high;  /* [deed]: none where it is not above */
    double *held;   /* [slot, own, other] */
};

static void begin(const struct walked *told, struct work *work, int64_t row)
{
    const int64_t own = told->own, other = told->other;
    const double *const live = told->live + row * own * other;
    double *const to = work->held;
    int64_t low = own, high = 0;
    for (int64_t one = 0; one < own; one++) {
        int some = 0;
        for (int64_t two = 0; two < other; two++) {
            const double chance = live[two * own + one];
            to[one * other + two] = chance;
            some |= chance != 0.0;
        }
        if (some) {
            high = one + 1;
            low = low < one ? low : one;
        }
    }
    work->now++;
    work->used = 1;
    work->seen[0] = work->now;
    work->slot[0] = 0;
    work->low[0] = low;
    work->high[0] = high;
}

/* Move the other side: each own state has a matrix [before, after]. */
static void move_other(const struct walked *told, const double *const *with, int falls,
                       const double *from, double *to, int64_t low, int64_t high)
{
    const int64_t other = told->other;
    for (int64_t one = low; one < high; one++) {
        const double *const moves = with[one];
        double *restrict const row = to + one * other;
        memset(row, 0, (size_t)other * sizeof *row);
        if (!moves)
            continue;
        for (int64_t before = 0; before < other; before++) {
            const double chance = from[one * other + before];
            const double *restrict const move = moves + before * other;
            const int64_t end = falls ? before + 1 : other;
            if (chance == 0.0)
                continue;
            for (int64_t after = 0; after < end; after++)
                row[after] += chance * move[after];
        }
    }
}

/* Move the own side: each state of the other has a matrix [before, after]. */
static void move_own(const struct walked *told, const double *const *with, int falls,
                     const double *from, double *to, int64_t low, int64_t high)
{
    const int64_t own = told->own, other = told->other;
    memset(to, 0, (size_t)(own * other) * sizeof *to);
    for (int64_t before = low; before < high; before++) {
        const int64_t end = falls ? before + 1 : own;
        for (int64_t two = 0; two < other; two++) {
            const double chance = from[before * other + two];
            if (chance == 0.0 || !with[two])
                continue;
            const double *const move = with[two] + before * own;
            for (int64_t after = 0; after < end; after++)
                to[after * other + two] += chance * move[after];
        }
    }
}

/* Leave out the rows at both ends of a deed's that have no chances, perhaps all. */
static void crop(const struct walked *told, struct work *work, int64_t deed)
{
    const int64_t other = told->other;
    const double *const held = work->held + work->slot[deed] * told->own * other;
    int64_t at = work->low[deed] * other, end = work->high[deed] * other;
    while (at < end && held[at] == 0.0)
        at++;
    while (end > at && held[end - 1] == 0.0)
        end--;
    work->low[deed] = at / other;
    work->high[deed] = end > at ? (end + other - 1) / other : work->low[deed];
}

static void work_out(const struct walked *told, struct work *work, int64_t deed)
{
    const int64_t before = told->after[deed], cells = told->own * told->other;
    if (work->seen[deed] == work->now)
        return;
    work_out(told, work, before);
    const int64_t low = work->low[before], high = work->high[before];
    work->seen[deed] = work->now;
    work->low[deed] = low;
    work->high[deed] = high;
    if (high <= low || !told->with[deed]) {
        work->high[deed] = work->low[deed] = 0;
        return;
    }
    work->slot[deed] = work->used++;
    const double *const from = work->held + work->slot[before] * cells;
    double *const to = work->held + work->slot[deed] * cells;
    const int falls = told->falls[deed] != 0;
    if (told->does[deed] == SHARED) {
        const double *restrict const share = told->with[deed];
        for (int64_t at = low * told->other; at < high * told->other; at++)
            to[at] = from[at] * share[at];
    } else if (told->does[deed] == MOVES_OTHER) {
        move_other(told, told->with[deed], falls, from, to, low, high);
    } else {
        move_own(told, told->with[deed], falls, from, to, low, high);
        work->low[deed] = 0;
        work->high[deed] = falls ? high : told->own;
    }
    crop(told, work, deed);
}

/* Return where chances are added that come to a target. */
static double *goal(struct walked *told, int64_t target)
{
    const int64_t cells = told->own * told->other;
    if (target < 0) {
        told->touched[-1 - target] = 1;
        return told->sunk + (-1 - target) * cells;
    }
    if (told->where[target] < 0) {
        told->where[target] = told->came;
        told->came_to[told->came] = target;
        memset(told->found + told->came * cells, 0, (size_t)cells * sizeof(double));
        told->came++;
    }
    return told->found + told->where[target] * cells;
}

static void add(struct walked *told, struct work *work, int64_t at)
{
    const int64_t deed = told->deed[at], other = told->other;
    const double share = told->share[at];
    work_out(told, work, deed);
    if (work->high[deed] <= work->low[deed])
        return;
    const int64_t from = work->low[deed] * other, to = work->high[deed] * other;
    const double *restrict const held = work->held + work->slot[deed] * told->own * other;
    double *restrict const sum = goal(told, told->target[at]);
    for (int64_t cell = from; cell < to; cell++)
        sum[cell] += share * held[cell];
}

int armybuilder_walked(struct walked *told)
{
    const int64_t cells = told->own * told->other;
    const size_t deeds = (size_t)told->deeds;
    struct work work = {0};
    work.seen = calloc(deeds, sizeof *work.seen);
    work.slot = malloc(deeds * sizeof *work.slot);
    work.low = malloc(deeds * sizeof *work.low);
    work.high = malloc(deeds * sizeof *work.high);
    work.held = malloc((size_t)told->deepest * (size_t)cells * sizeof *work.held);
    const int none = !work.seen || !work.slot || !work.low || !work.high || !work.held;
    told->came = 0;
    for (int64_t one = 0; !none && one < told->count; one++) {
        const int64_t *const range = told->begins + 2 * told->place[one];
        begin(told, &work, told->row[one]);
        for (int64_t at = range[0]; at < range[1]; at++)
            add(told, &work, at);
    }
    for (int64_t row = 0; !none && row < told->came; row++) {
        double total = 0.0;
        for (int64_t cell = 0; cell < cells; cell++)
            total += told->found[row * cells + cell];
        told->total[row] = total;
    }
    free(work.seen);
    free(work.slot);
    free(work.low);
    free(work.high);
    free(work.held);
    return none;
}
