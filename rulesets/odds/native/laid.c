/* Rounds laid out as steps, for `rulesets.odds.battle_line.steps`.
 *
 * Rules are written down once for all rounds: the row that a blow draws from, and what a
 * round ends in, by the losses of tracks at that moment. A round is a list of blows, each
 * of which raises a track. Here its steps are laid out one after the other, those before
 * whose values are the same left out, each with a register that others use again once
 * nobody asks for it.
 */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "stepped.h"

enum { NONE = -1 };

/* Rules that were written down; how a round is laid out. */
struct laid {
    int64_t count;          /* steps that were written down */
    int64_t tracks;
    int64_t blows;
    int64_t wanted;         /* values that are asked for at the end */
    int64_t pools;          /* of which so many first ones are wounds of pools */
    int64_t room;           /* steps that the answer has room for */
    const int32_t *written; /* [step, 5]: kind, the places of three values, a number */
    const int32_t *rows;    /* [blow]: the place of the row that it draws from */
    const int32_t *raises;  /* [blow]: the track that it raises */
    const int32_t *wants;   /* [wanted]: places */
    struct step *step;      /* [room], an answer */
    int64_t *told;          /* [2], an answer: how many steps and registers */
};

/* What is known of a step that was written down. */
struct known {
    int32_t seen;           /* the moment when it was looked at */
    int32_t value;          /* of the round, at that moment, or NONE */
    int32_t takes[3];       /* of which values this was made */
};

/* A round on its way: values in their order, each made by one step. */
struct plan {
    const struct laid *told;
    struct known *known;    /* [step] */
    int32_t *lost;          /* [track]: the value of its losses now */
    int32_t now;            /* moments so far */
    struct step *made;      /* [value] */
    int64_t values, room;
    int failed;
};

static int32_t added(struct plan *plan, struct step step)
{
    if (plan->values == plan->room) {
        const int64_t room = 2 * plan->room + 256;
        struct step *const made = realloc(plan->made, (size_t)room * sizeof *made);
        if (!made) {
            plan->failed = NO_MEMORY;
            return 0;
        }
        plan->made = made, plan->room = room;
    }
    plan->made[plan->values] = step;
    return (int32_t)plan->values++;
}

static int is_number(const struct plan *plan, int32_t value)
{
    return value >= 0 && plan->made[value].does == NUMBER;
}

/* Return a step with a number in place of one of its values, where it may have it. */
static struct step with_number(const struct plan *plan, struct step step)
{
    if (!((step.does >= ADD && step.does <= BELOW) || step.does == EITHER))
        return step;
    if (is_number(plan, step.two)) {
        step.number = plan->made[step.two].number;
        step.two = NONE;
    } else if (is_number(plan, step.one)) {
        step.number = plan->made[step.one].number;
        step.one = step.two, step.two = NONE;
        step.does = step.does == SUBTRACT ? SUBTRACT_FROM
                    : step.does == BELOW  ? ABOVE
                                          : step.does;
    }
    return step;
}

/* Return the value of a step, without one of its own where it changes nothing. */
static int32_t value_of(struct plan *plan, struct step step)
{
    const struct step own = with_number(plan, step);
    const int alone = own.two == NONE;
    if (alone && own.number == 0 && (own.does == ADD || own.does == SUBTRACT))
        return own.one;
    if (alone && own.number <= 0 && own.does == GREATER &&
        plan->made[own.one].does == START)
        return own.one;
    return added(plan, own);
}

/* Return the value that a step which was written down has at this moment. */
static int32_t value_at(struct plan *plan, int32_t place)
{
    const int32_t *const own = plan->told->written + 5 * (int64_t)place;
    struct known *const known = &plan->known[place];
    int32_t takes[3];
    if (own[0] == LOSS)
        return plan->lost[own[4]];
    if (known->seen == plan->now)
        return known->value;
    known->seen = plan->now;
    for (int one = 0; one < 3; one++)
        takes[one] = own[one + 1] < 0 ? NONE : value_at(plan, own[one + 1]);
    if (known->value == NONE || memcmp(takes, known->takes, sizeof takes)) {
        const struct step step = {own[0], NONE, takes[0], takes[1], takes[2], own[4]};
        memcpy(known->takes, takes, sizeof takes);
        known->value = value_of(plan, step);
    }
    return known->value;
}

/* Put the blows of a round in their order, each behind all that it takes. */
static void struck(struct plan *plan)
{
    const struct laid *const told = plan->told;
    const int32_t nothing = added(plan, (struct step){NUMBER, NONE, NONE, NONE, NONE, 0});
    for (int64_t track = 0; track < told->tracks; track++)
        plan->lost[track] = nothing;
    for (int32_t blow = 0; blow < told->blows && !plan->failed; blow++) {
        const int32_t row = value_at(plan, told->rows[blow]);
        int32_t *const lost = &plan->lost[told->raises[blow]];
        const int32_t more = added(plan, (struct step){DRAW, NONE, row, NONE, NONE, blow});
        *lost = value_of(plan, (struct step){ADD, NONE, *lost, more, NONE, 0});
        plan->now++;
    }
    /* All are known before any is stored: wounds are stored where they are read. */
    for (int64_t one = 0; one < told->wanted && !plan->failed; one++)
        value_at(plan, told->wants[one]);
    for (int32_t one = 0; one < told->wanted && !plan->failed; one++) {
        const int32_t from = value_at(plan, told->wants[one]);
        const struct step made = plan->made[from];
        if (one < told->pools && made.does == START && made.number == one)
            continue;
        added(plan, (struct step){STORE, NONE, from, NONE, NONE, one});
    }
}

/* Tell of each value which step asks for it last: NONE where none does. */
static void asked(const struct plan *plan, int32_t *last)
{
    for (int64_t one = 0; one < plan->values; one++)
        last[one] = NONE;
    for (int64_t now = plan->values - 1; now >= 0; now--) {
        const struct step *const step = &plan->made[now];
        const int32_t takes[] = {step->one, step->two, step->three};
        if (last[now] == NONE && step->does != DRAW && step->does != STORE)
            continue;
        for (int one = 0; one < 3; one++)
            if (takes[one] >= 0 && last[takes[one]] == NONE)
                last[takes[one]] = (int32_t)now;
    }
}

/* Registers of values, and those that are free. */
struct registers {
    int32_t *of, *free;
    int64_t frees, count;
};

static int32_t read_by(struct registers *registers, const int32_t *last, int32_t value,
                       int32_t now)
{
    if (value < 0)
        return NONE;
    if (last[value] == now && registers->of[value] >= 0) {
        const int32_t own = registers->of[value];
        registers->free[registers->frees++] = own;
        registers->of[value] = -2 - own;
    }
    return registers->of[value] < 0 ? -2 - registers->of[value] : registers->of[value];
}

static void with_registers(const struct plan *plan, const int32_t *last,
                           struct registers *registers)
{
    const struct laid *const told = plan->told;
    int64_t steps = 0;
    for (int32_t now = 0; now < plan->values; now++) {
        struct step step = plan->made[now];
        if (last[now] == NONE && step.does != DRAW && step.does != STORE)
            continue;
        if (step.does != STORE) {
            const int any = registers->frees > 0;
            step.to = any ? registers->free[--registers->frees] : (int32_t)registers->count++;
            registers->of[now] = step.to;
        }
        step.one = read_by(registers, last, step.one, now);
        step.two = read_by(registers, last, step.two, now);
        step.three = read_by(registers, last, step.three, now);
        if (step.does != STORE && last[now] == NONE)
            registers->free[registers->frees++] = step.to;
        if (steps < told->room)
            told->step[steps] = step;
        steps++;
    }
    told->told[0] = steps, told->told[1] = registers->count;
}

int armybuilder_laid(const struct laid *told)
{
    struct plan plan = {.told = told};
    plan.known = malloc((size_t)(told->count + 1) * sizeof *plan.known);
    plan.lost = malloc((size_t)(told->tracks + 1) * sizeof *plan.lost);
    int32_t *held = NULL;
    plan.failed = plan.known && plan.lost ? 0 : NO_MEMORY;
    for (int64_t place = 0; place < told->count && !plan.failed; place++)
        plan.known[place] = (struct known){NONE, NONE, {NONE, NONE, NONE}};
    if (!plan.failed)
        struck(&plan);
    if (!plan.failed) {
        held = malloc((size_t)(3 * plan.values + 1) * sizeof *held);
        plan.failed = held ? 0 : NO_MEMORY;
    }
    if (!plan.failed) {
        struct registers registers = {held + plan.values, held + 2 * plan.values, 0, 0};
        asked(&plan, held);
        with_registers(&plan, held, &registers);
    }
    free(held);
    free(plan.made);
    free(plan.lost);
    free(plan.known);
    return plan.failed;
}
