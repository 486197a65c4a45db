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
    const uint8_t *seen;     /* [row, other and own]: 1 where it has chances */
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
    uint8_t *alive;          /* [count, own and other]: 1 where a place has chances in
                                that state; set by `wanted` */
    int64_t *where;          /* [target]: its row of found; -1 as it comes */
    int64_t *came_to;        /* [most]: target of each row of found */
    double *total;           /* [most] */
    uint8_t *left;           /* [most, own and other]: 1 where a row of found has chances;
                                0 as it comes */
    double *found;           /* [most, own, other], 0 as it comes */
    double *sunk;            /* [sink, own, other], 0 as it comes */
    uint8_t *touched;        /* [sink]: 1 where chances came to it; 0 as it comes */
};

/* Note the states of both sides in which a place has chances. */
static void states_of(const struct walked *told, int64_t row, uint8_t *alive)
{
    const size_t own = (size_t)told->own, other = (size_t)told->other;
    const uint8_t *const seen = told->seen + (size_t)row * (own + other);
    memcpy(alive, seen + other, own);
    memcpy(alive + own, seen, other);
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
    const int none = !seen;
    told->most = told->deepest = 0;
    for (int64_t one = 0; !none && one < told->count; one++) {
        const int64_t *const range = told->begins + 2 * told->place[one];
        uint8_t *const alive = told->alive + one * (told->own + told->other);
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
    return none;
}

/* States of both sides from where on and up to where there are chances, if any. */
struct box {
    int64_t low, high;   /* of the own side */
    int64_t left, right; /* of the other */
};

static int is_empty(const struct box *box)
{
    return box->high <= box->low || box->right <= box->left;
}

/* What was worked out of one place; of each deed the chances in its box. */
struct work {
    int64_t now;      /* number of the place, from 1 */
    int64_t used;     /* slots */
    int64_t *seen;    /* [deed]: the place of which it was last worked out */
    int64_t *slot;    /* [deed] */
    struct box *box;  /* [deed] */
    double *held;     /* [slot, own, other] */
    struct box *come; /* [most]: of the rows of found */
};

/* Return the first and the last place that is not 0, one on; both 0 if there is none. */
static void bounds(const uint8_t *alive, int64_t count, int64_t *from, int64_t *to)
{
    *from = *to = 0;
    for (int64_t at = count; at > 0; at--)
        if (alive[at - 1]) {
            *from = at - 1;
            *to = *to ? *to : at;
        }
}

static void begin(const struct walked *told, struct work *work, int64_t place)
{
    const int64_t own = told->own, other = told->other;
    const double *const live = told->live + told->row[place] * own * other;
    const uint8_t *const alive = told->alive + place * (own + other);
    double *const to = work->held;
    struct box *const box = work->box;
    bounds(alive, own, &box->low, &box->high);
    bounds(alive + own, other, &box->left, &box->right);
    for (int64_t one = box->low; one < box->high; one++)
        for (int64_t two = box->left; two < box->right; two++)
            to[one * other + two] = live[two * own + one];
    work->now++;
    work->used = 1;
    work->seen[0] = work->now;
    work->slot[0] = 0;
}

/* Move the other side: each own state has a matrix [before, after]. */
static struct box move_other(const struct walked *told, const double *const *with,
                             int falls, const double *from, double *to, struct box box)
{
    const int64_t other = told->other;
    const struct box after = {box.low, box.high, 0, falls ? box.right : other};
    for (int64_t one = box.low; one < box.high; one++) {
        const double *const moves = with[one];
        double *restrict const row = to + one * other;
        memset(row, 0, (size_t)after.right * sizeof *row);
        if (!moves)
            continue;
        for (int64_t before = box.left; before < box.right; before++) {
            const double chance = from[one * other + before];
            const double *restrict const move = moves + before * other;
            const int64_t end = falls ? before + 1 : other;
            if (chance == 0.0)
                continue;
            for (int64_t to_state = 0; to_state < end; to_state++)
                row[to_state] += chance * move[to_state];
        }
    }
    return after;
}

/* Move the own side: each state of the other has a matrix [before, after]. */
static struct box move_own(const struct walked *told, const double *const *with,
                           int falls, const double *from, double *to, struct box box)
{
    const int64_t own = told->own, other = told->other;
    const struct box after = {0, falls ? box.high : own, box.left, box.right};
    memset(to, 0, (size_t)(after.high * other) * sizeof *to);
    for (int64_t before = box.low; before < box.high; before++) {
        const int64_t end = falls ? before + 1 : own;
        for (int64_t two = box.left; two < box.right; two++) {
            const double chance = from[before * other + two];
            if (chance == 0.0 || !with[two])
                continue;
            const double *const move = with[two] + before * own;
            for (int64_t to_state = 0; to_state < end; to_state++)
                to[to_state * other + two] += chance * move[to_state];
        }
    }
    return after;
}

static struct box share_out(const struct walked *told, const double *share,
                            const double *from, double *to, struct box box)
{
    for (int64_t one = box.low; one < box.high; one++)
        for (int64_t at = one * told->other + box.left; at < one * told->other + box.right;
             at++)
            to[at] = from[at] * share[at];
    return box;
}

/* Return a box without the states at its ends that have no chances, perhaps empty. */
static struct box cropped(const double *held, int64_t other, struct box box)
{
    struct box found = {box.high, box.low, box.right, box.left};
    for (int64_t one = box.low; one < box.high; one++) {
        const double *const row = held + one * other;
        int64_t left = box.left, right = box.right;
        while (left < right && row[left] == 0.0)
            left++;
        while (right > left && row[right - 1] == 0.0)
            right--;
        if (left == right)
            continue;
        found.low = found.low < one ? found.low : one;
        found.high = one + 1;
        found.left = found.left < left ? found.left : left;
        found.right = found.right > right ? found.right : right;
    }
    return found;
}

static void work_out(const struct walked *told, struct work *work, int64_t deed)
{
    const int64_t before = told->after[deed], cells = told->own * told->other;
    const struct box empty = {0};
    if (work->seen[deed] == work->now)
        return;
    work_out(told, work, before);
    const struct box box = work->box[before];
    const void *const with = told->with[deed];
    work->seen[deed] = work->now;
    work->box[deed] = empty;
    if (is_empty(&box) || !with)
        return;
    work->slot[deed] = work->used++;
    const double *const from = work->held + work->slot[before] * cells;
    double *const to = work->held + work->slot[deed] * cells;
    const int falls = told->falls[deed] != 0;
    const struct box after =
        told->does[deed] == SHARED        ? share_out(told, with, from, to, box)
        : told->does[deed] == MOVES_OTHER ? move_other(told, with, falls, from, to, box)
                                          : move_own(told, with, falls, from, to, box);
    work->box[deed] = cropped(to, told->other, after);
}

/* Return where chances are added that come to a target from a box. */
static double *goal(struct walked *told, struct work *work, int64_t target,
                    const struct box *box)
{
    const int64_t cells = told->own * told->other;
    if (target < 0) {
        told->touched[-1 - target] = 1;
        return told->sunk + (-1 - target) * cells;
    }
    if (told->where[target] < 0) {
        told->where[target] = told->came;
        told->came_to[told->came] = target;
        work->come[told->came] = *box;
        told->came++;
    }
    struct box *const come = work->come + told->where[target];
    come->low = come->low < box->low ? come->low : box->low;
    come->high = come->high > box->high ? come->high : box->high;
    come->left = come->left < box->left ? come->left : box->left;
    come->right = come->right > box->right ? come->right : box->right;
    return told->found + told->where[target] * cells;
}

static void add(struct walked *told, struct work *work, int64_t at)
{
    const int64_t deed = told->deed[at], other = told->other;
    const double share = told->share[at];
    work_out(told, work, deed);
    const struct box *const box = work->box + deed;
    if (is_empty(box))
        return;
    const double *restrict const held = work->held + work->slot[deed] * told->own * other;
    double *restrict const sum = goal(told, work, told->target[at], box);
    for (int64_t one = box->low; one < box->high; one++) {
        const int64_t end = one * other + box->right;
        for (int64_t cell = one * other + box->left; cell < end; cell++)
            sum[cell] += share * held[cell];
    }
}

/* Sum up a row of found, and note the states in which it has chances. */
static void tell_row(const struct walked *told, const struct work *work, int64_t row)
{
    const struct box *const box = work->come + row;
    const double *const found = told->found + row * told->own * told->other;
    uint8_t *const own = told->left + row * (told->own + told->other);
    uint8_t *restrict const other = own + told->own;
    double total = 0.0;
    for (int64_t one = box->low; one < box->high; one++) {
        const double *restrict const chances = found + one * told->other;
        uint8_t any = 0;
        for (int64_t two = box->left; two < box->right; two++) {
            const uint8_t some = chances[two] != 0.0;
            total += chances[two];
            other[two] |= some;
            any |= some;
        }
        own[one] = any;
    }
    told->total[row] = total;
}

int armybuilder_walked(struct walked *told)
{
    const int64_t cells = told->own * told->other;
    const size_t deeds = (size_t)told->deeds;
    struct work work = {0};
    work.seen = calloc(deeds, sizeof *work.seen);
    work.slot = malloc(deeds * sizeof *work.slot);
    work.box = malloc(deeds * sizeof *work.box);
    work.held = malloc((size_t)told->deepest * (size_t)cells * sizeof *work.held);
    work.come = malloc((size_t)(told->most + 1) * sizeof *work.come);
    const int none = !work.seen || !work.slot || !work.box || !work.held || !work.come;
    told->came = 0;
    for (int64_t one = 0; !none && one < told->count; one++) {
        const int64_t *const range = told->begins + 2 * told->place[one];
        begin(told, &work, one);
        for (int64_t at = range[0]; at < range[1]; at++)
            add(told, &work, at);
    }
    for (int64_t row = 0; !none && row < told->came; row++)
        tell_row(told, &work, row);
    free(work.seen);
    free(work.slot);
    free(work.box);
    free(work.held);
    free(work.come);
    return none;
}
