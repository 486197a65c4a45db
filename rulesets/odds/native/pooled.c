/* Losses of a company by pools of wounds, for `rulesets.odds.pooled_losses`.
 *
 * A state is a number whose digits are the states of the stacks, and no stack gains
 * anything: of each state only those columns are met whose digits are no greater.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct pooled {
    int64_t size;              /* states of the company */
    int64_t stacks;            /* its stacks, those that count most first */
    int64_t states;            /* states that are worked out here */
    int64_t cases;             /* ways in which a pool may be dealt out */
    int64_t numbers;           /* pools, each with its chances of the cases */
    int64_t most;              /* most that any state has lost so far */
    const int64_t *width;      /* [stacks]: states of each */
    const int64_t *state;      /* [states] */
    const double *const *rows; /* [stacks]: [case, one of the states, after] */
    const double *chances;     /* [number, case] */
    const int64_t *place;      /* [number]: where its losses are */
    double *found;             /* [place, state, lost], zero as it comes */
    const int64_t *begins;     /* none; or where the losses of each state begin, if those
                                * that it cannot have are left out */
};

/* Lay out the columns that a state may come to, and return how many. */
static int64_t columns_of(const struct pooled *told, const int64_t *digit, int64_t *column)
{
    int64_t count = 1;
    column[0] = 0;
    for (int64_t stack = 0; stack < told->stacks; stack++) {
        const int64_t several = digit[stack] + 1;
        for (int64_t one = count - 1; one >= 0; one--) {
            const int64_t begun = column[one] * told->width[stack];
            for (int64_t left = several - 1; left >= 0; left--)
                column[one * several + left] = begun + left;
        }
        count *= several;
    }
    return count;
}

/* Multiply the rows of all stacks of one state in one case. */
static void multiply(const struct pooled *told, const int64_t *digit, int64_t at, double *row)
{
    int64_t count = 1;
    row[0] = 1.0;
    for (int64_t stack = 0; stack < told->stacks; stack++) {
        const int64_t several = digit[stack] + 1;
        const double *const of_stack = told->rows[stack] + at * told->width[stack];
        for (int64_t one = count - 1; one >= 0; one--) {
            const double begun = row[one];
            for (int64_t left = several - 1; left >= 0; left--)
                row[one * several + left] = begun * of_stack[left];
        }
        count *= several;
    }
}

/* Sum up the cases of one state for each pool, and note them by what is lost. */
static void sum_up(struct pooled *told, int64_t state, const int64_t *column, int64_t count,
                   const double *held, double *sum)
{
    const int64_t size = told->size;
    for (int64_t number = 0; number < told->numbers; number++) {
        const double *const chances = told->chances + number * told->cases;
        memset(sum, 0, (size_t)count * sizeof *sum);
        for (int64_t one = 0; one < told->cases; one++) {
            const double chance = chances[one];
            const double *restrict const row = held + one * size;
            double *restrict const to = sum;
            if (chance == 0.0)
                continue;
            for (int64_t at = 0; at < count; at++)
                to[at] += chance * row[at];
        }
        if (told->begins) {
            const int64_t *const begins = told->begins;
            double *const last =
                told->found + told->place[number] * begins[size] + begins[state + 1] - 1;
            for (int64_t at = 0; at < count; at++)
                last[-at] = sum[at];
            continue;
        }
        double *const found = told->found + (told->place[number] * size + state) * size;
        for (int64_t at = 0; at < count; at++) {
            const int64_t lost = state - column[at];
            if (sum[at] != 0.0 && lost > told->most)
                told->most = lost;
            found[lost] = sum[at];
        }
    }
}

int armybuilder_pooled(struct pooled *told)
{
    const size_t size = (size_t)told->size;
    int64_t *const column = malloc(size * sizeof *column);
    int64_t *const digit = malloc((size_t)told->stacks * sizeof *digit);
    double *const held = malloc((size_t)(told->cases + 1) * size * sizeof *held);
    const int none = !column || !digit || !held;
    for (int64_t one = 0; !none && one < told->states; one++) {
        int64_t left = told->state[one];
        for (int64_t stack = told->stacks - 1; stack >= 0; stack--) {
            digit[stack] = left % told->width[stack];
            left /= told->width[stack];
        }
        const int64_t count = columns_of(told, digit, column);
        for (int64_t which = 0; which < told->cases; which++)
            multiply(told, digit, which * told->states + one, held + which * told->size);
        sum_up(told, told->state[one], column, count, held, held + told->cases * told->size);
    }
    free(column);
    free(digit);
    free(held);
    return none;
}
