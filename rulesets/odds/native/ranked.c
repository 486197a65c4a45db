/* Fights of ranked units, many at a time: each is built from two blocks and solved here.
 *
 * A block is a unit in its situation, written down once (ranked_fights.py). Of a pair
 * only what depends on both is worked out: who touches whom, the order of strikes, the points
 * of a round and its Break tests. The model is that of rulesets/odds/fight/model.py, and
 * the states are met as in fight.c: the fullest first, the chances of all rounds at once.
 * Without a limit all rounds are one, since nobody asks here what each of them brings.
 *
 * The caller has checked every number that stands for a place. What does not fit is left
 * alone (NOT_SAID) for the caller to ask in the usual way. Pairs are shared out among
 * threads; each has its own room, and writes the rows of its pairs only.
 */

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DONE = 0, NO_MEMORY = 1, NOT_SAID = 4, OTHER_LAYOUT = 5 };

enum { MOST = 100, SIZE = MOST + 1 }; /* wounds, and models, of a unit */
enum { MOST_STAGES = 16, MOST_STRIKES = 16, MOST_TABLES = 64, MOST_ROUNDS = 40 };
enum { WIDEST = 12 }; /* differences that are told apart */
enum { MOST_THREADS = 64 };

#define INLINE static inline __attribute__((always_inline))

/* Where the compiler can, the widest vectors that the processor has are chosen when the
 * library is loaded; sums are taken in the same order either way. What is called from
 * there must be part of it. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

/* Numbers that a vector of the processor may hold, and a vector of them. */
enum { VECTOR = 4, FOUR = 4 * VECTOR };
typedef double vector __attribute__((vector_size(32), aligned(8), may_alias));
typedef double pair __attribute__((vector_size(16), aligned(8)));

/* A unit in its situation; `touched` is the bonus of those who touch it there. */
struct unit {
    double holds_back[2]; /* chance not to pursue, by frenzy */
    int32_t pool, begins, wounds, models, base, champion, musician, touched, fixed;
    int32_t leadership, general, stubborn, unbreakable, again, runs;
    int32_t frenzied, impetuous, fear, terror, calm, told_to_fear;
    int32_t line, target;   /* as a striker, and as one who is struck */
    int32_t models_left[SIZE]; /* by wounds */
    int32_t strength[SIZE], ranks_at_start[SIZE], ranks_at_end[SIZE];
    int32_t along[SIZE];  /* by models: those along the side that is touched */
    int32_t second[SIZE]; /* those behind them where two ranks fight */
    int32_t files[SIZE];  /* those at the flanks who fight on a charge */
};

/* One kind of strikes: `who` is 0 for models, 1 for their leader, 2 for mounts. */
struct strike {
    int32_t when, attacks, who, two_ranks, effect;
};

/* A state beside the wounds left: `slot` tells the moment of the strikes of both, `won`
 * who strikes first at a tie (0: by lot, 1: a, 2: b); next after b won, nobody, a. */
struct stage {
    int32_t slot[2], frenzied[2], charge, won, next[3];
};

struct script {
    int32_t first, count;
};

/* Where a fight begins: the wounds left of both, and the chance of the first two stages. */
struct begun {
    double chance[2];
    int32_t a, b;
};

/* What is asked of all pairs. */
struct call {
    int64_t unit_size, pairs, threads, rounds, unlimited;
    int64_t whole, at_once, step_up, enough, musicians;
    int64_t lines[2], targets[2]; /* how many each side has */
    int64_t widest;               /* longest of `wounds` */
    double most_transitions, pruned, cut;
    const struct unit *unit[2];
    const int32_t *pair;          /* [pair, side]: a block of each side */
    const double *start;          /* [pair, 2]: chance of the first two stages */
    const int64_t *spread;        /* [pair + 1]: its first of `begun`; none if all begin */
    const struct begun *begun;    /* as their blocks do; the fullest first */
    const struct script *script;  /* [a frenzied, b frenzied, ties] */
    const struct stage *stage;
    const int32_t *against[2];    /* [slot, line of the side, target of the other] */
    const int32_t *first, *count; /* of a set of strikes */
    const struct strike *strike;
    const double *wounds, *slain, *harm; /* [effect, wounds], [effect] */
    const int32_t *known;         /* [effect]: length of its wounds */
    const double *passes;         /* chance that two dice roll no more than 0, 1 … 12 */
    const double *caught;         /* [pursuer's dice, fleeing dice], 4 x 4 */
    double *rows;                 /* [pair, column] */
    int32_t *status;              /* [pair] */
};

/* Columns of a row; the first seven are the ends of a fight. */
enum {
    A_DESTROYED, B_DESTROYED, BOTH_DESTROYED, A_BROKEN, B_BROKEN, A_RUN_DOWN, B_RUN_DOWN,
    UNDECIDED, DROPPED, ROUNDS, A_LEFT, B_LEFT, A_DEALT, B_DEALT,
    A_WINS_FIRST, B_WINS_FIRST, A_GONE_FIRST, B_GONE_FIRST, STALLED, COLUMNS
};

/* What dice take: of models with one wound each [dice, lost] and the chance of so many
 * or more; of others [dice, left, lost]. Rows are `wide` apart; what they do not fill
 * is 0. `far` tells the most that is lost [dice, of how many powers of two one chance is
 * to be kept]. */
enum { POWERS = 64 };

struct table {
    int32_t effect, side, plain, each;
    int64_t dice, pool, wide;
    double *chance, *more;
    uint8_t *far;
};

/* Strikes of one side in an order, ready to fall. */
struct blow {
    int32_t by_b, attacks, who, two_ranks, charging;
    const struct table *table;
};

struct order {
    double weight;
    int32_t count;
    struct blow blow[2 * MOST_STRIKES];
};

/* What differences lead to, as far as points reach: by the sign of Unit Strengths, and
 * where a side is gone. `to` is the place of the next stage in a state. */
enum { FARTHEST = 160, REACH = 2 * FARTHEST + 4, MOST_FIXED = 40, GONE = 3 };

struct fate {
    pair breaks; /* of a, of b */
    double stays;
    int64_t to;
};

/* Chances of the losses of both sides, row after row: by what side `outer` loses, each
 * as far as the losses of the other go. */
struct losses {
    int32_t outer, rows, length[SIZE], begin[SIZE];
    double *chance;
};

struct played {
    int32_t orders;
    struct order order[2];
    struct fate fate[4 * REACH];
    int32_t next[3];
    int afraid[2];
    double down[2]; /* chance that a side that breaks is run down */
    /* of the state at which the pass is */
    int known, idle_to;
    int64_t first, after; /* rounds in which chances leave */
    double idle, visits, missing;
    struct losses *lost[2]; /* by order */
    double *taken;
};

enum { MOST_LOSSES = 3 + 2 * MOST_STAGES };

struct run {
    const struct call *c;
    const struct unit *unit[2];
    int64_t stages, told, plane, width, stride, cell, rounds, unlimited, music;
    int32_t reach[2][SIZE]; /* models of a side that find room, by the other's models */
    struct played played[MOST_STAGES]; /* those that may be met */
    int32_t stage_of[2];               /* of these: where a fight begins */
    struct table table[MOST_TABLES];
    int64_t tables;
    double *room[7]; /* live, chances to leave, tables, losses, points, ends, places */
    size_t reserved[7];
    double *live;  /* [a, b from its full pool, stage, round] */
    double *ended; /* chance to end [a, b as above] */
    int32_t *places; /* of losses */
    double *row;
    int32_t *points[4]; /* [a left, b left as above]: see points_of */
    struct losses losses[MOST_LOSSES];
    struct losses *now, *grown, *turned;
};

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t most(int64_t x, int64_t y) { return x > y ? x : y; }

static int64_t padded(int64_t width) { return (width + VECTOR - 1) / VECTOR * VECTOR; }

/* Rows of chances are taken four vectors at a time, mostly once. */
static int64_t padded_more(int64_t width) { return (width + FOUR - 1) / FOUR * FOUR; }

/* Make room for so many numbers; what was there is lost. */
static double *reserve(struct run *r, int which, size_t count)
{
    if (count > r->reserved[which]) {
        free(r->room[which]);
        count = (count + 7) / 8 * 8;
        r->room[which] = aligned_alloc(64, sizeof(double) * count);
        r->reserved[which] = r->room[which] ? count : 0;
    }
    return r->room[which];
}

/* ---- dice ---- */

static int64_t met(const struct run *r, int side, const struct blow *x, int64_t models,
                   int64_t enemies)
{
    const struct unit *own = r->unit[side];
    int64_t found = least(own->along[models], r->reach[side][enemies]);
    if (x->charging && own->files[MOST]) return found + own->files[models];
    if (x->two_ranks) found += least(own->second[models], found);
    return found;
}

/* Who strikes, as a round begins: those able to, and 1 if their leader is one of them. */
struct strikers {
    int64_t full, enemies, able, leader;
};

static struct strikers strikers_of(const struct run *r, int side, const struct blow *x,
                                   int64_t full, int64_t enemies)
{
    struct strikers s = {full, enemies, met(r, side, x, full, enemies), 0};
    if (r->unit[side]->champion && full && enemies) s.leader = least(1, s.able);
    return s;
}

/* Return the dice of strikes by so many models that are left. */
INLINE int64_t dice(const struct run *r, int side, const struct blow *x,
                    const struct strikers *s, int64_t now)
{
    const struct call *c = r->c;
    int64_t left = s->able;
    if (!c->at_once && c->step_up) left = met(r, side, x, least(s->full, now), s->enemies);
    else if (!c->at_once) left = most(0, left - most(0, s->full - now));
    if (r->unit[side]->champion) {
        int64_t leader = now || c->at_once ? s->leader : 0;
        left = most(left, leader);
        if (x->who == 1) left = least(leader, left);
        else if (x->who == 0) left -= least(leader, left);
    }
    return left * x->attacks;
}

static int64_t most_dice(const struct run *r, int side, const struct blow *x)
{
    int64_t full = r->unit[side]->models, other = r->unit[1 - side]->models;
    struct strikers met = strikers_of(r, side, x, full, other);
    struct strikers alone = strikers_of(r, side, x, full, 0);
    return most(dice(r, side, x, &met, full), dice(r, side, x, &alone, full));
}

static int64_t most_lost(const struct table *t)
{
    return least(t->pool, t->dice * t->each);
}

/* ---- tables ---- */

static void fill_plain(struct table *t, double p)
{
    int64_t wide = t->wide;
    double *chance = t->chance, *more = t->more;
    uint8_t *far = t->far;
    memset(chance, 0, sizeof(double) * (size_t)wide);
    memset(more, 0, sizeof(double) * (size_t)wide);
    chance[0] = more[0] = 1.0;
    memset(far, 0, POWERS);
    for (int64_t n = 0; n < t->dice; n++, chance += wide, more += wide) {
        chance[wide] = chance[0] * (1.0 - p);
        more[wide] = 1.0;
        for (int64_t k = t->pool + 1; k < wide; k++) chance[wide + k] = more[wide + k] = 0.0;
        for (int64_t k = 1; k <= t->pool; k++) {
            chance[wide + k] = chance[k] * (1.0 - p) + chance[k - 1] * p;
            more[wide + k] = more[k] * (1.0 - p) + more[k - 1] * p;
        }
        int64_t last = 0, top = t->each ? least(t->pool, n + 1) : 0;
        double least_kept = 0.5;
        far += POWERS;
        for (int64_t e = 0; e < POWERS; e++, least_kept *= 0.5) {
            while (last < top && more[wide + last + 1] >= least_kept) last++;
            far[e] = (uint8_t)last;
        }
    }
}

static void fill_walked(const struct call *c, struct table *t, int64_t per_model)
{
    int64_t states = t->pool + 1, wide = t->wide;
    const double *wounds = c->wounds + t->effect * c->widest;
    double slain = c->slain[t->effect];
    size_t step = (size_t)(states * wide);
    memset(t->chance, 0, sizeof(double) * step * (size_t)(t->dice + 1));
    for (int64_t w = 0; w < states; w++) t->chance[w * wide] = 1.0;
    for (int64_t n = 0; n < t->dice; n++)
        for (int64_t w = 0; w < states; w++) {
            const double *before = t->chance + (size_t)n * step + w * wide;
            double *after = t->chance + (size_t)(n + 1) * step + w * wide;
            for (int64_t k = 0; k <= w; k++) {
                double chance = before[k];
                if (chance == 0.0) continue;
                if (k == w) {
                    after[k] += chance;
                    continue;
                }
                int64_t model = (w - k - 1) % per_model + 1;
                for (int64_t x = 0; x < c->known[t->effect]; x++)
                    after[k + least(x, model)] += chance * wounds[x];
                after[k + model] += chance * slain;
            }
        }
}

/* Find the table of an effect on the enemy of a side, or note that there must be one. */
static struct table *table_of(struct run *r, int side, int32_t effect, int64_t dice)
{
    const struct call *c = r->c;
    const struct unit *struck = r->unit[1 - side];
    for (int64_t n = 0; n < r->tables; n++) {
        struct table *t = r->table + n;
        if (t->effect == effect && t->side == side) {
            t->dice = most(t->dice, dice);
            return t;
        }
    }
    if (r->tables == MOST_TABLES) return NULL;
    struct table *t = r->table + r->tables++;
    t->effect = effect;
    t->side = side;
    t->plain = struck->wounds == 1;
    t->each = c->slain[effect] == 0.0 ? c->known[effect] - 1 : struck->wounds;
    t->dice = dice;
    t->pool = struck->pool;
    t->wide = padded_more(t->pool + 2);
    return t;
}

static size_t table_size(const struct table *t)
{
    size_t wide = (size_t)t->wide, rows = (size_t)t->dice + 1;
    return t->plain ? 2 * rows * wide + rows * POWERS / sizeof(double) : rows * ((size_t)t->pool + 1) * wide;
}

static int fill_tables(struct run *r)
{
    size_t whole = 0;
    for (int64_t n = 0; n < r->tables; n++) whole += table_size(r->table + n);
    if (whole > 4000000) return NOT_SAID;
    double *next = reserve(r, 2, whole);
    if (!next) return NO_MEMORY;
    for (int64_t n = 0; n < r->tables; n++) {
        struct table *t = r->table + n;
        t->chance = next;
        t->more = next + (t->dice + 1) * t->wide;
        t->far = (uint8_t *)(next + 2 * (t->dice + 1) * t->wide);
        if (t->plain) fill_plain(t, r->c->harm[t->effect]);
        else fill_walked(r->c, t, r->unit[1 - t->side]->wounds);
        next += table_size(t);
    }
    return DONE;
}

/* ---- stages ---- */

static int strikes_of(const struct run *r, int side, int32_t slot, const struct strike **from)
{
    const struct call *c = r->c;
    int64_t line = r->unit[side]->line, target = r->unit[1 - side]->target;
    int32_t set = c->against[side][(slot * c->lines[side] + line) * c->targets[1 - side] +
                                   target];
    if (set < 0) return -1;
    *from = c->strike + c->first[set];
    return c->count[set];
}

/* Tell whether both sides strike at the same time somewhere in a stage. */
static int ties_in(const struct run *r, const struct stage *s)
{
    const struct strike *a = NULL, *b = NULL;
    int count_a = strikes_of(r, 0, s->slot[0], &a), count_b = strikes_of(r, 1, s->slot[1], &b);
    for (int i = 0; i < count_a; i++)
        for (int j = 0; j < count_b; j++)
            if (a[i].when == b[j].when) return 1;
    return 0;
}

/* Write down the strikes of a stage in their order, those of `before` first at a tie. */
static int put_in_order(struct run *r, const struct stage *s, int before, struct order *order)
{
    int32_t when[2 * MOST_STRIKES];
    order->count = 0;
    for (int n = 0; n < 2; n++) {
        int side = n ? 1 - before : before;
        const struct strike *from = NULL;
        int count = strikes_of(r, side, s->slot[side], &from);
        if (count < 0 || count > MOST_STRIKES) return NOT_SAID;
        for (int k = 0; k < count; k++) {
            struct blow one = {.by_b = side, .attacks = from[k].attacks, .who = from[k].who,
                               .two_ranks = from[k].two_ranks,
                               .charging = (s->charge >> side) & 1};
            one.table = table_of(r, side, from[k].effect, most_dice(r, side, &one));
            if (!one.table) return NOT_SAID;
            int at = order->count++;
            while (at > 0 && when[at - 1] > from[k].when) {
                when[at] = when[at - 1];
                order->blow[at] = order->blow[at - 1];
                at--;
            }
            when[at] = from[k].when;
            order->blow[at] = one;
        }
    }
    return DONE;
}

static int orders_of(struct run *r, const struct stage *s, struct played *p)
{
    int lots = !s->won && !r->c->at_once && ties_in(r, s);
    p->orders = lots ? 2 : 1;
    for (int n = 0; n < p->orders; n++) {
        int before = lots ? n : s->won == 2;
        p->order[n].weight = 1.0 / p->orders;
        int failed = put_in_order(r, s, r->c->at_once ? 0 : before, p->order + n);
        if (failed) return failed;
    }
    return DONE;
}

/* Return a difference that is told apart from others. */
static int64_t within(int64_t d) { return d < -WIDEST ? -WIDEST : d > WIDEST ? WIDEST : d; }

static double passes(const struct call *c, int64_t value)
{
    return c->passes[value < 0 ? 0 : value > 12 ? 12 : value];
}

/* Return the chance to hold when beaten by so much. */
static double holds(const struct call *c, const struct unit *own, int64_t difference)
{
    if (own->unbreakable) return 1.0;
    int64_t value = own->stubborn ? own->leadership : own->leadership - difference;
    double fails = 1.0 - passes(c, most(value, own->general - difference));
    return 1.0 - (own->again ? fails * fails : fails);
}

/* The calm of those who fear terror alone; any other fears nothing. */
enum { FEARS_TERROR = 2 };

/* Tell whether a side fears the other as it stands. */
static int fears(const struct unit *own, const struct unit *other)
{
    if (own->calm) return own->calm == FEARS_TERROR && other->terror;
    return other->terror || own->told_to_fear || (other->fear && !own->fear);
}

/* Points that ranks, contact and Unit Strength bring a side at most. */
enum { OF_RANKS = 9 + 9 + 2 + 1 };

/* Write down who may flee without a test in a stage, and who is run down then. */
static void risks_of(const struct run *r, const struct stage *s, struct played *p)
{
    for (int side = 0; side < 2; side++) {
        const struct unit *own = r->unit[side], *won = r->unit[1 - side];
        p->afraid[side] = fears(own, won) && !(own->impetuous && (s->charge >> side) & 1);
        p->down[side] = (1.0 - won->holds_back[s->frenzied[1 - side] != 0]) *
                        r->c->caught[4 * won->runs + own->runs];
    }
}

static void fates_of(const struct run *r, struct played *p)
{
    const struct unit *a = r->unit[0], *b = r->unit[1];
    int64_t music = r->music;
    int64_t from = most(0, FARTHEST - a->pool - b->fixed - OF_RANKS);
    int64_t end = least(REACH, FARTHEST + b->pool + a->fixed + OF_RANKS + 1);
    for (int sign = -1; sign <= 1; sign++) {
        struct fate told[2 * WIDEST + 1];
        for (int64_t at = -WIDEST; at <= WIDEST; at++) {
            int64_t d = at ? at : music;
            const struct unit *loser = d > 0 ? b : a;
            int flees = d > 0 ? p->afraid[1] && sign > 0 : p->afraid[0] && sign < 0;
            struct fate *f = told + at + WIDEST;
            f->stays = !d                             ? 1.0
                       : flees && !loser->unbreakable ? 0.0
                                                      : holds(r->c, loser, d < 0 ? -d : d);
            f->breaks = (pair){d < 0 ? 1.0 - f->stays : 0.0, d > 0 ? 1.0 - f->stays : 0.0};
            f->to = p->next[1 + (d > 0) - (d < 0)] * r->stride;
        }
        struct fate *f = p->fate + (sign + 1) * REACH;
        for (int64_t n = from; n < end; n++) f[n] = told[within(n - FARTHEST) + WIDEST];
    }
    memset(p->fate + GONE * REACH + from, 0, sizeof(struct fate) * (size_t)(end - from));
}

/* Mark a stage and all that may follow it. */
static void mark(const struct stage *stages, int stage, int *is_met)
{
    if (is_met[stage]) return;
    is_met[stage] = 1;
    for (int n = 0; n < 3; n++) mark(stages, stages[stage].next[n], is_met);
}

static int stages_of(struct run *r, const double *start)
{
    const struct call *c = r->c;
    const struct script *told =
        c->script + 4 * (r->unit[0]->frenzied != 0) + 2 * (r->unit[1]->frenzied != 0);
    const struct stage *begun = c->stage + told->first;
    int ties = !c->at_once && ties_in(r, begun + begun->next[1]);
    const struct stage *stages = c->stage + told[ties].first;
    int is_met[MOST_STAGES] = {0}, number[MOST_STAGES];
    r->told = told[ties].count;
    r->tables = r->stages = 0;
    if (r->told > MOST_STAGES) return NOT_SAID;
    for (int n = 0; n < 2; n++)
        if (start[n] != 0.0) mark(stages, n, is_met);
    for (int64_t n = 0; n < r->told; n++) number[n] = is_met[n] ? (int)r->stages++ : -1;
    for (int n = 0; n < 2; n++) r->stage_of[n] = start[n] != 0.0 ? number[n] : -1;
    for (int64_t n = 0; n < r->told; n++) {
        if (!is_met[n]) continue;
        struct played *p = r->played + number[n];
        for (int k = 0; k < 3; k++) p->next[k] = number[stages[n].next[k]];
        int failed = orders_of(r, stages + n, p);
        if (failed) return failed;
        risks_of(r, stages + n, p);
    }
    return fill_tables(r);
}

/* Return the transitions of the largest round, as model.py counts them. */
static double transitions(const struct run *r)
{
    double found = 0.0;
    int64_t size[2] = {r->unit[0]->pool + 1, r->unit[1]->pool + 1};
    for (int64_t n = 0; n < r->stages; n++) {
        const struct played *p = r->played + n;
        for (int o = 0; o < p->orders; o++) {
            int64_t lost[2] = {0, 0};
            for (int k = 0; k < p->order[o].count; k++) {
                const struct blow *x = p->order[o].blow + k;
                struct table own = *x->table;
                own.dice = most_dice(r, x->by_b, x);
                lost[1 - x->by_b] += most_lost(&own);
            }
            double here = (double)(size[0] * size[1]) *
                          (double)((least(lost[0], size[0] - 1) + 1) *
                                   (least(lost[1], size[1] - 1) + 1));
            if (here > found) found = here;
        }
    }
    return found;
}

/* ---- a round from a state ---- */

/* Return how many so many dice take at most, unlikely ends apart, where this chance is
 * one that is just kept times `kept`; none if -1 [wounds]. */
INLINE int64_t reaches(const struct table *t, int plain, int64_t count, double kept)
{
    uint64_t bits;
    memcpy(&bits, &kept, sizeof bits);
    int64_t power = (int64_t)(bits >> 52) - 1023;
    if (power < 0) return -1;
    if (!plain) return least(t->pool, count * t->each);
    return t->far[count * POWERS + least(power, POWERS - 1)];
}

/* Let so many dice fall on a side with so many wounds left. Return the chance that is
 * left out. */
INLINE double take(const struct table *t, int64_t count, int64_t left, int64_t reach,
                   double chance, double *to)
{
    if (!t->plain) {
        const double *row = t->chance + (count * (t->pool + 1) + left) * t->wide;
        int64_t last = least(left, reach);
        for (int64_t k = 0; k <= last; k++) to[k] += chance * row[k];
        return 0.0;
    }
    const double *row = t->chance + count * t->wide, *more = t->more + count * t->wide;
    if (left <= reach) {
        for (int64_t k = 0; k < left; k++) to[k] += chance * row[k];
        to[left] += chance * more[left];
        return 0.0;
    }
    for (int64_t k = 0; k <= reach; k++) to[k] += chance * row[k];
    return reach < t->pool ? chance * more[reach + 1] : 0.0;
}

/* The same where nothing is lost yet; `to` is overwritten up to whole vectors. */
INLINE double take_first(const struct table *t, int plain, int64_t count, int64_t left,
                         int64_t reach, double chance, double *to)
{
    int64_t last = least(left, reach);
    const double *row = t->chance + (plain ? count : count * (t->pool + 1) + left) * t->wide;
    int64_t k = 0;
    do {
        for (int64_t n = 0; n < FOUR; n += VECTOR)
            *(vector *)(to + k + n) = chance * *(const vector *)(row + k + n);
        k += FOUR;
    } while (k <= last);
    if (!plain) return reach < 0 ? chance : 0.0;
    const double *more = t->more + count * t->wide;
    const double *ends = left <= reach ? more : row;
    int64_t end = most(last, 0);
    to[end] = chance * ends[end];
    return left <= reach ? 0.0 : chance * more[reach + 1];
}

/* Write losses down by those of the other side. */
static void turn(const struct losses *from, struct losses *to)
{
    int32_t next = 0;
    to->outer = 1 - from->outer;
    to->rows = 0;
    for (int32_t m = 0; m < from->rows; m++)
        if (from->length[m] > to->rows) to->rows = from->length[m];
    for (int32_t n = 0; n < to->rows; n++) {
        double *row = to->chance + next;
        to->length[n] = 0;
        to->begin[n] = next;
        for (int32_t m = 0; m < from->rows; m++) {
            row[m] = n < from->length[m] ? from->chance[from->begin[m] + n] : 0.0;
            if (row[m] != 0.0) to->length[n] = m + 1;
        }
        next += to->length[n];
    }
}

/* Let one side strike that has lost 0, 1 … so far, and the other nothing: the latter's
 * losses are written down. */
INLINE double fall_first(const struct run *r, const struct blow *x, int plain, int64_t own,
                         int64_t left, const double *chance, int32_t rows, double kept,
                         struct losses *to)
{
    const struct table table = *x->table, *t = &table;
    const struct blow blow = *x;
    int side = blow.by_b;
    const int32_t *models = r->unit[side]->models_left + own;
    struct strikers s =
        strikers_of(r, side, &blow, *models, r->unit[1 - side]->models_left[left]);
    double missing = 0.0, *row = to->chance;
    to->outer = side;
    to->rows = rows;
    for (int32_t m = 0; m < rows; m++) {
        int64_t count = least(t->dice, dice(r, side, &blow, &s, models[-m]));
        int64_t reach = reaches(t, plain, count, chance[m] * kept);
        to->begin[m] = (int32_t)(row - to->chance);
        missing += take_first(t, plain, count, left, reach, chance[m], row);
        to->length[m] = (int32_t)least(left, reach) + 1;
        row += to->length[m];
    }
    return missing;
}

/* Let one side strike: the losses of the other grow. */
static double fall_again(const struct run *r, const struct blow *x, int64_t own, int64_t left,
                         const struct losses *from, double kept, struct losses *to)
{
    const struct table *t = x->table;
    int side = x->by_b;
    const int32_t *models = r->unit[side]->models_left + own;
    struct strikers s = strikers_of(r, side, x, *models, r->unit[1 - side]->models_left[left]);
    double missing = 0.0, *row = to->chance;
    to->outer = side;
    to->rows = 0;
    for (int32_t m = 0; m < from->rows; m++) {
        const double *chance = from->chance + from->begin[m];
        double weight = 0.0;
        int64_t length = from->length[m];
        for (int64_t n = 0; n < length; n++) weight += chance[n];
        int64_t count = least(t->dice, dice(r, side, x, &s, models[-m]));
        int64_t reach = reaches(t, t->plain, count, weight * kept);
        to->begin[m] = (int32_t)(row - to->chance);
        to->length[m] = 0;
        if (!length || reach < 0) {
            missing += weight;
            continue;
        }
        to->rows = m + 1;
        to->length[m] = (int32_t)least(left + 1, length + reach);
        memset(row, 0, sizeof(double) * (size_t)to->length[m]);
        for (int64_t n = 0; n < length; n++)
            if (chance[n] != 0.0)
                missing += take(t, count, left - n, reach, chance[n], row + n);
        row += to->length[m];
    }
    return missing;
}

/* Let one side strike. */
INLINE double fall(struct run *r, const struct blow *x, int64_t a, int64_t b, double kept)
{
    int64_t own = x->by_b ? b : a, left = x->by_b ? a : b;
    struct losses *from = r->now, *to = r->grown;
    double missing;
    if (from->rows == 1 && (from->outer != x->by_b || from->length[0] == 1)) {
        const double *chance = from->chance;
        int32_t rows = from->length[0];
        missing = x->table->plain
                      ? fall_first(r, x, 1, own, left, chance, rows, kept, to)
                      : fall_first(r, x, 0, own, left, chance, rows, kept, to);
    } else {
        if (from->outer != x->by_b) {
            turn(from, r->turned);
            r->now = r->turned;
            r->turned = from;
        }
        missing = fall_again(r, x, own, left, r->now, kept, to);
    }
    r->grown = r->now;
    r->now = to;
    return missing;
}

static int sign_of(int32_t strength_a, int32_t strength_b)
{
    return (strength_a > strength_b) - (strength_a < strength_b);
}

/* Write down the points of a over b by the wounds left, but for what the state in which
 * a round begins adds to all of them: numbers of fates. */
static void write_points(const struct run *r, int ranks_a, int ranks_b, int32_t *points)
{
    const struct unit *x = r->unit[0], *y = r->unit[1];
    int64_t wide = y->pool + 1, enough = r->c->enough;
    for (int32_t a = 0; a <= x->pool; a++) {
        int32_t of_a = a + x->fixed + (ranks_a ? x->ranks_at_end[a] : 0) +
                       (x->strength[a] >= enough ? y->touched : 0);
        int32_t *row = points + a * wide;
        for (int32_t b = y->pool; b >= 0; b--) {
            int32_t of_b = b + y->fixed + (ranks_b ? y->ranks_at_end[b] : 0) +
                           (y->strength[b] >= enough ? x->touched : 0);
            int sign = sign_of(x->strength[a], y->strength[b]);
            row[y->pool - b] = a && b ? of_a - of_b + sign + (sign + 1) * REACH
                                      : a - b + GONE * REACH;
        }
    }
}

/* Return the points of rounds that begin at a and b, and what all of them are less by. */
static const int32_t *points_of(struct run *r, int64_t a, int64_t b, int64_t *less)
{
    const struct unit *x = r->unit[0], *y = r->unit[1];
    int ranks_a = !(x->touched && y->strength[b] >= r->c->enough);
    int ranks_b = !(y->touched && x->strength[a] >= r->c->enough);
    int which = 2 * ranks_a + ranks_b;
    *less = a - b - FARTHEST - (ranks_a ? x->ranks_at_start[a] : 0) +
            (ranks_b ? y->ranks_at_start[b] : 0);
    if (!r->points[which]) {
        int32_t *room = (int32_t *)r->room[4] + which * r->plane;
        write_points(r, ranks_a, ranks_b, room);
        r->points[which] = room;
    }
    return r->points[which];
}

/* Return the place of a state; those of b are counted from its full pool. */
static int64_t place_of(const struct run *r, int64_t a, int64_t b)
{
    return a * (r->unit[1]->pool + 1) + r->unit[1]->pool - b;
}

/* The state at which the pass is. */
struct state {
    int64_t a, b, place, less;
    const int32_t *points; /* [place] */
    double *live;          /* [stage, round] */
    double arrived;
};

/* Play a stage's round from a state, once while the pass is there. */
INLINE void work_out(struct run *r, struct played *p, const struct state *at)
{
    if (p->known) return;
    double kept = at->arrived / r->c->cut;
    const struct fate *fate = p->fate + at->points[at->place] - at->less;
    p->known = 1;
    p->visits = p->missing = p->idle = 0.0;
    p->first = r->rounds;
    p->after = r->width;
    memset(p->taken, 0, sizeof(double) * (size_t)r->stride);
    for (int o = 0; o < p->orders; o++) {
        r->now->rows = r->now->length[0] = 1;
        r->now->begin[0] = 0;
        r->now->chance[0] = p->order[o].weight;
        r->now->outer = p->order[o].count ? p->order[o].blow[0].by_b : 0;
        for (int k = 0; k < p->order[o].count; k++)
            p->missing += fall(r, p->order[o].blow + k, at->a, at->b, kept);
        struct losses *spare = p->lost[o];
        p->lost[o] = r->now;
        r->now = spare;
        if (p->lost[o]->rows && p->lost[o]->length[0])
            p->idle += p->lost[o]->chance[0] * fate->stays;
    }
    p->idle_to = (int)(fate->to / r->stride);
}

/* Tell whether any number of a vector is not 0; none is less. */
INLINE int any(const double *numbers)
{
    vector all = *(const vector *)numbers;
    return (all[0] + all[1]) + (all[2] + all[3]) > 0.0;
}

/* Let the chances of the only stage fight their rounds. */
INLINE void fight_alone(struct run *r, const struct state *at)
{
    struct played *p = r->played;
    const double *live = at->live;
    double stays = 0.0, visits = 0.0, dropped = 0.0, pruned = r->c->pruned;
    int64_t round = 0, rounds = r->rounds, after = 0;
    double fought = at->arrived - live[rounds];
    if (fought < pruned) {
        r->row[DROPPED] += fought;
        return;
    }
    work_out(r, p, at);
    double idle = p->idle, *taken = p->taken + 1;
    while (round + VECTOR < rounds && !any(live + round)) round += VECTOR;
    p->first = round;
    for (; round < rounds; round++) {
        double chance = live[round] + stays, fights = chance >= pruned ? chance : 0.0;
        dropped += chance - fights;
        visits += fights;
        taken[round] = fights;
        stays = fights * idle;
        after = fights > 0.0 ? round : after;
    }
    p->after = after + 2;
    p->visits = visits;
    at->live[rounds] += stays;
    r->row[DROPPED] += dropped;
}

/* Let a state's chances fight their rounds; what loses nothing stays in it. */
INLINE void fight(struct run *r, const struct state *at)
{
    if (r->stages == 1 && r->rounds) {
        fight_alone(r, at);
        return;
    }
    double pruned = r->c->pruned;
    int64_t rounds = r->rounds, stride = r->stride;
    for (int64_t round = 0; round < rounds; round++)
        for (int64_t s = 0; s < r->stages; s++) {
            struct played *p = r->played + s;
            double chance = at->live[s * stride + round];
            if (chance == 0.0) continue;
            if (chance < pruned) {
                r->row[DROPPED] += chance;
                continue;
            }
            work_out(r, p, at);
            p->first = least(p->first, round + 1);
            p->after = round + 2;
            p->visits += chance;
            p->taken[round + 1] = chance;
            at->live[p->idle_to * stride + round + 1] += chance * p->idle;
        }
}

/* Run what remains of a state's chance to its end; rounds in which nothing is lost are
 * summed up. A stage leads to one that leads to itself while nothing is lost. */
INLINE int settle(struct run *r, const struct state *at)
{
    double remains[MOST_STAGES] = {0.0}, stalled = 0.0;
    double leak = r->told > 1 ? 1e-14 : 0.0;
    for (int64_t s = 0; s < r->stages; s++) {
        double chance = at->live[s * r->stride + r->rounds];
        if (chance < r->c->pruned) r->row[DROPPED] += chance;
        else remains[s] = chance;
    }
    for (int64_t turn = 0; turn <= r->stages; turn++)
        for (int64_t s = 0; s < r->stages; s++) {
            struct played *p = r->played + s;
            if (remains[s] == 0.0) continue;
            work_out(r, p, at);
            if (p->idle_to == s) continue;
            if (turn == r->stages) return NOT_SAID;
            p->visits += remains[s];
            p->taken[r->rounds] += remains[s];
            p->after = r->width;
            remains[p->idle_to] += remains[s] * p->idle;
            remains[s] = 0.0;
        }
    for (int64_t s = 0; s < r->stages; s++) {
        struct played *p = r->played + s;
        if (remains[s] == 0.0) continue;
        double leaves = 1.0 - (1.0 - leak) * p->idle;
        if (leak == 0.0 ? leaves < 1e-12 : leaves * 1e11 < 1.0) {
            stalled += remains[s];
            continue;
        }
        double visits = remains[s] / leaves;
        p->visits += visits;
        p->taken[r->rounds] += visits;
        p->after = r->width;
    }
    r->row[STALLED] += stalled;
    r->row[UNDECIDED] += stalled;
    r->row[A_LEFT] += stalled * (double)at->a;
    r->row[B_LEFT] += stalled * (double)at->b;
    return DONE;
}

typedef int32_t places __attribute__((vector_size(4 * 8), aligned(4), may_alias));

/* Write down where losses lead to; return how many there are. */
INLINE int64_t write_places(int32_t wide, const struct losses *lost, int64_t at, int32_t *to)
{
    int32_t by_row = lost->outer ? 1 : -wide, by_lost = lost->outer ? -wide : 1;
    int32_t rows = lost->rows, *begun = to;
    places steps = {0, 1, 2, 3, 4, 5, 6, 7}, here;
    steps = steps * by_lost + (int32_t)at;
    for (int32_t m = 0; m < rows; m++, steps += by_row) {
        int32_t length = lost->length[m];
        *(places *)to = here = steps;
        for (int32_t n = 8; n < length; n += 8) {
            here += 8 * by_lost;
            *(places *)(to + n) = here;
        }
        to += length;
    }
    return to - begun;
}

/* Chances to break in a round. */
struct breaks {
    double a, b;
};

/* Let the chances of all rounds take losses along, of so many vectors of rounds; 0 where
 * all rounds are one. `alike` if the next stage is the same whoever wins. What loses
 * nothing has been in its next round already. */
INLINE struct breaks leave_by(const struct run *r, const struct played *p,
                              const struct losses *lost, int64_t count,
                              const struct state *at, int64_t first, int64_t vectors,
                              int alike)
{
    const struct fate *fate = p->fate - at->less;
    const double *taken = p->taken + first, *chances = lost->chance;
    const int32_t *place = r->places, *points = at->points;
    double *live = r->live + first + (alike ? p->next[0] * r->stride : 0);
    double *ended = r->ended, visits = p->visits, once = *taken;
    vector rounds[3] = {{0.0}, {0.0}, {0.0}};
    int64_t cell = r->cell, n = 0;
    pair found = {0.0, 0.0};
    for (int64_t k = 0; k < vectors && k < 3; k++)
        rounds[k] = *(const vector *)(taken + VECTOR * k);
    if (count && lost->length[0]) {
        const struct fate *f = fate + points[at->place];
        ended[at->place] += (chances[0] - chances[0] * f->stays) * visits;
        found = chances[0] * f->breaks;
        n = 1;
    }
    for (; n < count; n++) {
        int64_t here = place[n];
        const struct fate *f = fate + points[here];
        double chance = chances[n], goes = chance * f->stays;
        double *into = live + here * cell + (alike ? 0 : f->to);
        ended[here] += (chance - goes) * visits;
        found += chance * f->breaks;
        if (!vectors) *into += goes * once;
        for (int64_t k = 0; k < vectors && k < 3; k++)
            *(vector *)(into + VECTOR * k) += goes * rounds[k];
        for (int64_t k = 3; k < vectors; k++)
            *(vector *)(into + VECTOR * k) += goes * *(const vector *)(taken + VECTOR * k);
    }
    return (struct breaks){found[0], found[1]};
}

/* The same, told apart by how many vectors there are. */
INLINE struct breaks leave_of(const struct run *r, const struct played *p,
                              const struct losses *lost, int64_t count,
                              const struct state *at, int64_t first, int64_t vectors,
                              int alike)
{
    return vectors == 0   ? leave_by(r, p, lost, count, at, first, 0, alike)
           : vectors == 1 ? leave_by(r, p, lost, count, at, first, 1, alike)
           : vectors == 2 ? leave_by(r, p, lost, count, at, first, 2, alike)
           : vectors == 3 ? leave_by(r, p, lost, count, at, first, 3, alike)
                          : leave_by(r, p, lost, count, at, first, vectors, alike);
}

/* Let the chances of all rounds take the losses of a state. */
INLINE void leave(struct run *r, const struct played *p, const struct state *at)
{
    int64_t first = p->first / VECTOR * VECTOR;
    int64_t vectors = r->width == 1 ? 0 : (p->after - first + VECTOR - 1) / VECTOR;
    int alike = p->next[0] == p->next[1] && p->next[1] == p->next[2];
    double visits = p->visits, *row = r->row;
    for (int o = 0; o < p->orders; o++) {
        const struct losses *lost = p->lost[o];
        int64_t count = write_places(r->unit[1]->pool + 1, lost, at->place, r->places);
        struct breaks e =
            alike ? leave_of(r, p, lost, count, at, first, vectors, 1)
                  : leave_of(r, p, lost, count, at, first, vectors, 0);
        row[A_BROKEN] += visits * e.a * (1.0 - p->down[0]);
        row[B_BROKEN] += visits * e.b * (1.0 - p->down[1]);
        row[A_RUN_DOWN] += visits * e.a * p->down[0];
        row[B_RUN_DOWN] += visits * e.b * p->down[1];
    }
    row[ROUNDS] += visits;
    row[DROPPED] += visits * p->missing;
}

/* Add up what is left where fights have ended. */
static void close(struct run *r)
{
    int64_t wide = r->unit[1]->pool + 1;
    for (int64_t a = 0; a <= r->unit[0]->begins; a++)
        for (int64_t b = 0; b <= r->unit[1]->begins; b++) {
            double chance = r->ended[a * wide + wide - 1 - b];
            r->row[A_LEFT] += chance * (double)a;
            r->row[B_LEFT] += chance * (double)b;
            if (!a || !b) r->row[a ? B_DESTROYED : b ? A_DESTROYED : BOTH_DESTROYED] += chance;
        }
}

/* Add up the first round: who wins it, who is gone at once, and the wounds of both. */
static void open(struct run *r, const struct played *p, const struct state *at, double chance)
{
    for (int o = 0; o < p->orders; o++) {
        const struct losses *lost = p->lost[o];
        for (int64_t m = 0; m < lost->rows; m++)
            for (int64_t n = 0; n < lost->length[m]; n++) {
                double share = chance * lost->chance[lost->begin[m] + n];
                int64_t i = lost->outer ? n : m, j = lost->outer ? m : n;
                r->row[A_DEALT] += share * (double)j;
                r->row[B_DEALT] += share * (double)i;
                if (i == at->a || j == at->b) {
                    if (i < at->a) r->row[B_GONE_FIRST] += share;
                    if (j < at->b) r->row[A_GONE_FIRST] += share;
                    continue;
                }
                int64_t place = place_of(r, at->a - i, at->b - j);
                int64_t d = (at->points[place] - at->less) % REACH - FARTHEST;
                if (!d) d = r->music;
                if (d > 0) r->row[A_WINS_FIRST] += share;
                if (d < 0) r->row[B_WINS_FIRST] += share;
            }
    }
}

/* Meet one state. */
WIDE static int meet(struct run *r, int64_t a, int64_t b, const double *start)
{
    struct state at = {.a = a, .b = b, .place = place_of(r, a, b)};
    at.live = r->live + at.place * r->cell;
    if (r->width == 1)
        for (int64_t n = 0; n < r->cell; n++) at.arrived += at.live[n];
    else {
        vector sum = *(const vector *)at.live;
        for (int64_t n = VECTOR; n < r->cell; n += VECTOR) sum += *(const vector *)(at.live + n);
        at.arrived = (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
    if (at.arrived == 0.0) return DONE;
    at.points = points_of(r, a, b, &at.less);
    for (int64_t s = 0; s < r->stages; s++) r->played[s].known = 0;
    if (start)
        for (int s = 0; s < 2; s++) {
            if (start[s] == 0.0) continue;
            struct played *p = r->played + r->stage_of[s];
            work_out(r, p, &at);
            open(r, p, &at, start[s]);
        }
    fight(r, &at);
    int failed = r->unlimited ? settle(r, &at) : DONE;
    if (failed) return failed;
    for (int64_t s = 0; s < r->stages; s++) {
        const struct played *p = r->played + s;
        if (!r->unlimited) {
            double remains = at.live[s * r->stride + r->rounds];
            r->row[UNDECIDED] += remains;
            r->row[A_LEFT] += remains * (double)a;
            r->row[B_LEFT] += remains * (double)b;
        }
        if (p->known && p->visits != 0.0) leave(r, p, &at);
    }
    return DONE;
}

/* Make room for the losses of a state. */
static int make_room(struct run *r)
{
    int64_t blocks = 3, next = 0;
    int64_t cells = (r->unit[0]->begins + 1) * (r->unit[1]->begins + 1) + FOUR;
    for (int64_t s = 0; s < r->stages; s++) blocks += r->played[s].orders;
    double *losses = reserve(r, 3, (size_t)(blocks * cells));
    double *taken = reserve(r, 1, (size_t)(r->stages * r->stride));
    r->ended = reserve(r, 5, (size_t)r->plane);
    r->places = (int32_t *)reserve(r, 6, (size_t)cells);
    if (!losses || !taken || !r->ended || !r->places || !reserve(r, 4, (size_t)(2 * r->plane)))
        return NO_MEMORY;
    memset(r->ended, 0, sizeof(double) * (size_t)r->plane);
    for (int64_t n = 0; n < blocks; n++) r->losses[n].chance = losses + n * cells;
    r->now = r->losses + next++;
    r->grown = r->losses + next++;
    r->turned = r->losses + next++;
    for (int64_t s = 0; s < r->stages; s++) {
        r->played[s].taken = taken + s * r->stride;
        for (int o = 0; o < r->played[s].orders; o++)
            r->played[s].lost[o] = r->losses + next++;
    }
    for (int n = 0; n < 4; n++) r->points[n] = NULL;
    return DONE;
}

/* Fight a pair's rounds, the first `rounds` one by one. */
static int fight_out(struct run *r, const struct begun *from, int64_t count, int64_t rounds)
{
    int64_t begins[2] = {r->unit[0]->begins, r->unit[1]->begins};
    r->rounds = rounds;
    r->width = rounds + 1;
    r->stride = r->width > 1 ? padded(r->width) : 1;
    r->cell = r->stages * r->stride;
    size_t live = (size_t)(r->plane * r->cell);
    r->live = reserve(r, 0, live);
    if (!r->live || make_room(r)) return NO_MEMORY;
    memset(r->live, 0, sizeof(double) * live);
    memset(r->row, 0, sizeof(double) * COLUMNS);
    for (int64_t s = 0; s < r->stages; s++) fates_of(r, r->played + s);
    for (int64_t n = 0; n < count; n++)
        for (int s = 0; s < 2; s++)
            if (from[n].chance[s] != 0.0)
                r->live[place_of(r, from[n].a, from[n].b) * r->cell +
                        r->stage_of[s] * r->stride] = from[n].chance[s];
    for (int64_t a = begins[0]; a > 0; a--)
        for (int64_t b = begins[1]; b > 0; b--) {
            int begins_here = count && from->a == a && from->b == b;
            int failed = meet(r, a, b, begins_here ? from->chance : NULL);
            if (failed) return failed;
            from += begins_here;
            count -= begins_here;
        }
    close(r);
    return DONE;
}

static int solve(struct run *r, int64_t n)
{
    const struct call *c = r->c;
    const double *start = c->start + 2 * n;
    r->row = c->rows + n * COLUMNS;
    for (int side = 0; side < 2; side++) r->unit[side] = c->unit[side] + c->pair[2 * n + side];
    if (start[0] == 0.0 && start[1] == 0.0) {
        memset(r->row, 0, sizeof(double) * COLUMNS);
        return DONE;
    }
    for (int side = 0; side < 2; side++) {
        const struct unit *own = r->unit[side], *other = r->unit[1 - side];
        for (int64_t m = 0; m <= other->models; m++)
            r->reach[side][m] =
                c->whole ? MOST : other->along[m] * other->base / own->base + 2;
    }
    r->plane = (int64_t)(r->unit[0]->pool + 1) * (r->unit[1]->pool + 1);
    r->unlimited = c->unlimited;
    r->music = c->musicians ? r->unit[0]->musician - r->unit[1]->musician : 0;
    for (int side = 0; side < 2; side++)
        if (r->unit[side]->fixed < 0 || r->unit[side]->fixed > MOST_FIXED) return NOT_SAID;
    int failed = stages_of(r, start);
    if (failed) return failed;
    if (transitions(r) > c->most_transitions) return NOT_SAID;
    struct begun whole = {{start[0], start[1]}, r->unit[0]->begins, r->unit[1]->begins};
    const struct begun *from = c->spread ? c->begun + c->spread[n] : &whole;
    int64_t count = c->spread ? c->spread[n + 1] - c->spread[n] : 1;
    failed = fight_out(r, from, count, c->unlimited ? 0 : c->rounds);
    /* Where nothing changes any more, rounds are counted as far as they are reported. */
    if (!failed && c->unlimited && r->row[STALLED] > 0.0)
        failed = fight_out(r, from, count, c->rounds);
    return failed;
}

struct shared {
    const struct call *c;
    int64_t next;
    int failed;
};

/* Solve pair after pair until none is left. */
static void *work(void *given)
{
    struct shared *shared = given;
    struct run *r = calloc(1, sizeof(struct run));
    if (!r) {
        __atomic_store_n(&shared->failed, NO_MEMORY, __ATOMIC_RELAXED);
        return NULL;
    }
    r->c = shared->c;
    for (;;) {
        int64_t n = __atomic_fetch_add(&shared->next, 1, __ATOMIC_RELAXED);
        if (n >= shared->c->pairs) break;
        int failed = solve(r, n);
        shared->c->status[n] = failed;
        if (failed == NO_MEMORY) __atomic_store_n(&shared->failed, failed, __ATOMIC_RELAXED);
    }
    for (int n = 0; n < 7; n++) free(r->room[n]);
    free(r);
    return NULL;
}

int armybuilder_ranked(const struct call *c)
{
    struct shared shared = {.c = c};
    pthread_t thread[MOST_THREADS];
    int64_t begun = 0, wanted = least(least(c->threads, MOST_THREADS), c->pairs);
    if (c->unit_size != (int64_t)sizeof(struct unit) || c->rounds < 1 ||
        c->rounds > MOST_ROUNDS)
        return OTHER_LAYOUT;
    while (begun < wanted - 1 && !pthread_create(thread + begun, NULL, work, &shared)) begun++;
    work(&shared);
    for (int64_t n = 0; n < begun; n++) pthread_join(thread[n], NULL);
    return shared.failed;
}
