/* A fight of two pools, round after round: what rulesets/odds/plan.py describes.
 *
 * The answer is that of the NumPy path, worked out state by state: a state's round is
 * worked out once, when the state is first reached, and kept as two blocks of chances,
 * by what is left of both sides: going on (one block for each stage that it may lead
 * to) and over. A block ends at the state itself, so that a round is a sum of rows.
 *
 * The caller has checked the shapes. Numbers that stand for places (kernels, classes)
 * are checked here, before they are used.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, NO_MEMORY = 1, NO_KERNEL = 2, NO_CLASS = 3, NO_ANSWER = 4 };

/* Attacks of one side; `which` has one stride for each of: the striker's pool and the
 * other's at the start of the round, and both as they are now. */
struct blow {
    int64_t by_b;       /* 1 if side b strikes */
    int64_t joins;      /* 1 if it falls at the same time as the blow before it */
    const int32_t *which;
    int64_t stride[4];
    const double *stack; /* [kernel, pool of the struck, lost]; past the last like it */
    int64_t kernels, targets, most;
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

struct stage {
    int64_t first, count; /* its orders */
    int64_t widest_a, widest_b; /* most that can be lost, and one */
    struct tally tally;
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
    double *outcomes;    /* [kind] */
    double *by_round;    /* [round, kind] */
    double *final;       /* [a, b] */
    double *dealt_by_a;  /* [b, lost] */
    double *dealt_by_b;  /* [a, lost] */
    double *first;       /* [class] */
    double *told;        /* undecided, stalled, rounds, dropped */
    int64_t *shown;      /* rounds in by_round */
};

struct worked {
    int64_t rows, columns; /* of each block */
    double *ends, *outcomes, *goes[]; /* one block for each way */
};

struct run {
    const struct problem *p;
    struct worked **known; /* [stage, a, b] */
    double *joint, *grown; /* losses of both sides so far */
    double *sum;           /* of the orders of a round */
    double *by_class;
    int64_t *classes; /* of one row of losses */
    double *live, *next, *visits;
    double dropped;
};

static const double *row_of(const struct blow *x, int64_t own, int64_t other, int64_t now,
                            int64_t left)
{
    int64_t k = x->which[own * x->stride[0] + other * x->stride[1] + now * x->stride[2] +
                         left * x->stride[3]];
    if (k < 0 || k >= x->kernels) return NULL;
    if (left >= x->targets) left = x->targets - 1;
    return x->stack + (k * x->targets + left) * x->most;
}

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }

/* Losses of both sides as a block [i, j] of so many rows and columns. */
struct block {
    int64_t rows, columns;
};

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
            int64_t most = least(x->most, columns - j);
            for (int64_t l = 0; l < most; l++) to[l] += chance * struck[l];
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
            int64_t most = least(y->most, rows - i);
            for (int64_t k = 0; k < most; k++) to[k * at->columns] += chance * struck[k];
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
            for (int64_t k = 0; k < most_a; k++) {
                double share = chance * struck_a[k];
                double *to = r->grown + (i + k) * columns + j;
                if (share == 0.0) continue;
                for (int64_t l = 0; l < most_b; l++) to[l] += share * struck_b[l];
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
                       int64_t columns, int64_t *class)
{
    if (t->dense) {
        const int64_t *dense = t->dense + a * t->dense_stride[0] + b * t->dense_stride[1] +
                               i * t->dense_stride[2];
        for (int64_t j = 0; j < columns; j++) class[j] = dense[j * t->dense_stride[3]];
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
        class[j] = instead[-j] >= 0 ? instead[-j] : t->classes[sum] + shift[-j];
    }
}

static struct worked *reserve(const struct stage *s, const struct block *at, int64_t kinds)
{
    size_t cells = (size_t)(at->rows * at->columns), ways = (size_t)s->ways;
    size_t blocks = 1;
    for (size_t k = 0; k < ways; k++) blocks += s->leads[k] >= 0;
    size_t head = sizeof(struct worked) + ways * sizeof(double *);
    head = (head + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    struct worked *w = malloc(head + sizeof(double) * (blocks * cells + (size_t)kinds));
    if (!w) return NULL;
    double *free_from = (double *)((char *)w + head);
    w->rows = at->rows;
    w->columns = at->columns;
    w->outcomes = free_from;
    w->ends = free_from += kinds;
    for (size_t k = 0; k < ways; k++)
        w->goes[k] = s->leads[k] >= 0 ? free_from += cells : NULL;
    memset(w->outcomes, 0, sizeof(double) * (size_t)kinds);
    return w;
}

/* Sort the losses in r->joint: fill the blocks of a state and r->by_class. */
static int sort(struct run *r, const struct stage *s, struct worked *w, int64_t a, int64_t b)
{
    int64_t kinds = r->p->kinds, width = s->ways + kinds, *class = r->classes;
    memset(r->by_class, 0, sizeof(double) * (size_t)s->rows);
    for (int64_t i = 0; i < w->rows; i++) {
        const double *chance = r->joint + i * w->columns;
        int64_t last = (w->rows - i) * w->columns - 1;
        classes_of(&s->tally, r->p->size_b, a, b, i, w->columns, class);
        for (int64_t j = 0; j < w->columns; j++) {
            if (class[j] < 0 || class[j] >= s->rows) return NO_CLASS;
            r->by_class[class[j]] += chance[j];
            w->ends[last - j] = chance[j];
        }
        for (int64_t k = 0; k < s->ways; k++) {
            if (!w->goes[k]) continue;
            for (int64_t j = 0; j < w->columns; j++) {
                double goes = chance[j] * s->table[class[j] * width + k];
                w->goes[k][last - j] = goes;
                w->ends[last - j] -= goes;
            }
        }
    }
    for (int64_t c = 0; c < s->rows; c++) {
        const double *ends = s->table + c * width + s->ways;
        double chance = r->by_class[c];
        if (chance != 0.0)
            for (int64_t k = 0; k < kinds; k++) w->outcomes[k] += chance * ends[k];
    }
    return DONE;
}

/* Add up what both sides lose in the first round, from a state with some chance. */
static void open(struct run *r, const struct stage *s, const struct block *at, int64_t a,
                 int64_t b, double chance)
{
    const struct problem *p = r->p;
    for (int64_t i = 0; i < at->rows; i++)
        for (int64_t j = 0; j < at->columns; j++) {
            double share = chance * r->joint[i * at->columns + j];
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

/* Work a state's round out, once. */
static int work_out(struct run *r, int64_t stage, int64_t a, int64_t b)
{
    const struct problem *p = r->p;
    const struct stage *s = p->stage + stage;
    int64_t place = (stage * p->size_a + a) * p->size_b + b;
    struct block at;
    if (r->known[place]) return DONE;
    int failed = play_all(r, s, a, b, &at);
    if (failed) return failed;
    struct worked *w = r->known[place] = reserve(s, &at, p->kinds);
    if (!w) return NO_MEMORY;
    failed = sort(r, s, w, a, b);
    if (!failed && p->start[place] != 0.0) open(r, s, &at, a, b, p->start[place]);
    return failed;
}

/* Where the compiler can, the widest vectors that the processor has are chosen when the
 * library is loaded; sums are taken in the same order either way. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

WIDE static void spread(double *restrict to, const double *restrict block, const struct worked *w, int64_t size_b,
                   int64_t a, int64_t b, double chance)
{
    double *corner = to + (a - w->rows + 1) * size_b + b - w->columns + 1;
    for (int64_t i = 0; i < w->rows; i++)
        for (int64_t j = 0; j < w->columns; j++)
            corner[i * size_b + j] += chance * block[i * w->columns + j];
}

/* Let a state's chance take its moves; without those that lose nothing unless `idle`. */
static void leave(struct run *r, double *to, int64_t stage, int64_t a, int64_t b,
                  double chance, int idle)
{
    const struct problem *p = r->p;
    const struct stage *s = p->stage + stage;
    int64_t plane = p->size_a * p->size_b, at = a * p->size_b + b;
    const struct worked *w = r->known[stage * plane + at];
    for (int64_t k = 0; k < s->ways; k++) {
        if (!w->goes[k]) continue;
        double *reached = to + s->leads[k] * plane, before = reached[at];
        spread(reached, w->goes[k], w, p->size_b, a, b, chance);
        if (!idle) reached[at] = before;
    }
}

static double pruned(struct run *r, double chance)
{
    if (chance >= r->p->pruned) return chance;
    r->dropped += chance;
    return 0.0;
}

/* Let every state of a stage take its moves for one round; count them in `any`. */
static int fight_stage(struct run *r, int64_t stage, double *done, int *any)
{
    const struct problem *p = r->p;
    int64_t place = stage * p->size_a * p->size_b;
    for (int64_t a = 0; a < p->size_a; a++)
        for (int64_t b = 0; b < p->size_b; b++, place++) {
            if (r->live[place] == 0.0) continue;
            double chance = r->live[place] = pruned(r, r->live[place]);
            if (chance == 0.0) continue;
            int failed = work_out(r, stage, a, b);
            if (failed) return failed;
            *any = 1;
            r->visits[place] += chance;
            for (int64_t k = 0; k < p->kinds; k++)
                done[k] += chance * r->known[place]->outcomes[k];
            leave(r, r->next, stage, a, b, chance, 1);
        }
    return DONE;
}

/* Fight round after round, as many as are told one by one. */
static int fight(struct run *r)
{
    const struct problem *p = r->p;
    size_t all = sizeof(double) * (size_t)(p->stages * p->size_a * p->size_b);
    for (int64_t round = 0; round < p->rounds; round++) {
        double *done = p->by_round + round * p->kinds;
        int any = 0, failed = DONE;
        memset(r->next, 0, all);
        if (round) memcpy(done, done - p->kinds, sizeof(double) * (size_t)p->kinds);
        for (int64_t stage = 0; stage < p->stages && !failed; stage++)
            failed = fight_stage(r, stage, done, &any);
        if (failed) return failed;
        if (!any) break;
        *p->shown = round + 1;
        double *live = r->live;
        r->live = r->next;
        r->next = live;
    }
    return DONE;
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

/* Work out the rounds of a state in all stages that its chance may come to without a
 * loss; return their number in `count`, their numbers in `active`. */
static int gather(struct run *r, int64_t at, int64_t plane, int64_t *active, int64_t *count)
{
    const struct problem *p = r->p;
    *count = 0;
    for (int64_t s = 0; s < p->stages; s++)
        if (r->live[s * plane + at] != 0.0) active[(*count)++] = s;
    for (int64_t n = 0; n < *count; n++) {
        int64_t stage = active[n];
        int failed = work_out(r, stage, at / p->size_b, at % p->size_b);
        if (failed) return failed;
        const struct worked *w = r->known[stage * plane + at];
        for (int64_t k = 0; k < p->stage[stage].ways; k++) {
            int64_t to = p->stage[stage].leads[k], known = 0;
            if (!w->goes[k] || w->goes[k][w->rows * w->columns - 1] == 0.0) continue;
            for (int64_t m = 0; m < *count; m++) known |= active[m] == to;
            if (!known) active[(*count)++] = to;
        }
    }
    return DONE;
}

/* Fill `m` with one less the chances to go from stage to stage and lose nothing. */
static void idle_among(struct run *r, int64_t at, int64_t plane, const int64_t *active,
                       int64_t n, double *m, double *leaves)
{
    const struct problem *p = r->p;
    for (int64_t x = 0; x < n; x++) {
        const struct stage *s = p->stage + active[x];
        const struct worked *w = r->known[active[x] * plane + at];
        leaves[x] = 1.0;
        for (int64_t y = 0; y < n; y++) m[x * n + y] = x == y;
        for (int64_t k = 0; k < s->ways; k++) {
            if (!w->goes[k]) continue;
            double idle = w->goes[k][w->rows * w->columns - 1];
            leaves[x] -= idle;
            for (int64_t y = 0; y < n; y++)
                if (active[y] == s->leads[k]) m[x * n + y] -= (1.0 - p->leak) * idle;
        }
    }
}

/* Sum up all rounds that a state's chance spends in it; return what never leaves it. */
static double stay(struct run *r, int64_t at, int64_t plane, const int64_t *active, int64_t n,
                   double *m, double *leaves)
{
    const struct problem *p = r->p;
    double arrived = 0.0, left = 0.0;
    int stuck = 0;
    idle_among(r, at, plane, active, n, m, leaves);
    for (int64_t x = 0; x < n; x++) arrived += r->live[active[x] * plane + at];
    if (invert(m, n) < p->stalled_below) return arrived;
    for (int64_t y = 0; y < n; y++) {
        double visits = 0.0;
        if (m[y * n + y] > p->endless) {
            stuck = 1;
            continue;
        }
        for (int64_t x = 0; x < n; x++)
            visits += r->live[active[x] * plane + at] * m[x * n + y];
        left += visits * leaves[y];
        r->visits[active[y] * plane + at] += visits;
        leave(r, r->live, active[y], at / p->size_b, at % p->size_b, visits, 0);
    }
    return stuck && arrived > left ? arrived - left : 0.0;
}

/* Run what is left to its end. Wounds only fall, so that one pass over the states, the
 * fullest first, meets all that comes to each of them. */
static int settle(struct run *r)
{
    const struct problem *p = r->p;
    int64_t plane = p->size_a * p->size_b, n = p->stages;
    double *m = malloc(sizeof(double) * (size_t)(n * n + n));
    int64_t *active = malloc(sizeof(int64_t) * (size_t)n);
    int failed = m && active ? DONE : NO_MEMORY;
    for (int64_t at = plane - 1; at >= 0 && !failed; at--) {
        int64_t count = 0;
        for (int64_t s = 0; s < n; s++)
            r->live[s * plane + at] = pruned(r, r->live[s * plane + at]);
        failed = gather(r, at, plane, active, &count);
        if (failed || !count) continue;
        double stalled = stay(r, at, plane, active, count, m, m + n * n);
        p->final[at] += stalled;
        p->told[1] += stalled;
        for (int64_t s = 0; s < n; s++) r->live[s * plane + at] = 0.0;
    }
    free(m);
    free(active);
    return failed;
}

/* Sum up where every visit ended. */
static void sum_up(struct run *r)
{
    const struct problem *p = r->p;
    int64_t plane = p->size_a * p->size_b;
    for (int64_t place = 0; place < p->stages * plane; place++) {
        if (!p->unlimited) p->final[place % plane] += r->live[place];
        if (!p->unlimited) p->told[0] += r->live[place];
    }
    if (p->unlimited) p->told[0] = p->told[1];
    for (int64_t place = 0; place < p->stages * plane; place++) {
        const struct worked *w = r->known[place];
        double visits = r->visits[place];
        if (visits == 0.0) continue;
        p->told[2] += visits;
        spread(p->final, w->ends, w, p->size_b, place % plane / p->size_b,
               place % p->size_b, visits);
        for (int64_t k = 0; k < p->kinds; k++) p->outcomes[k] += visits * w->outcomes[k];
    }
    p->told[3] = r->dropped;
}

static int start(struct run *r)
{
    const struct problem *p = r->p;
    int64_t plane = p->size_a * p->size_b;
    for (int64_t place = 0; place < p->stages * plane; place++) {
        r->live[place] = p->start[place];
        if (p->start[place] == 0.0) continue;
        int failed = work_out(r, place / plane, place % plane / p->size_b, place % p->size_b);
        if (failed) return failed;
    }
    return DONE;
}

/* Reserve room for a run; `room` and `r` are to be freed whatever it returns. */
static int reserve_run(struct run *r, void **room)
{
    const struct problem *p = r->p;
    size_t places = (size_t)(p->stages * p->size_a * p->size_b);
    int64_t rows = 1, block = 1;
    for (int64_t s = 0; s < p->stages; s++) {
        int64_t cells = p->stage[s].widest_a * p->stage[s].widest_b;
        if (p->stage[s].rows > rows) rows = p->stage[s].rows;
        if (cells > block) block = cells;
    }
    size_t numbers = 3 * places + 3 * (size_t)block + (size_t)rows;
    double *next = *room = calloc(numbers, sizeof(double));
    r->known = calloc(places, sizeof(struct worked *));
    r->classes = malloc(sizeof(int64_t) * (size_t)p->size_b);
    if (!next || !r->known || !r->classes) return NO_MEMORY;
    r->live = next;
    r->next = next += places;
    r->visits = next += places;
    r->joint = next += places;
    r->grown = next += block;
    r->sum = next += block;
    r->by_class = next + block;
    return DONE;
}

int armybuilder_fight(const struct problem *p)
{
    struct run r = {.p = p};
    void *room = NULL;
    int failed = reserve_run(&r, &room);
    if (!failed) failed = start(&r);
    if (!failed) failed = fight(&r);
    if (!failed && p->unlimited) failed = settle(&r);
    if (!failed) sum_up(&r);
    for (int64_t place = 0; r.known && place < p->stages * p->size_a * p->size_b; place++)
        free(r.known[place]);
    free(r.known);
    free(r.classes);
    free(room);
    return failed;
}
