/* Fights of ranked units, many at a time: each is built from two blocks and solved here.
 *
 * A block is a unit in its situation, written down once (ranked.py). Of a pair only
 * what depends on both is worked out: who touches whom, the order of strikes, the points
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
 * or more; of others [dice, left, lost]. */
struct table {
    int32_t effect, side, plain, each;
    int64_t dice, pool;
    double *chance, *more;
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

/* What differences lead to, as far as points reach: by the sign of Unit Strengths. */
enum { FARTHEST = 160, REACH = 2 * FARTHEST + 4, MOST_FIXED = 40 };

struct fates {
    double stays[REACH], a_breaks[REACH];
};

struct played {
    int32_t is_met, orders;
    struct order order[2];
    struct fates fates[3];
    int32_t next[3];
    double down[2]; /* chance that a side that breaks is run down */
    /* of the state at which the pass is */
    int known, idle_to;
    int64_t rows, columns;
    double idle, visits, missing;
    double *joint, *taken;
};

struct run {
    const struct call *c;
    const struct unit *unit[2];
    const struct stage *stage;
    int64_t stages, plane, width, stride, rounds, unlimited, apart, music;
    int32_t reach[2][SIZE]; /* models of a side that find room, by the other's models */
    struct played played[MOST_STAGES];
    struct table table[MOST_TABLES];
    int64_t tables;
    double *room[4]; /* live, joints, tables, two blocks of losses */
    size_t reserved[4], used;
    double *live, *now, *grown;
    double *row;
    int64_t first_a[SIZE], second_b[SIZE];
    double stays[SIZE + 8], a_breaks[SIZE + 8]; /* of a row whose signs differ */
    double goes[SIZE + 8], over[SIZE + 8], over_left[SIZE + 8], lost[SIZE + 8];
};

static int64_t least(int64_t x, int64_t y) { return x < y ? x : y; }
static int64_t most(int64_t x, int64_t y) { return x > y ? x : y; }

/* Make room for so many numbers; what was there is lost. */
static double *reserve(struct run *r, int which, size_t count)
{
    if (count > r->reserved[which]) {
        free(r->room[which]);
        r->room[which] = malloc(sizeof(double) * count);
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

/* Return the dice of strikes by the models of both as the round began, and now. */
static int64_t dice(const struct run *r, int side, const struct blow *x, int64_t models,
                    int64_t enemies, int64_t now)
{
    const struct call *c = r->c;
    int64_t able = met(r, side, x, models, enemies), left = able, champion = 0;
    if (!c->at_once && c->step_up) left = met(r, side, x, least(models, now), enemies);
    else if (!c->at_once) left = most(0, able - most(0, models - now));
    if (r->unit[side]->champion) {
        if (models && enemies && (now || c->at_once)) champion = least(1, able);
        left = most(left, champion);
        if (x->who == 1) left = least(champion, left);
        else if (x->who == 0) left -= least(champion, left);
    }
    return left * x->attacks;
}

static int64_t most_dice(const struct run *r, int side, const struct blow *x)
{
    int64_t full = r->unit[side]->models, other = r->unit[1 - side]->models;
    return most(dice(r, side, x, full, other, full), dice(r, side, x, full, 0, full));
}

static int64_t most_lost(const struct table *t)
{
    return least(t->pool, t->dice * t->each);
}

/* ---- tables ---- */

static void fill_plain(struct table *t, double p)
{
    int64_t wide = t->pool + 1;
    double *chance = t->chance, *more = t->more;
    memset(chance, 0, sizeof(double) * (size_t)wide);
    memset(more, 0, sizeof(double) * (size_t)wide);
    chance[0] = more[0] = 1.0;
    for (int64_t n = 0; n < t->dice; n++, chance += wide, more += wide) {
        chance[wide] = chance[0] * (1.0 - p);
        more[wide] = 1.0;
        for (int64_t k = 1; k < wide; k++) {
            chance[wide + k] = chance[k] * (1.0 - p) + chance[k - 1] * p;
            more[wide + k] = more[k] * (1.0 - p) + more[k - 1] * p;
        }
    }
}

static void fill_walked(const struct call *c, struct table *t, int64_t per_model)
{
    int64_t wide = t->pool + 1;
    const double *wounds = c->wounds + t->effect * c->widest;
    double slain = c->slain[t->effect];
    size_t step = (size_t)(wide * wide);
    memset(t->chance, 0, sizeof(double) * step * (size_t)(t->dice + 1));
    for (int64_t w = 0; w < wide; w++) t->chance[w * wide] = 1.0;
    for (int64_t n = 0; n < t->dice; n++)
        for (int64_t w = 0; w < wide; w++) {
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
    return t;
}

static size_t table_size(const struct table *t)
{
    size_t wide = (size_t)t->pool + 1, rows = (size_t)t->dice + 1;
    return t->plain ? 2 * rows * wide : rows * wide * wide;
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
        t->more = next + (t->dice + 1) * (t->pool + 1);
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
                               .charging = s->charge == side + 1};
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

/* Tell whether a side fears the other as it stands. */
static int fears(const struct unit *own, const struct unit *other)
{
    if (own->calm) return 0;
    return other->terror || own->told_to_fear || (other->fear && !own->fear);
}

static void fates_of(const struct run *r, const struct stage *s, struct played *p)
{
    const struct unit *a = r->unit[0], *b = r->unit[1];
    int64_t music = r->music;
    int afraid[2];
    for (int side = 0; side < 2; side++) {
        const struct unit *own = r->unit[side], *won = r->unit[1 - side];
        afraid[side] = fears(own, won) && !(own->impetuous && s->charge == side + 1);
        p->down[side] = (1.0 - won->holds_back[s->frenzied[1 - side] != 0]) *
                        r->c->caught[4 * won->runs + own->runs];
    }
    memcpy(p->next, s->next, sizeof p->next);
    for (int sign = -1; sign <= 1; sign++) {
        double stays[2 * WIDEST + 1];
        for (int64_t at = -WIDEST; at <= WIDEST; at++) {
            int64_t d = at ? at : music;
            const struct unit *loser = d > 0 ? b : a;
            int flees = d > 0 ? afraid[1] && sign > 0 : afraid[0] && sign < 0;
            stays[at + WIDEST] = !d                            ? 1.0
                                 : flees && !loser->unbreakable ? 0.0
                                                 : holds(r->c, loser, d < 0 ? -d : d);
        }
        struct fates *f = p->fates + sign + 1;
        for (int64_t n = 0; n < REACH; n++) {
            int64_t at = within(n - FARTHEST);
            f->stays[n] = stays[at + WIDEST];
            f->a_breaks[n] = (at ? at : music) < 0 ? 1.0 - stays[at + WIDEST] : 0.0;
        }
    }
}

/* Mark a stage and all that may follow it. */
static void mark(struct run *r, int stage)
{
    if (r->played[stage].is_met) return;
    r->played[stage].is_met = 1;
    for (int n = 0; n < 3; n++) mark(r, r->stage[stage].next[n]);
}

static int stages_of(struct run *r, const double *start)
{
    const struct call *c = r->c;
    const struct script *told =
        c->script + 4 * (r->unit[0]->frenzied != 0) + 2 * (r->unit[1]->frenzied != 0);
    const struct stage *begun = c->stage + told->first;
    int ties = !c->at_once && ties_in(r, begun + begun->next[1]);
    r->stage = c->stage + told[ties].first;
    r->stages = told[ties].count;
    r->tables = 0;
    if (r->stages > MOST_STAGES) return NOT_SAID;
    for (int64_t n = 0; n < r->stages; n++) r->played[n].is_met = 0;
    for (int n = 0; n < 2; n++)
        if (start[n] != 0.0) mark(r, n);
    for (int64_t n = 0; n < r->stages; n++) {
        if (!r->played[n].is_met) continue;
        int failed = orders_of(r, r->stage + n, r->played + n);
        if (failed) return failed;
        fates_of(r, r->stage + n, r->played + n);
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
        for (int o = 0; p->is_met && o < p->orders; o++) {
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

struct block {
    int64_t rows, columns;
};

/* Return how many so many dice take at most, unlikely ends apart [wounds]. */
static int64_t reaches(const struct table *t, int64_t count, double cut)
{
    if (!t->plain) return least(t->pool, count * t->each);
    const double *more = t->more + count * (t->pool + 1);
    int64_t most_taken = t->each ? least(t->pool, count) : 0;
    while (most_taken > 0 && more[most_taken] < cut) most_taken--;
    return most_taken;
}

/* Let so many dice fall on a side with so many wounds left; `to` has one place for each
 * wound lost, so far apart. Return the chance that is left out. */
static double take(const struct table *t, int64_t count, int64_t left, int64_t reach,
                   double chance, double *to, int64_t apart)
{
    int64_t wide = t->pool + 1;
    if (!t->plain) {
        const double *row = t->chance + (count * wide + left) * wide;
        int64_t last = least(left, reach);
        for (int64_t k = 0; k <= last; k++) to[k * apart] += chance * row[k];
        return 0.0;
    }
    const double *row = t->chance + count * wide, *more = t->more + count * wide;
    if (left <= reach) {
        for (int64_t k = 0; k < left; k++) to[k * apart] += chance * row[k];
        to[left * apart] += chance * more[left];
        return 0.0;
    }
    for (int64_t k = 0; k <= reach; k++) to[k * apart] += chance * row[k];
    return reach < t->pool ? chance * more[reach + 1] : 0.0;
}

static int64_t padded(int64_t width) { return (width + 3) / 4 * 4; }

/* Write zeros into rows of a block, from a column up to a whole number of vectors. */
static void clear(const struct run *r, double *block, int64_t row, int64_t rows,
                  int64_t column, int64_t columns)
{
    for (; row < rows; row++)
        memset(block + row * r->apart + column, 0,
               sizeof(double) * (size_t)(padded(columns) - column));
}

/* Let one side strike; the block of losses grows. */
static double fall(struct run *r, const struct blow *x, int64_t a, int64_t b,
                   struct block *at, double cut)
{
    const struct table *t = x->table;
    const int32_t *models[2] = {r->unit[0]->models_left, r->unit[1]->models_left};
    int side = x->by_b;
    int64_t start[2] = {a, b};
    int64_t own = models[side][start[side]], other = models[1 - side][start[1 - side]];
    int64_t reach = reaches(t, least(t->dice, dice(r, side, x, own, other, own)), cut);
    int64_t rows = side ? least(a + 1, at->rows + reach) : at->rows;
    int64_t columns = side ? at->columns : least(b + 1, at->columns + reach);
    double missing = 0.0;
    clear(r, r->grown, 0, rows, 0, columns);
    int64_t outer = side ? at->columns : at->rows, inner = side ? at->rows : at->columns;
    for (int64_t m = 0; m < outer; m++) {
        int64_t now = models[side][start[side] - m];
        int64_t count = least(t->dice, dice(r, side, x, own, other, now));
        for (int64_t n = 0; n < inner; n++) {
            int64_t i = side ? n : m, j = side ? m : n;
            double chance = r->now[i * r->apart + j];
            if (chance == 0.0) continue;
            missing += take(t, count, start[1 - side] - n, reach, chance,
                            r->grown + i * r->apart + j, side ? r->apart : 1);
        }
    }
    double *before = r->now;
    r->now = r->grown;
    r->grown = before;
    at->rows = rows;
    at->columns = columns;
    return missing;
}

/* Points of side a by what it lost, and those of b, as a round began at a and b. */
static void points(struct run *r, int64_t a, int64_t b, int64_t rows, int64_t columns)
{
    const struct unit *x = r->unit[0], *y = r->unit[1];
    int64_t enough = r->c->enough;
    int ranks_a = !(x->touched && y->strength[b] >= enough);
    int ranks_b = !(y->touched && x->strength[a] >= enough);
    for (int64_t i = 0; i < rows; i++) {
        int64_t left = a - i;
        int64_t ranks = ranks_a ? x->ranks_at_start[a] + x->ranks_at_end[left] : 0;
        int64_t touch = x->strength[left] >= enough ? y->touched : 0;
        r->first_a[i] = FARTHEST + ranks + x->fixed - i + touch;
    }
    for (int64_t j = 0; j < columns; j++) {
        int64_t left = b - j;
        int64_t ranks = ranks_b ? y->ranks_at_start[b] + y->ranks_at_end[left] : 0;
        int64_t touch = y->strength[left] >= enough ? x->touched : 0;
        r->second_b[j] = j - ranks - y->fixed - touch;
    }
}

static int sign_of(int32_t strength_a, int32_t strength_b)
{
    return (strength_a > strength_b) - (strength_a < strength_b);
}

/* Tell who won by points, of which FARTHEST are as many on both sides: 1 for a. */
static int won_by(const struct run *r, int64_t d)
{
    if (d == FARTHEST) d += r->music;
    return (d > FARTHEST) - (d < FARTHEST);
}

/* Tell who won a round in which i and j were lost. */
static int won_at(const struct run *r, int64_t i, int64_t j, int32_t strength_a,
                  int32_t strength_b)
{
    return won_by(r, r->first_a[i] + r->second_b[j] + sign_of(strength_a, strength_b));
}

/* Play a stage's round from a state, once while the pass is there. */
static void work_out(struct run *r, struct played *p, int64_t a, int64_t b, double arrived)
{
    if (p->known) return;
    struct block at = {1, 1};
    double cut = r->c->cut / arrived;
    p->known = 1;
    p->visits = p->missing = 0.0;
    memset(p->taken, 0, sizeof(double) * (size_t)r->stride);
    for (int o = 0; o < p->orders; o++) {
        struct block one = {1, 1};
        clear(r, r->now, 0, 1, 0, 1);
        r->now[0] = p->order[o].weight;
        for (int k = 0; k < p->order[o].count; k++)
            p->missing += fall(r, p->order[o].blow + k, a, b, &one, cut);
        if (!o) {
            double *free_now = p->joint;
            p->joint = r->now;
            r->now = free_now;
            at = one;
            continue;
        }
        int64_t rows = most(at.rows, one.rows), columns = most(at.columns, one.columns);
        if (columns > at.columns) clear(r, p->joint, 0, at.rows, at.columns, columns);
        clear(r, p->joint, at.rows, rows, 0, columns);
        for (int64_t i = 0; i < one.rows; i++)
            for (int64_t j = 0; j < one.columns; j++)
                p->joint[i * r->apart + j] += r->now[i * r->apart + j];
        at.rows = rows;
        at.columns = columns;
    }
    p->rows = at.rows;
    p->columns = at.columns;
    points(r, a, b, 1, 1);
    int sign = sign_of(r->unit[0]->strength[a], r->unit[1]->strength[b]);
    int64_t d = r->first_a[0] + r->second_b[0] + sign;
    p->idle = p->joint[0] * p->fates[sign + 1].stays[d];
    p->idle_to = p->next[1 + won_by(r, d)];
}

static double *live_at(struct run *r, int64_t stage, int64_t at)
{
    return r->live + (stage * r->plane + at) * r->stride;
}

/* Return the place of a state; those of b are counted from its full pool. */
static int64_t place_of(const struct run *r, int64_t a, int64_t b)
{
    return a * (r->unit[1]->pool + 1) + r->unit[1]->pool - b;
}

/* Let a state's chances fight their rounds; what loses nothing stays in it. */
static void fight(struct run *r, int64_t at, int64_t a, int64_t b, double arrived)
{
    for (int64_t round = 0; round < r->rounds; round++)
        for (int64_t s = 0; s < r->stages; s++) {
            struct played *p = r->played + s;
            double *chance = live_at(r, s, at) + round;
            if (!p->is_met || *chance == 0.0) continue;
            if (*chance < r->c->pruned) {
                r->row[DROPPED] += *chance;
                continue;
            }
            work_out(r, p, a, b, arrived);
            p->visits += *chance;
            p->taken[round + 1] = *chance;
            if (p->idle != 0.0) live_at(r, p->idle_to, at)[round + 1] += *chance * p->idle;
        }
}

/* Run what remains of a state's chance to its end; rounds in which nothing is lost are
 * summed up. A stage leads to one that leads to itself while nothing is lost. */
static int settle(struct run *r, int64_t at, int64_t a, int64_t b, double arrived)
{
    double remains[MOST_STAGES] = {0.0}, stalled = 0.0;
    double leak = r->stages > 1 ? 1e-14 : 0.0;
    for (int64_t s = 0; s < r->stages; s++) {
        if (!r->played[s].is_met) continue;
        double chance = live_at(r, s, at)[r->rounds];
        if (chance < r->c->pruned) r->row[DROPPED] += chance;
        else remains[s] = chance;
    }
    for (int64_t turn = 0; turn <= r->stages; turn++)
        for (int64_t s = 0; s < r->stages; s++) {
            struct played *p = r->played + s;
            if (remains[s] == 0.0) continue;
            work_out(r, p, a, b, arrived);
            if (p->idle_to == s) continue;
            if (turn == r->stages) return NOT_SAID;
            p->visits += remains[s];
            p->taken[r->rounds] += remains[s];
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
    }
    r->row[STALLED] += stalled;
    r->row[UNDECIDED] += stalled;
    r->row[A_LEFT] += stalled * (double)a;
    r->row[B_LEFT] += stalled * (double)b;
    return DONE;
}

/* Where the compiler can, the widest vectors that the processor has are chosen when the
 * library is loaded; sums are taken in the same order either way. */
#if defined(__GLIBC__) && defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

typedef double vector __attribute__((vector_size(32), aligned(8), may_alias));

/* Write down what a row of losses leads to: its chances to go on, and what ends. */
WIDE static void sort(struct run *r, const double *joint, const double *stays,
                      const double *a_breaks, double left, int64_t columns)
{
    for (int64_t j = 0; j < columns; j += 4) {
        vector chance = *(const vector *)(joint + j);
        vector goes = chance * *(const vector *)(stays + j), over = chance - goes;
        *(vector *)(r->goes + j) = goes;
        *(vector *)(r->over + j) += over;
        *(vector *)(r->over_left + j) += over * left;
        *(vector *)(r->lost + j) += chance * *(const vector *)(a_breaks + j);
    }
}

/* Let chances to go on take the chances of all rounds along. */
WIDE static void move(const double *goes, int64_t columns, const double *taken,
                      double *to, int64_t stride, int64_t vectors)
{
    if (vectors == 1) {
        vector one = *(const vector *)taken;
        for (int64_t j = 0; j < columns; j++, to += stride) *(vector *)to += goes[j] * one;
    } else if (vectors == 2) {
        vector one = *(const vector *)taken, two = *(const vector *)(taken + 4);
        for (int64_t j = 0; j < columns; j++, to += stride) {
            *(vector *)to += goes[j] * one;
            *(vector *)(to + 4) += goes[j] * two;
        }
    } else
        for (int64_t j = 0; j < columns; j++, to += stride)
            for (int64_t n = 0; n < vectors; n++)
                *(vector *)(to + 4 * n) += goes[j] * *(const vector *)(taken + 4 * n);
}

WIDE static void move_once(const double *goes, int64_t columns, double taken, double *to)
{
    for (int64_t j = 0; j < columns; j += 4)
        *(vector *)(to + j) += *(const vector *)(goes + j) * taken;
}

/* Find the fates of a row of losses. Its points rise one by one, but for ranks counted
 * at the end and contact; the sign of Unit Strengths changes twice at most. */
static void fates_of_row(struct run *r, const struct played *p, int64_t i, int64_t b,
                         int32_t strength, int64_t columns, const double **stays,
                         const double **a_breaks)
{
    const int32_t *other = r->unit[1]->strength;
    int64_t first = r->first_a[i];
    int sign = sign_of(strength, other[b]), last = sign_of(strength, other[b - columns + 1]);
    if (sign == last && r->second_b[columns - 1] - r->second_b[0] == columns - 1) {
        *stays = p->fates[sign + 1].stays + first + r->second_b[0] + sign;
        *a_breaks = p->fates[sign + 1].a_breaks + first + r->second_b[0] + sign;
        return;
    }
    for (int64_t j = 0; j < columns;) {
        sign = sign_of(strength, other[b - j]);
        int64_t d = first + r->second_b[j] + sign, run = 0;
        const struct fates *f = p->fates + sign + 1;
        do {
            r->stays[j] = f->stays[d + run];
            r->a_breaks[j] = f->a_breaks[d + run];
            run++, j++;
        } while (j < columns && r->second_b[j] == r->second_b[j - 1] + 1 &&
                 sign_of(strength, other[b - j]) == sign);
    }
    *stays = r->stays;
    *a_breaks = r->a_breaks;
}

/* Let the chances of all rounds take the losses of a state. */
static void leave(struct run *r, struct played *p, int64_t a, int64_t b)
{
    int64_t first = 0, after = r->width, columns = least(p->columns, b);
    int64_t wide = r->unit[1]->pool + 1;
    const int32_t *strength_a = r->unit[0]->strength, *strength_b = r->unit[1]->strength;
    int alike = p->next[0] == p->next[1] && p->next[1] == p->next[2];
    double breaks_a = 0.0, left_a = 0.0, left_b = 0.0, over = 0.0;
    double gone_a = 0.0, gone_b = 0.0, visits = p->visits;
    while (first < after && p->taken[first] == 0.0) first++;
    while (first < after && p->taken[after - 1] == 0.0) after--;
    first = first / 4 * 4;
    int64_t vectors = (after - first + 3) / 4;
    points(r, a, b, p->rows, p->columns);
    for (int64_t j = 0; j < padded(columns); j++)
        r->over[j] = r->over_left[j] = r->lost[j] = 0.0;
    for (int64_t i = 0; i < least(p->rows, a); i++) {
        double *joint = p->joint + i * r->apart;
        const double *stays, *a_breaks;
        if (p->columns > b) {
            gone_b += joint[b];
            left_a += joint[b] * (double)(a - i);
            joint[b] = 0.0;
        }
        fates_of_row(r, p, i, b, strength_a[a - i], columns, &stays, &a_breaks);
        sort(r, joint, stays, a_breaks, (double)(a - i), columns);
        if (!i) r->goes[0] = 0.0;
        double *to = r->live + ((a - i) * wide + r->unit[1]->pool - b) * r->stride + first;
        if (alike) {
            to += p->next[0] * r->plane * r->stride;
            if (r->width == 1) move_once(r->goes, columns, p->taken[0], to);
            else move(r->goes, columns, p->taken + first, to, r->stride, vectors);
            continue;
        }
        for (int64_t j = 0, after_run; j < columns; j = after_run) {
            int won = won_at(r, i, j, strength_a[a - i], strength_b[b - j]);
            double *at = to + (p->next[1 + won] * r->plane + j) * r->stride;
            after_run = j + 1;
            while (after_run < columns && won == won_at(r, i, after_run, strength_a[a - i],
                                                        strength_b[b - after_run]))
                after_run++;
            if (r->width > 1)
                move(r->goes + j, after_run - j, p->taken + first, at, r->stride, vectors);
            else
                for (int64_t n = j; n < after_run; n++) at[n - j] += r->goes[n] * p->taken[0];
        }
    }
    for (int64_t j = 0; j < columns; j++) {
        over += r->over[j];
        left_a += r->over_left[j];
        left_b += r->over[j] * (double)(b - j);
        breaks_a += r->lost[j];
    }
    if (p->rows > a) {
        const double *joint = p->joint + a * r->apart;
        for (int64_t j = 0; j < columns; j++) {
            gone_a += joint[j];
            left_b += joint[j] * (double)(b - j);
        }
        if (p->columns > b) r->row[BOTH_DESTROYED] += visits * joint[b];
    }
    r->row[A_DESTROYED] += visits * gone_a;
    r->row[B_DESTROYED] += visits * gone_b;
    r->row[A_BROKEN] += visits * breaks_a * (1.0 - p->down[0]);
    r->row[B_BROKEN] += visits * (over - breaks_a) * (1.0 - p->down[1]);
    r->row[A_RUN_DOWN] += visits * breaks_a * p->down[0];
    r->row[B_RUN_DOWN] += visits * (over - breaks_a) * p->down[1];
    r->row[A_LEFT] += visits * left_a;
    r->row[B_LEFT] += visits * left_b;
    r->row[ROUNDS] += visits;
    r->row[DROPPED] += visits * p->missing;
}

/* Add up the first round: who wins it, who is gone at once, and the wounds of both. */
static void open(struct run *r, struct played *p, int64_t a, int64_t b, double chance)
{
    const int32_t *strength_a = r->unit[0]->strength, *strength_b = r->unit[1]->strength;
    points(r, a, b, p->rows, p->columns);
    for (int64_t i = 0; i < p->rows; i++)
        for (int64_t j = 0; j < p->columns; j++) {
            double share = chance * p->joint[i * r->apart + j];
            r->row[A_DEALT] += share * (double)j;
            r->row[B_DEALT] += share * (double)i;
            if (i == a || j == b) {
                if (i < a) r->row[B_GONE_FIRST] += share;
                if (j < b) r->row[A_GONE_FIRST] += share;
                continue;
            }
            int won = won_at(r, i, j, strength_a[a - i], strength_b[b - j]);
            if (won > 0) r->row[A_WINS_FIRST] += share;
            if (won < 0) r->row[B_WINS_FIRST] += share;
        }
}

/* Meet one state. */
static int meet(struct run *r, int64_t a, int64_t b, const double *start)
{
    int64_t at = place_of(r, a, b);
    double arrived = 0.0;
    for (int64_t s = 0; s < r->stages; s++) {
        const double *live = live_at(r, s, at);
        r->played[s].known = 0;
        if (!r->played[s].is_met) continue;
        for (int64_t n = 0; n < r->width; n++) arrived += live[n];
    }
    if (arrived == 0.0) return DONE;
    if (start)
        for (int s = 0; s < 2; s++) {
            if (start[s] == 0.0) continue;
            work_out(r, r->played + s, a, b, arrived);
            open(r, r->played + s, a, b, start[s]);
        }
    fight(r, at, a, b, arrived);
    int failed = r->unlimited ? settle(r, at, a, b, arrived) : DONE;
    if (failed) return failed;
    for (int64_t s = 0; s < r->stages; s++) {
        struct played *p = r->played + s;
        if (!p->is_met) continue;
        if (!r->unlimited) {
            double remains = live_at(r, s, at)[r->rounds];
            r->row[UNDECIDED] += remains;
            r->row[A_LEFT] += remains * (double)a;
            r->row[B_LEFT] += remains * (double)b;
        }
        if (p->known && p->visits != 0.0) leave(r, p, a, b);
    }
    return DONE;
}

/* Fight a pair's rounds, the first `rounds` one by one. */
static int fight_out(struct run *r, const double *start, int64_t rounds)
{
    int64_t begins[2] = {r->unit[0]->begins, r->unit[1]->begins};
    r->rounds = rounds;
    r->width = rounds + 1;
    r->stride = r->width > 1 ? padded(r->width) : 1;
    size_t live = (size_t)(r->stages * r->plane * r->stride + 4);
    r->apart = padded(begins[1] + 1);
    size_t cells = (size_t)((begins[0] + 1) * r->apart);
    r->live = reserve(r, 0, live);
    double *joints = reserve(r, 1, (size_t)r->stages * (cells + (size_t)r->stride));
    r->now = reserve(r, 3, 2 * cells);
    if (!r->live || !joints || !r->now) return NO_MEMORY;
    r->grown = r->now + cells;
    memset(r->live, 0, sizeof(double) * live);
    memset(r->row, 0, sizeof(double) * COLUMNS);
    for (int64_t s = 0; s < r->stages; s++) {
        r->played[s].taken = joints;
        r->played[s].joint = joints + r->stride;
        joints += cells + (size_t)r->stride;
    }
    for (int s = 0; s < 2; s++)
        if (start[s] != 0.0)
            live_at(r, s, place_of(r, begins[0], begins[1]))[0] = start[s];
    for (int64_t a = begins[0]; a > 0; a--)
        for (int64_t b = begins[1]; b > 0; b--) {
            int is_first = a == begins[0] && b == begins[1];
            int failed = meet(r, a, b, is_first ? start : NULL);
            if (failed) return failed;
        }
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
    failed = fight_out(r, start, c->unlimited ? 0 : c->rounds);
    /* Where nothing changes any more, rounds are counted as far as they are reported. */
    if (!failed && c->unlimited && r->row[STALLED] > 0.0)
        failed = fight_out(r, start, c->rounds);
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
    for (int n = 0; n < 4; n++) free(r->room[n]);
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
