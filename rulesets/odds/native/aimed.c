/* Whom the strikes of turns aim at, and what each is known by, for
 * `rulesets.games.mordheim.combat.fights.strike_aims`.
 *
 * Fighters are several and one, who is the last. Places of states are those of one of
 * the several, and behind them those of the one.
 */

#include <stdint.h>

enum { STANDING = 0, OUT = 3, NOTHING = -1, VIEWS = 3, WOUND_BITS = 20 };

struct aimed {
    int64_t count;           /* turns on their way */
    int64_t lone;            /* the number of the one: how many the several are */
    int64_t shift;           /* states of one of the several */
    int64_t event;           /* which strike of the turn it is */
    int64_t width;           /* strikes of an order at most */
    int64_t loadouts;        /* of a fighter at most */
    int64_t parries;         /* ways to parry, none being the first */
    int64_t parting;         /* 1 where a critical hit of the several is told apart */
    const int64_t *course;   /* [count] */
    const int64_t *states;   /* [count, lone + 1] */
    const int64_t *crits;    /* [count]: bits of who had his critical hit */
    const int64_t *spent;    /* [count]: bits of whose parry is gone */
    const int64_t *seen;     /* [count, lone]: as who is the first of them found the one */
    const int64_t *order;    /* [course] */
    const int64_t *begun;    /* [course, lone + 1] */
    const int64_t *fighter;  /* [order, width] */
    const int64_t *again;    /* [order, width] */
    const int64_t *numbers;  /* [order, width, loadouts] */
    const int64_t *length;   /* [order] */
    const int64_t *posture;  /* [place] */
    const int64_t *wounds;   /* [place] */
    const int64_t *loadout;  /* [place] */
    const int64_t *parry;    /* [place] */
    const int64_t *strikes;  /* [place]: 1 for who can */
    const int64_t *finished; /* [posture]: 1 where who has just come to it is seen so */
    const int64_t *worth;    /* [posture]: the lower is struck sooner, if he lies now */
    int64_t *target;         /* [count] */
    int64_t *key;            /* [count]: 0 where nothing happens */
    int64_t *scored;         /* [count]: the bit of who scores, if it counts later */
    int64_t *tried;          /* [count]: the bit of who parries, the same */
    int64_t *after;          /* [count, lone]: what `seen` is then */
};

/* Return whom the one strikes, -1 for nobody. */
static int64_t weakest(const struct aimed *told, const int64_t *states,
                       const int64_t *begun)
{
    int64_t best = -1, least = 0;
    for (int64_t one = 0; one < told->lone; one++) {
        const int64_t posture = told->posture[states[one]];
        const int64_t value
            = posture == STANDING ? 0 : told->worth[told->posture[begun[one]]];
        const int64_t rank = (value << WOUND_BITS) + told->wounds[states[one]];
        if (posture < OUT && (best < 0 || rank < least)) {
            best = one;
            least = rank;
        }
    }
    return best;
}

/* Return the posture of the one that counts for a blow of one of the several. */
static int64_t view_of_one(const struct aimed *told, int64_t place, int64_t before,
                           int64_t known)
{
    const int64_t now = told->posture[told->shift + place];
    if (known >= 0)
        return known;
    return told->finished[now] ? now : told->posture[told->shift + before];
}

static void aim(const struct aimed *told, int64_t row)
{
    const int64_t lone = told->lone, fighters = lone + 1;
    const int64_t course = told->course[row], order = told->order[course];
    const int64_t at = order * told->width + told->event, who = told->fighter[at];
    const int64_t *const states = told->states + row * fighters;
    const int64_t *const begun = told->begun + course * fighters;
    const int by_lone = who == lone;
    const int64_t parting = by_lone ? 0 : told->parting;
    int64_t *const seen = told->after + row * lone;
    for (int64_t one = 0; one < lone; one++)
        seen[one] = told->seen[row * lone + one];
    told->target[row] = told->key[row] = 0;
    told->scored[row] = parting << (who > 0 ? who : 0);
    told->tried[row] = told->length[order] != told->event + 1;
    if (who < 0)
        return;
    const int64_t own = states[who] + (by_lone ? told->shift : 0);
    const int64_t number = told->numbers[at * told->loadouts + told->loadout[own]];
    const int gone = told->posture[told->shift + states[lone]] >= OUT;
    const int64_t target = by_lone ? weakest(told, states, begun) : gone ? -1 : lone;
    if (!told->strikes[own] || target < 0 || number == NOTHING)
        return;
    const int64_t view
        = by_lone ? told->posture[begun[target]]
                  : view_of_one(told, states[lone], begun[lone], seen[who]);
    const int64_t place = states[target] + (target == lone ? told->shift : 0);
    const int free = view == STANDING && !(told->spent[row] >> target & 1);
    const int64_t parry = free ? told->parry[place] : 0;
    const int64_t used = told->crits[row] >> who & 1, more = told->again[at];
    told->target[row] = target;
    told->key[row] = ((number * VIEWS + view) * told->parries + parry) * 2 + used + 1;
    told->scored[row] = (more | parting) << who;
    told->tried[row] <<= target;
    if (more && !by_lone && seen[who] < 0)
        seen[who] = view;
}

int armybuilder_aimed(const struct aimed *told)
{
    for (int64_t row = 0; row < told->count; row++)
        aim(told, row);
    return 0;
}
