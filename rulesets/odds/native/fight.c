/* A fight of two pools, round after round: what rulesets/odds/fight/model.py describes.
 *
 * The answer is that of the NumPy path, worked out state by state. Wounds only fall, so
 * that one pass over the states, the fullest first, meets all that comes to each of
 * them, in whatever round: a state's round is worked out when the pass meets it, and its
 * losses take the chances of all rounds with them at once. Nothing of it is kept.
 *
 * The caller (marshal.py) has checked the shapes, and that no two blows of one side join.
 * Numbers that stand for places (kernels, classes) are checked here, before they are
 * used; sums of points may wrap (-fwrapv) and are brought back into their table. Nothing
 * is kept from one call to the next, so that threads may ask at the same time.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, NO_MEMORY = 1, NO_KERNEL = 2, NO_CLASS = 3, TOO_LONG = 7 };

/* Attacks of one side; `which` has one stride for each of: the striker's pool and the
 * other's at the start of the round, and both as they are now. So has `added`; the sum of
 * both is the number of the kernel. */
struct blow {
    int64_t by_b;       /* 1 if side b strikes */
    int64_t joins;      /* 1 if it falls at the same time as the blow before it */
    const int32_t *which;
    int64_t stride[4];
    const int32_t *added;
    int64_t added_stride[4];
    const double *stack; /* [kernel, pool of the struck, lost]; past the last like it */
    int64_t stack_stride[2]; /* of its first two */
    int64_t kernels, targets, most;
    const int64_t *begins; /* none; or where the losses of each pool begin, in a kernel */
    const int32_t *losses; /* then by place what is lost there, the least of a pool first */
};

struct order {
    double weight;
    int64_t first, count; /* its blows */
};

/* How a round's losses are sorted: see rulesets/odds/tally.py. */
struct tally {
    const int64_t *dense; /* [a, b, i, j], or none */
    int64_t dense_stride[4];
    const int64_t *first, *second; /* [a, b, i], [a, b, j] */
    int64_t first_stride[3], second_stride[3];
    const int64_t *pair, *shift, *instead; /* [left of a, left of b] */
    int64_t low, sums;
    const int64_t *classes; /* [sum - low] */
};

/* What a side loses once a round is counted: see rulesets/odds/fight/toll.py. */
struct toll {
    const int64_t *first, *second; /* [a, lost], [b, lost]: points of both sides */
    const double *price[2]; /* [points, left, lost] of a and b, or none */
    int64_t points[2], targets[2], width[2];
    const int64_t *reach[2]; /* [points]: most lost for them, and one */
    int64_t gone[2];     /* outcomes of who has nobody left */
    const double *turns; /* [way, a, b] */
};

struct stage {
    int64_t first, count; /* its orders */
    int64_t widest_a, widest_b; /* most that can be lost, and one */
    struct tally tally;
    const struct toll *toll; /* or none */
    const double *table; /* [class, ways + kinds] */
    int64_t rows, ways;
    const int64_t *leads; /* stage that each way leads to, or -1 */
};

struct problem {
    int64_t size_a, size_b, stages, kinds, rounds, unlimited;
    double pruned, stalled_below, leak, endless;
    const struct stage *stage;
    const struct order *order;
    const struct blow *blow;
    const double *start; /* [stage, a, b] */
    int64_t tracks;      /* other starts, of which the outcomes alone are told */
    const double *beside; /* [track, stage, a, b] */
    double *apart;       /* [track, kind] */
    double *outcomes;    /* [kind] */
    double *by_round;    /* [round, kind] */
    double *final;       /* [a, b] */
    double *dealt_by_a;  /* [b, lost] */
    double *dealt_by_b;  /* [a, lost] */
    double *first;       /* [class] */
    double *told;        /* undecided, stalled, rounds, dropped */
    int64_t *shown;      /* rounds in by_round */
};

/* A stage's round from the state at which the pass is. */
struct worked {
    int known, rows, columns;
    double *joint;   /* [i, j]: chance of these losses */
    int32_t *class;  /* [i, j], as far as a row is used */
    int32_t *used;   /* [i]: columns of a row up to the last with a chance */
    int64_t wide, reach[2]; /* with a toll: columns of the next two, and what is used */
    double *stays, *ends; /* [i, j]: chance of these losses with it, by what follows */
    double *outcomes; /* [kind] */
    double *idle;     /* [way]: chance to take it and lose nothing */
    double *taken;    /* [round]: chance that leaves in it; what comes there later, last;
                       * behind it [track] */
    double visits;
    int beside;       /* whether a track leaves */
};

/* Rounds of one pass. */
enum { MOST_AT_ONCE = 16 };

struct run {
    const struct problem *p;
    struct worked *worked; /* [stage] */
    double *joint, *grown; /* losses of both sides so far */
    double *sum;           /* of the orders of a round */
    double *by_class, *unpaid; /* the second without those whom a toll ends */
    double *live;      /* [stage, a, b, round]: chances as a round begins */
    int64_t width;     /* of its last axis: the rounds of a pass, and what remains */
    int64_t stride;    /* the same and tracks, to a whole number of vectors; the rest is 0 */
    int64_t *active;   /* stages that a state's chance stays in */
    double *matrix;    /* of these, and a row of what leaves them */
    int fought[MOST_AT_ONCE]; /* whether anybody fights in a round of this pass */
    double dropped;
};

static int64_t place(const int64_t *stride, int64_t own, int64_t other, int64_t now,
                     int64_t left)
{
    return own * stride[0] + other * stride[1] + now * stride[2] + left * stride[3];
}

static const double *row_of(const struct blow *x, int64_t own, int64_t other, int64_t now,
                            int64_t left)
{
    int64_t k = (int64_t)x->which[place(x->stride, own, other, now, left)] +
                x->added[place(x->added_stride, own, other, now, left)];
    if (k < 0 || k >= x->kernels) return NULL;
    if (left >= x->targets) left = x->targets - 1;
    return x->stack + k * x->stack_stride[0] +
           (x->begins ? x->begins[left] : left * x->stack_stride[1]);
}

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

/* Numbers that a vector of the processor may hold. */
enum { VECTOR = 4 };

static int64_t padded(int64_t width) { return (width + VECTOR - 1) / VECTOR * VECTOR; }

/* Losses of both sides as a block [i, j] of so many rows and columns. */
struct block {
    int64_t rows, columns;
};

/* Return what a pool may lose at a place of its row. */
static inline int64_t lost_at(const struct blow *x, int64_t pool, int64_t place)
{
    return x->begins ? x->losses[x->begins[pool] + place] : place;
}

/* Return how many places the row of a pool has, of whom so much can be lost. */
static inline int64_t places_in(const struct blow *x, int64_t pool, int64_t most)
{
    if (!x->begins) return most;
    int64_t places = x->begins[pool + 1] - x->begins[pool];
    while (places > 0 && lost_at(x, pool, places - 1) >= most) places--;
    return places;
}

/* Add the row of a pool, times a chance, where each loss is so far from the one before. */
static inline void add(const struct blow *x, int64_t pool, int64_t most, double chance,
                       const double *row, double *to, int64_t apart)
{
    if (x->begins) {
        const int32_t *losses = x->losses + x->begins[pool];
        int64_t places = places_in(x, pool, most);
        for (int64_t n = 0; n < places; n++) to[losses[n] * apart] += chance * row[n];
    } else
        for (int64_t l = 0; l < most; l++) to[l * apart] += chance * row[l];
}

/* Let side a strike alone. */
static int fall_on_b(struct run *r, const struct blow *x, int64_t a, int64_t b,
                     const struct block *at, int64_t columns)
{
    for (int64_t i = 0; i < at->rows; i++)
        for (int64_t j = 0; j < at->columns; j++) {
            double chance = r->joint[i * at->columns + j];
            double *to = r->grown + i * columns + j;
            if (chance == 0.0) continue;
            const double *struck = row_of(x, a, b, a - i, b - j);
            if (!struck) return NO_KERNEL;
            add(x, b - j, least(x->most, columns - j), chance, struck, to, 1);
        }
    return DONE;
}

/* Let side b strike alone. */
static int fall_on_a(struct run *r, const struct blow *y, int64_t a, int64_t b,
                     const struct block *at, int64_t rows)
{
    for (int64_t i = 0; i < at->rows; i++)
        for (int64_t j = 0; j < at->columns; j++) {
            double chance = r->joint[i * at->columns + j];
            double *to = r->grown + i * at->columns + j;
            if (chance == 0.0) continue;
            const double *struck = row_of(y, b, a, b - j, a - i);
            if (!struck) return NO_KERNEL;
            add(y, a - i, least(y->most, rows - i), chance, struck, to, at->columns);
        }
    return DONE;
}

/* Let both sides strike at once. */
static int fall_on_both(struct run *r, const struct blow *x, const struct blow *y, int64_t a,
                        int64_t b, const struct block *at, int64_t rows, int64_t columns)
{
    for (int64_t i = 0; i < at->rows; i++)
        for (int64_t j = 0; j < at->columns; j++) {
            double chance = r->joint[i * at->columns + j];
            if (chance == 0.0) continue;
            const double *struck_b = row_of(x, a, b, a - i, b - j);
            const double *struck_a = row_of(y, b, a, b - j, a - i);
            if (!struck_a || !struck_b) return NO_KERNEL;
            int64_t most_a = least(y->most, rows - i), most_b = least(x->most, columns - j);
            int64_t places = places_in(y, a - i, most_a);
            for (int64_t n = 0; n < places; n++) {
                double share = chance * struck_a[n];
                double *to = r->grown + (i + lost_at(y, a - i, n)) * columns + j;
                if (share != 0.0) add(x, b - j, most_b, share, struck_b, to, 1);
            }
        }
    return DONE;
}

/* Let a step's blows fall; `x` is of side a and `y` of side b, either may be none. */
static int fall(struct run *r, const struct blow *x, const struct blow *y, int64_t a,
                int64_t b, struct block *at)
{
    int64_t rows = y ? least(a + 1, at->rows + y->most - 1) : at->rows;
    int64_t columns = x ? least(b + 1, at->columns + x->most - 1) : at->columns;
    double *from = r->joint;
    memset(r->grown, 0, sizeof(double) * (size_t)(rows * columns));
    int failed = !y   ? fall_on_b(r, x, a, b, at, columns)
                 : !x ? fall_on_a(r, y, a, b, at, rows)
                      : fall_on_both(r, x, y, a, b, at, rows, columns);
    r->joint = r->grown;
    r->grown = from;
    at->rows = rows;
    at->columns = columns;
    return failed;
}

/* Play one order of a round out into r->joint. */
static int play(struct run *r, const struct order *order, int64_t a, int64_t b,
                struct block *at)
{
    const struct blow *blow = r->p->blow + order->first, *end = blow + order->count;
    at->rows = at->columns = 1;
    r->joint[0] = order->weight;
    while (blow < end) {
        const struct blow *with = blow + 1 < end && blow[1].joins ? blow + 1 : NULL;
        const struct blow *x = blow->by_b ? with : blow, *y = blow->by_b ? blow : with;
        int failed = fall(r, x, y, a, b, at);
        if (failed) return failed;
        blow += with ? 2 : 1;
    }
    return DONE;
}

/* Write the classes of the losses i and 0, 1, 2 … of a state. */
static void classes_of(const struct tally *t, int64_t size_b, int64_t a, int64_t b, int64_t i,
                       int64_t columns, int32_t *class)
{
    if (t->dense) {
        const int64_t *dense = t->dense + a * t->dense_stride[0] + b * t->dense_stride[1] +
                               i * t->dense_stride[2];
        for (int64_t j = 0; j < columns; j++) class[j] = (int32_t)dense[j * t->dense_stride[3]];
        return;
    }
    int64_t left = (a - i) * size_b + b, top = t->sums - 1;
    const int64_t *pair = t->pair + left, *shift = t->shift + left, *instead = t->instead + left;
    int64_t first = -t->low + t->first[a * t->first_stride[0] + b * t->first_stride[1] +
                                       i * t->first_stride[2]];
    const int64_t *second = t->second + a * t->second_stride[0] + b * t->second_stride[1];
    for (int64_t j = 0; j < columns; j++) {
        int64_t sum = first + second[j * t->second_stride[2]] + pair[-j];
        sum = sum < 0 ? 0 : sum > top ? top : sum;
        class[j] = (int32_t)(instead[-j] >= 0 ? instead[-j] : t->classes[sum] + shift[-j]);
    }
}

/* Whether a toll leaves somebody of each side that may pay it. */
static int stands(const struct toll *t, int64_t a, int64_t b)
{
    return (a > 0 || !t->price[0]) && (b > 0 || !t->price[1]);
}

/* Return how many columns of a row there are up to the last with a chance. */
static int32_t used_of(const double *chance, int columns)
{
    for (; columns >= 4; columns -= 4) {
        const double *last = chance + columns - 4;
        if ((last[0] + last[1]) + (last[2] + last[3]) != 0.0) break;
    }
    while (columns > 0 && chance[columns - 1] == 0.0) columns--;
    return columns;
}

/* Let who is behind by some points pay for one loss of both sides; return the chance
 * that nobody is left of it. */
static double pay(const struct toll *t, struct worked *w, const int64_t *lost,
                  const int64_t *left, int64_t points, double stays, double ends)
{
    int64_t cell = lost[0] * w->wide + lost[1];
    int payer = points > 0;
    int64_t owed = least(payer ? points : -points, t->points[payer] - 1);
    const double *price = t->price[payer];
    if (!price || owed < 1) {
        w->stays[cell] += stays;
        w->ends[cell] += ends;
        return 0.0;
    }
    int64_t most = least(t->reach[payer][owed], left[payer] + 1), step = payer ? 1 : w->wide;
    if (lost[payer] + most > w->reach[payer]) w->reach[payer] = lost[payer] + most;
    price += (owed * t->targets[payer] + left[payer]) * t->width[payer];
    for (int64_t l = 0; l < most; l++) w->stays[cell + l * step] += stays * price[l];
    if (ends != 0.0)
        for (int64_t l = 0; l < most; l++) w->ends[cell + l * step] += ends * price[l];
    return left[payer] < most ? price[left[payer]] : 0.0;
}

/* Let a state's losses be paid for, sorted as they are. */
static void charge(struct run *r, const struct stage *s, struct worked *w, int64_t a, int64_t b)
{
    const struct problem *p = r->p;
    const struct toll *t = s->toll;
    int64_t width = s->ways + p->kinds;
    int64_t rows = least(a + 1, w->rows + (t->price[0] ? t->width[0] - 1 : 0));
    w->wide = least(b + 1, w->columns + (t->price[1] ? t->width[1] - 1 : 0));
    w->reach[0] = w->rows;
    w->reach[1] = w->columns;
    size_t cells = (size_t)(rows * w->wide);
    memset(w->stays, 0, sizeof(double) * cells);
    memset(w->ends, 0, sizeof(double) * cells);
    memcpy(r->unpaid, r->by_class, sizeof(double) * (size_t)s->rows);
    for (int64_t i = 0; i < w->rows; i++)
        for (int64_t j = 0; j < w->used[i]; j++) {
            int64_t lost[2] = {i, j}, left[2] = {a - i, b - j}, points = 0;
            double chance = w->joint[i * w->columns + j], stays = 0.0;
            int32_t class = w->class[i * w->columns + j];
            if (chance == 0.0) continue;
            for (int64_t k = 0; k < s->ways; k++) stays += s->table[class * width + k];
            if (left[0] > 0 && left[1] > 0)
                points = t->first[a * p->size_a + i] - t->second[b * p->size_b + j];
            double falls = chance * pay(t, w, lost, left, points, chance * stays,
                                        chance * (1.0 - stays));
            if (falls == 0.0) continue;
            w->outcomes[t->gone[points > 0]] += falls;
            r->unpaid[class] -= falls;
        }
}

/* Sum up the chances to stay in a state, by each way. */
static void idle(const struct problem *p, const struct stage *s, struct worked *w, int64_t a,
                 int64_t b)
{
    const struct toll *t = s->toll;
    int64_t width = s->ways + p->kinds;
    for (int64_t k = 0; k < s->ways; k++) {
        int never = !w->used[0] || s->leads[k] < 0 || (t && !stands(t, a, b));
        if (never)
            w->idle[k] = 0.0;
        else
            w->idle[k] = t ? w->stays[0] * t->turns[(k * p->size_a + a) * p->size_b + b]
                           : w->joint[0] * s->table[w->class[0] * width + k];
    }
}

/* Sort a state's losses into classes; sum up the outcomes, and what loses nothing. */
static int sort(struct run *r, const struct stage *s, struct worked *w, int64_t a, int64_t b)
{
    int64_t kinds = r->p->kinds, width = s->ways + kinds;
    const double *by_class = s->toll ? r->unpaid : r->by_class;
    memset(r->by_class, 0, sizeof(double) * (size_t)s->rows);
    memset(w->outcomes, 0, sizeof(double) * (size_t)kinds);
    for (int64_t i = 0; i < w->rows; i++) {
        const double *chance = w->joint + i * w->columns;
        int32_t *class = w->class + i * w->columns;
        w->used[i] = used_of(chance, w->columns);
        classes_of(&s->tally, r->p->size_b, a, b, i, w->used[i], class);
        for (int64_t j = 0; j < w->used[i]; j++) {
            if (class[j] < 0 || class[j] >= s->rows) return NO_CLASS;
            r->by_class[class[j]] += chance[j];
        }
    }
    if (s->toll) charge(r, s, w, a, b);
    for (int64_t c = 0; c < s->rows; c++) {
        const double *ends = s->table + c * width + s->ways;
        double chance = by_class[c];
        if (chance != 0.0)
            for (int64_t k = 0; k < kinds; k++) w->outcomes[k] += chance * ends[k];
    }
    idle(r->p, s, w, a, b);
    return DONE;
}

/* Add up what both sides lose in the first round, from a state with some chance. */
static void open(struct run *r, const struct stage *s, const struct worked *w, int64_t a,
                 int64_t b, double chance)
{
    const struct problem *p = r->p;
    for (int64_t i = 0; i < w->rows; i++)
        for (int64_t j = 0; j < w->used[i]; j++) {
            double share = chance * w->joint[i * w->columns + j];
            p->dealt_by_a[b * p->size_b + j] += share;
            p->dealt_by_b[a * p->size_a + i] += share;
        }
    for (int64_t c = 0; c < s->rows; c++) p->first[c] += chance * r->by_class[c];
}

/* Sum a round's orders up in r->joint; they may reach differently far. */
static int play_all(struct run *r, const struct stage *s, int64_t a, int64_t b,
                    struct block *at)
{
    const struct order *order = r->p->order + s->first;
    if (s->count == 1) return play(r, order, a, b, at);
    at->rows = least(a + 1, s->widest_a);
    at->columns = least(b + 1, s->widest_b);
    double *sum = r->sum;
    memset(sum, 0, sizeof(double) * (size_t)(at->rows * at->columns));
    for (int64_t o = 0; o < s->count; o++) {
        struct block one;
        int failed = play(r, order + o, a, b, &one);
        if (failed) return failed;
        for (int64_t i = 0; i < one.rows; i++)
            for (int64_t j = 0; j < one.columns; j++)
                sum[i * at->columns + j] += r->joint[i * one.columns + j];
    }
    memcpy(r->joint, sum, sizeof(double) * (size_t)(at->rows * at->columns));
    return DONE;
}

/* Work a stage's round from a state out, once while the pass is there. */
static int work_out(struct run *r, int64_t stage, int64_t a, int64_t b)
{
    const struct problem *p = r->p;
    const struct stage *s = p->stage + stage;
    struct worked *w = r->worked + stage;
    struct block at;
    if (w->known) return DONE;
    w->known = 1;
    w->visits = 0.0;
    w->beside = 0;
    memset(w->taken, 0, sizeof(double) * (size_t)r->stride);
    int failed = play_all(r, s, a, b, &at);
    if (failed) return failed;
    w->rows = (int)at.rows;
    w->columns = (int)at.columns;
    memcpy(w->joint, r->joint, sizeof(double) * (size_t)(at.rows * at.columns));
    return sort(r, s, w, a, b);
}

static double *live_at(struct run *r, int64_t stage, int64_t at)
{
    return r->live + (stage * r->p->size_a * r->p->size_b + at) * r->stride;
}

static double pruned(struct run *r, double chance)
{
    if (chance >= r->p->pruned) return chance;
    r->dropped += chance;
    return 0.0;
}

/* Let a state's chances fight the rounds of a pass; what loses nothing stays in it. */
static int fight(struct run *r, int64_t at, double *by_round)
{
    const struct problem *p = r->p;
    int64_t rounds = r->width - 1;
    for (int64_t round = 0; round < rounds; round++)
        for (int64_t stage = 0; stage < p->stages; stage++) {
            double chance = live_at(r, stage, at)[round];
            const struct stage *s = p->stage + stage;
            struct worked *w = r->worked + stage;
            if (chance == 0.0 || (chance = pruned(r, chance)) == 0.0) continue;
            int failed = work_out(r, stage, at / p->size_b, at % p->size_b);
            if (failed) return failed;
            r->fought[round] = 1;
            w->visits += chance;
            w->taken[round + 1] = chance;
            for (int64_t k = 0; k < p->kinds; k++)
                by_round[round * p->kinds + k] += chance * w->outcomes[k];
            for (int64_t k = 0; k < s->ways; k++)
                if (w->idle[k] != 0.0)
                    live_at(r, s->leads[k], at)[round + 1] += chance * w->idle[k];
        }
    return DONE;
}

/* Where the compiler can, the widest vectors that the processor has are chosen when the
 * library is loaded; sums are taken in the same order either way. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Return the first round in which a chance leaves, down to a whole number of vectors. */
static int64_t first_taken(const struct run *r, const struct worked *w)
{
    int64_t first = 1;
    while (first < r->stride && w->taken[first] == 0.0) first++;
    return first / VECTOR * VECTOR;
}

/* Let the chances of all rounds take the losses of a state, and their toll. */
WIDE static void leave_paid(struct run *r, int64_t stage, int64_t a, int64_t b)
{
    const struct problem *p = r->p;
    const struct stage *s = p->stage + stage;
    const struct worked *w = r->worked + stage;
    int64_t plane = p->size_a * p->size_b, first = first_taken(r, w);
    int64_t vectors = (r->stride - first) / VECTOR;
    for (int64_t i = 0; i < w->reach[0]; i++)
        for (int64_t j = 0; j < w->reach[1]; j++) {
            int64_t cell = i * w->wide + j, to = (a - i) * p->size_b + b - j;
            int alive = stands(s->toll, a - i, b - j);
            double stays = w->stays[cell];
            p->final[to] += w->visits * (alive ? w->ends[cell] : w->ends[cell] + stays);
            if (!alive || stays == 0.0 || cell == 0) continue;
            for (int64_t k = 0; k < s->ways; k++) {
                double goes = s->leads[k] < 0 ? 0.0 : stays * s->toll->turns[k * plane + to];
                if (goes == 0.0) continue;
                double *restrict reached = live_at(r, s->leads[k], to) + first;
                const double *restrict taken = w->taken + first;
                for (int64_t n = 0; n < vectors * VECTOR; n++) reached[n] += goes * taken[n];
            }
        }
}

/* Let the chances of all rounds take the losses of a state. */
WIDE static void leave(struct run *r, int64_t stage, int64_t a, int64_t b)
{
    const struct problem *p = r->p;
    const struct stage *s = p->stage + stage;
    const struct worked *w = r->worked + stage;
    int64_t width = s->ways + p->kinds, first = first_taken(r, w);
    int64_t vectors = (r->stride - first) / VECTOR;
    for (int64_t i = 0; i < w->rows; i++)
        for (int64_t j = 0; j < w->used[i]; j++) {
            int64_t cell = i * w->columns + j, to = (a - i) * p->size_b + b - j;
            const double *leads = s->table + w->class[cell] * width;
            double over = w->joint[cell];
            if (over == 0.0) continue;
            for (int64_t k = 0; k < s->ways; k++) {
                double goes = s->leads[k] < 0 ? 0.0 : w->joint[cell] * leads[k];
                over -= goes;
                if (goes == 0.0 || cell == 0) continue;
                double *restrict reached = live_at(r, s->leads[k], to) + first;
                const double *restrict taken = w->taken + first;
                for (int64_t n = 0; n < vectors * VECTOR; n++) reached[n] += goes * taken[n];
            }
            p->final[to] += w->visits * over;
        }
}

/* Turn `m` into its inverse, by elimination; return the least pivot's size. It is one
 * less chances that sum to at most 1 in a row, so that no rows need to be exchanged. */
static double invert(double *m, int64_t n)
{
    double least_pivot = 1.0;
    for (int64_t k = 0; k < n; k++) {
        double pivot = m[k * n + k];
        if (pivot < least_pivot) least_pivot = pivot;
        if (pivot <= 0.0) return 0.0;
        m[k * n + k] = 1.0;
        for (int64_t j = 0; j < n; j++) m[k * n + j] /= pivot;
        for (int64_t i = 0; i < n; i++) {
            double times = m[i * n + k];
            if (i == k || times == 0.0) continue;
            m[i * n + k] = 0.0;
            for (int64_t j = 0; j < n; j++) m[i * n + j] -= times * m[k * n + j];
        }
    }
    return least_pivot;
}

/* Note the stages in which a state has a chance that remains; return their number. */
static int64_t remaining(struct run *r, int64_t at)
{
    int64_t count = 0;
    for (int64_t s = 0; s < r->p->stages; s++) {
        double *remains = live_at(r, s, at) + r->width - 1;
        if (*remains != 0.0) *remains = pruned(r, *remains);
        if (*remains != 0.0) r->active[count++] = s;
    }
    return count;
}

/* Note the stages in which a track has a chance to be in a state; return their number. */
static int64_t remaining_beside(struct run *r, int64_t at)
{
    int64_t count = 0;
    for (int64_t s = 0; s < r->p->stages; s++) {
        double *live = live_at(r, s, at) + r->width;
        int any = 0;
        for (int64_t t = 0; t < r->p->tracks; t++) {
            if (live[t] < r->p->pruned) live[t] = 0.0;
            any |= live[t] != 0.0;
        }
        if (any) r->active[count++] = s;
    }
    return count;
}

/* Work out the rounds of a state in all stages that its chance in some of them may come to
 * without a loss; `count` is their number. */
static int gather(struct run *r, int64_t at, int64_t *count)
{
    const struct problem *p = r->p;
    for (int64_t n = 0; n < *count; n++) {
        const struct stage *s = p->stage + r->active[n];
        const struct worked *w = r->worked + r->active[n];
        int failed = work_out(r, r->active[n], at / p->size_b, at % p->size_b);
        if (failed) return failed;
        for (int64_t k = 0; k < s->ways; k++) {
            int64_t known = w->idle[k] == 0.0;
            for (int64_t m = 0; m < *count; m++) known |= r->active[m] == s->leads[k];
            if (!known) r->active[(*count)++] = s->leads[k];
        }
    }
    return DONE;
}

/* Fill the matrix with one less the chances to go from stage to stage and lose nothing,
 * and its last row with the chances to lose something. */
static void idle_among(struct run *r, int64_t n)
{
    double *m = r->matrix, *leaves = m + n * n;
    for (int64_t x = 0; x < n; x++) {
        const struct stage *s = r->p->stage + r->active[x];
        const struct worked *w = r->worked + r->active[x];
        leaves[x] = 1.0;
        for (int64_t y = 0; y < n; y++) m[x * n + y] = x == y;
        for (int64_t k = 0; k < s->ways; k++) {
            leaves[x] -= w->idle[k];
            for (int64_t y = 0; y < n; y++)
                if (r->active[y] == s->leads[k])
                    m[x * n + y] -= (1.0 - r->p->leak) * w->idle[k];
        }
    }
}

/* Sum up all rounds that a state's remaining chance spends in it; return what never
 * leaves it. */
static double stay(struct run *r, int64_t at, int64_t n)
{
    const struct problem *p = r->p;
    double arrived = 0.0, left = 0.0, *m = r->matrix;
    int64_t remains = r->width - 1;
    int stuck = 0;
    idle_among(r, n);
    for (int64_t x = 0; x < n; x++) arrived += live_at(r, r->active[x], at)[remains];
    if (invert(m, n) < p->stalled_below) return arrived;
    for (int64_t y = 0; y < n; y++) {
        double visits = 0.0;
        if (m[y * n + y] > p->endless) {
            stuck = 1;
            continue;
        }
        for (int64_t x = 0; x < n; x++)
            visits += live_at(r, r->active[x], at)[remains] * m[x * n + y];
        left += visits * m[n * n + y];
        r->worked[r->active[y]].visits += visits;
        r->worked[r->active[y]].taken[remains] += visits;
    }
    return stuck && arrived > left ? arrived - left : 0.0;
}

/* Sum up all rounds that each track spends in a state. */
static void stay_beside(struct run *r, int64_t at, int64_t n)
{
    const struct problem *p = r->p;
    double *m = r->matrix;
    idle_among(r, n);
    if (invert(m, n) < p->stalled_below) return;
    for (int64_t y = 0; y < n; y++) {
        struct worked *w = r->worked + r->active[y];
        if (m[y * n + y] > p->endless) continue;
        for (int64_t t = 0; t < p->tracks; t++) {
            double visits = 0.0;
            for (int64_t x = 0; x < n; x++)
                visits += live_at(r, r->active[x], at)[r->width + t] * m[x * n + y];
            if (visits == 0.0) continue;
            w->beside = 1;
            w->taken[r->width + t] = visits;
            for (int64_t k = 0; k < p->kinds; k++)
                p->apart[t * p->kinds + k] += visits * w->outcomes[k];
        }
    }
}

/* Run each track in a state to its end. */
static int settle_beside(struct run *r, int64_t at)
{
    int64_t count = remaining_beside(r, at);
    int failed = gather(r, at, &count);
    if (!failed && count) stay_beside(r, at, count);
    return failed;
}

/* Run what remains of a state's chance to its end. */
static int settle(struct run *r, int64_t at)
{
    int64_t count = remaining(r, at);
    int failed = gather(r, at, &count);
    if (failed || !count) return failed;
    double stalled = stay(r, at, count);
    r->p->final[at] += stalled;
    r->p->told[0] += stalled;
    r->p->told[1] += stalled;
    return DONE;
}

/* Add up what a fight begins with: classes and losses of its first round. */
static int begin(struct run *r, int64_t at)
{
    const struct problem *p = r->p;
    int64_t a = at / p->size_b, b = at % p->size_b;
    for (int64_t s = 0; s < p->stages; s++) {
        double chance = p->start[s * p->size_a * p->size_b + at];
        if (chance == 0.0) continue;
        int failed = work_out(r, s, a, b);
        if (failed) return failed;
        open(r, p->stage + s, r->worked + s, a, b, chance);
    }
    return DONE;
}

/* Meet one state in a pass. */
static int meet(struct run *r, int64_t at, int64_t before, int is_last)
{
    const struct problem *p = r->p;
    for (int64_t s = 0; s < p->stages; s++) r->worked[s].known = 0;
    int failed = before ? DONE : begin(r, at);
    if (!failed) failed = fight(r, at, p->by_round + before * p->kinds);
    if (!failed && is_last && p->unlimited) failed = settle(r, at);
    if (!failed && p->tracks) failed = settle_beside(r, at);
    if (failed) return failed;
    for (int64_t s = 0; s < p->stages; s++) {
        const struct worked *w = r->worked + s;
        double remains = live_at(r, s, at)[r->width - 1];
        if (is_last && !p->unlimited) {
            p->told[0] += remains;
            p->final[at] += remains;
        }
        if (!w->known || (w->visits == 0.0 && !w->beside)) continue;
        p->told[2] += w->visits;
        for (int64_t k = 0; k < p->kinds; k++) p->outcomes[k] += w->visits * w->outcomes[k];
        if (p->stage[s].toll)
            leave_paid(r, s, at / p->size_b, at % p->size_b);
        else
            leave(r, s, at / p->size_b, at % p->size_b);
    }
    return DONE;
}

/* Fight some rounds, of which `before` were fought, in one pass over all states. */
static int pass(struct run *r, int64_t before, int is_last)
{
    const struct problem *p = r->p;
    int64_t plane = p->size_a * p->size_b;
    for (int64_t at = plane - 1; at >= 0; at--) {
        int failed = meet(r, at, before, is_last);
        if (failed) return failed;
    }
    for (int64_t round = 0; round < r->width - 1 && r->fought[round]; round++)
        *p->shown = before + round + 1;
    return DONE;
}

/* Make room for a pass of so many rounds, beginning with what remains of the last one;
 * return whether anything does. The new width is no greater, so that nothing is written
 * over before it was read. */
static int turn_over(struct run *r, int64_t rounds)
{
    int64_t places = r->p->stages * r->p->size_a * r->p->size_b;
    int64_t stride = padded(rounds + 1);
    int any = 0;
    for (int64_t place = 0; place < places; place++) {
        double remains = r->live[place * r->stride + r->width - 1];
        memset(r->live + place * stride, 0, sizeof(double) * (size_t)stride);
        r->live[place * stride] = remains;
        any |= remains != 0.0;
    }
    memset(r->fought, 0, sizeof r->fought);
    r->width = rounds + 1;
    r->stride = stride;
    return any;
}

/* Fight all rounds that are told one by one, and then to the end if there is no limit. */
static int fight_out(struct run *r)
{
    const struct problem *p = r->p;
    int64_t before = 0;
    for (;;) {
        int64_t rounds = r->width - 1, left = p->rounds - before - rounds;
        int failed = pass(r, before, left == 0);
        if (failed) return failed;
        before += rounds;
        if (!left || !turn_over(r, least(left, rounds))) break;
    }
    for (int64_t n = p->kinds; n < *p->shown * p->kinds; n++)
        p->by_round[n] += p->by_round[n - p->kinds];
    return DONE;
}

/* Chances of states and rounds that a pass keeps at most; it has fewer rounds for more. */
enum { MOST_KEPT = 2000000 };

/* Losses of a stage with its toll, of both sides. */
static size_t cells_of(const struct problem *p, const struct stage *s)
{
    const struct toll *t = s->toll;
    int64_t rows = s->widest_a + (t && t->price[0] ? t->width[0] - 1 : 0);
    int64_t columns = s->widest_b + (t && t->price[1] ? t->width[1] - 1 : 0);
    return (size_t)(least(rows, p->size_a) * least(columns, p->size_b));
}

/* Reserve room for a run and share it out; `room` and `r` are to be freed whatever it
 * returns. */
static int reserve(struct run *r, void **room)
{
    const struct problem *p = r->p;
    int64_t places = p->stages * p->size_a * p->size_b;
    size_t rows = 1, widest = 1, blocks = 0, small = 0, count = (size_t)p->stages;
    size_t losses = 0;
    r->width = 1 + least(least(MOST_AT_ONCE, p->rounds), MOST_KEPT / places);
    if (r->width < 2) r->width = 2;
    if (p->tracks && (!p->unlimited || r->width != p->rounds + 1)) return TOO_LONG;
    r->stride = padded(r->width + p->tracks);
    for (size_t s = 0; s < count; s++) {
        size_t cells = cells_of(p, p->stage + s);
        blocks += p->stage[s].toll ? 3 * cells : cells;
        small += (size_t)(p->kinds + p->stage[s].ways + r->stride);
        losses += (size_t)least(p->stage[s].widest_a, p->size_a);
        if ((size_t)p->stage[s].rows > rows) rows = (size_t)p->stage[s].rows;
        if (cells > widest) widest = cells;
    }
    size_t live = (size_t)(places * r->stride);
    double *next = calloc(live + blocks + small + 3 * widest + 2 * rows + count * count + count,
                          sizeof(double));
    int32_t *class = malloc(sizeof(int32_t) * (blocks + losses));
    room[0] = next;
    room[1] = class;
    r->worked = calloc(count, sizeof(struct worked));
    r->active = malloc(sizeof(int64_t) * count);
    if (!next || !class || !r->worked || !r->active) return NO_MEMORY;
    int32_t *used = class + blocks;
    r->live = next;
    r->joint = next += live;
    r->grown = next += widest;
    r->sum = next += widest;
    r->by_class = next += widest;
    r->unpaid = next += rows;
    r->matrix = next += rows;
    next += count * count + count;
    for (size_t s = 0; s < count; s++) {
        struct worked *w = r->worked + s;
        size_t cells = cells_of(p, p->stage + s);
        w->outcomes = next;
        w->idle = next += p->kinds;
        w->taken = next += p->stage[s].ways;
        w->joint = next += r->stride;
        w->class = class;
        w->used = used;
        used += least(p->stage[s].widest_a, p->size_a);
        next += cells;
        class += cells;
        if (p->stage[s].toll) {
            w->stays = next;
            w->ends = next += cells;
            next += cells;
        }
    }
    return DONE;
}

int armybuilder_fight(const struct problem *p)
{
    struct run r = {.p = p};
    void *room[2] = {NULL, NULL};
    int failed = reserve(&r, room);
    if (!failed) {
        int64_t places = p->stages * p->size_a * p->size_b;
        for (int64_t place = 0; place < places; place++)
            r.live[place * r.stride] = p->start[place];
        for (int64_t track = 0; track < p->tracks; track++)
            for (int64_t place = 0; place < places; place++)
                r.live[place * r.stride + r.width + track] = p->beside[track * places + place];
        failed = fight_out(&r);
        p->told[3] = r.dropped;
    }
    free(r.worked);
    free(r.active);
    free(room[0]);
    free(room[1]);
    return failed;
}
