/* A round of many fights by steps, for `rulesets.odds.battle_line.round_plans`.
 *
 * Fights lie in parts. Parts that follow each other make up batches, so that small ones do
 * not take each step alone. All fights of a batch take a step before any takes the next;
 * values of steps lie in registers, which others use again once nobody asks for them. A
 * draw puts the fights of each part in order by row, by who is ahead and by what they took
 * before, the last blow first, and those of a part draw one after the other.
 * Fights of a row that can only take nothing have no part in it. Parts know nothing of each
 * other, so that it does not matter how many threads share them, or which are a batch.
 */

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "evenly.h"
#include "stepped.h"

enum { MOST_TOLD = 15 };
enum { AT_ONCE = 4 }; /* counts that do not wait for each other: most take nothing */
enum { FEW = 48, BITS = 11, DIGITS = 1 << BITS, MOST_THREADS = 8 };
enum { ENOUGH = 256 }; /* fights of a batch that no further part joins */

struct draw {
    int64_t rows;        /* first axis of the splits */
    int64_t width;       /* second axis of the splits */
    int64_t ahead;       /* what a wound adds to who is ahead */
    const double *splits; /* [row, width]: chances of so much, see `even_dice` */
    const uint8_t *sure; /* [row]: whether it can only be nothing */
};

struct table {
    int64_t size;
    const int32_t *values;
};

struct stepped {
    int64_t count;           /* fights */
    int64_t parts;
    int64_t steps;
    int64_t registers;
    int64_t threads;
    int64_t every;           /* second axis of the wounds */
    int64_t pools;           /* values that are stored as wounds, before all others */
    int64_t words;           /* that are added up to the class of a round, after those */
    const int64_t *begins;   /* [part + 1]: the first fight of each */
    const int64_t *which;    /* [fight]: its place among all whose wounds these are */
    const int64_t *worth;    /* [word]: of one of it, in the class */
    const double *shifts;    /* [draw, part] */
    const struct step *step;
    const struct draw *draw;
    const struct table *table;
    int32_t *wounds;         /* [pool, place]: as a round begins; an answer */
    int64_t *kinds;          /* [fight]: the class of its round, an answer */
    int32_t *lost;           /* [track, fight], an answer */
    int64_t *ahead;          /* [fight], an answer */
    int64_t *recent;         /* [fight]: its place in its part by the last blows, an answer */
};

/* A batch, and room for it. */
struct room {
    const struct stepped *told;
    int64_t first, last;     /* parts that are played here */
    int64_t widest;          /* fights of a batch at most */
    int64_t most_splits;     /* second axis of the widest splits */
    int64_t begun, count;    /* first fight of the batch, and how many there are */
    int64_t part;            /* first part of the batch */
    int32_t *registers;      /* [register, fight] */
    int32_t *own;            /* [fight]: its part, from that of the first on */
    int32_t *places;         /* [part]: fights that were put in order so far */
    int32_t *ahead;          /* [fight] */
    int32_t *taken;          /* [fight]: by a blow */
    int32_t *order, *spare;  /* [fight]: the fights in order of the last blows */
    uint64_t *keys, *other;  /* [fight] */
    struct split *splits;    /* [width of the widest draw] */
    int failed;
};

static int bits_of(uint64_t value)
{
    int bits = 0;
    while (value >> bits)
        bits++;
    return bits;
}

/* Return the keys in order of their bits from `low` to `high`, equal ones as they come. */
static uint64_t *sorted(uint64_t *keys, uint64_t *other, int64_t count, int low, int high)
{
    if (count <= FEW) {
        for (int64_t one = 1; one < count; one++) {
            const uint64_t key = keys[one];
            int64_t place = one;
            for (; place && keys[place - 1] >> low > key >> low; place--)
                keys[place] = keys[place - 1];
            keys[place] = key;
        }
        return keys;
    }
    const int most = count < DIGITS / 2 ? 8 : BITS, bits = high - low;
    const int passes = (bits + most - 1) / most;
    const int digit = passes ? (bits + passes - 1) / passes : 0;
    const uint64_t mask = ((uint64_t)1 << digit) - 1;
    for (int shift = low; shift < high; shift += digit) {
        int32_t places[DIGITS] = {0}, place = 0;
        for (int64_t one = 0; one < count; one++)
            places[(keys[one] >> shift) & mask]++;
        for (uint64_t one = 0; one <= mask; one++) {
            const int32_t many = places[one];
            places[one] = place;
            place += many;
        }
        for (int64_t one = 0; one < count; one++)
            other[places[(keys[one] >> shift) & mask]++] = keys[one];
        uint64_t *const swapped = keys;
        keys = other, other = swapped;
    }
    return keys;
}

/* Put the fights in order of what they took now, else as they were. */
static void reordered(struct room *room, int64_t count, const int32_t *taken)
{
    int32_t counts[AT_ONCE][MOST_TOLD + 1] = {0}, places[MOST_TOLD + 1], place = 0;
    for (int64_t one = 0; one < count; one++)
        counts[one % AT_ONCE][taken[one] < MOST_TOLD ? taken[one] : MOST_TOLD]++;
    for (int one = 0; one <= MOST_TOLD; one++) {
        places[one] = place;
        for (int own = 0; own < AT_ONCE; own++)
            place += counts[own][one];
        if (place == count && !one)
            return;
    }
    for (int64_t one = 0; one < count; one++) {
        const int32_t fight = room->order[one];
        const int32_t kept = taken[fight] < MOST_TOLD ? taken[fight] : MOST_TOLD;
        room->spare[places[kept]++] = fight;
    }
    int32_t *const swapped = room->order;
    room->order = room->spare, room->spare = swapped;
}

/* Lay the keys of all fights that may take anything; tell how many, and their bits. */
static int64_t keyed(struct room *room, const struct draw *draw, const int32_t *row,
                     int low, int *high)
{
    const int32_t *const ahead = room->ahead, *const own = room->own;
    const int64_t count = room->count;
    int32_t least = INT32_MAX, most = INT32_MIN, last = 0;
    int64_t kept = 0;
    for (int64_t one = 0; one < count; one++) {
        const int32_t fight = room->order[one];
        if (draw->sure[row[fight]])
            continue;
        least = ahead[fight] < least ? ahead[fight] : least;
        most = ahead[fight] > most ? ahead[fight] : most;
        last = row[fight] > last ? row[fight] : last;
        room->other[kept++] = (uint64_t)fight;
    }
    const uint64_t span = kept ? (uint64_t)(most - least) + 1 : 1;
    const uint64_t rows = (uint64_t)last + 1;
    for (int64_t one = 0; one < kept; one++) {
        const uint64_t fight = room->other[one];
        const uint64_t near = (uint64_t)(ahead[fight] - least);
        const uint64_t place = (uint64_t)own[fight] * rows + (uint64_t)row[fight];
        room->keys[one] = ((place * span + near) << low) + fight;
    }
    const uint64_t parts = (uint64_t)own[count - 1] + 1;
    const int bits = bits_of(rows * span) + bits_of(parts);
    *high = bits > 64 ? bits : low + bits_of(parts * rows * span - 1);
    return kept;
}

static int drawn(struct room *room, const struct step *step)
{
    const struct stepped *const told = room->told;
    const struct draw *const draw = &told->draw[step->number];
    const int64_t count = room->count;
    const int32_t *const row = room->registers + step->one * room->widest;
    int32_t *const to = room->registers + step->to * room->widest;
    int32_t first = 0, last = 0;
    for (int64_t one = 0; one < count; one++) {
        first = row[one] < first ? row[one] : first;
        last = row[one] > last ? row[one] : last;
    }
    if (first < 0 || last >= draw->rows)
        return NO_PLACE;
    const int low = bits_of((uint64_t)count);
    int high;
    const int64_t kept = keyed(room, draw, row, low, &high);
    if (high > 64)
        return TOO_GREAT;
    const uint64_t *const keys = sorted(room->keys, room->other, kept, low, high);
    const uint64_t mask = ((uint64_t)1 << low) - 1;
    const double *const shifts = told->shifts + step->number * told->parts + room->part;
    const int64_t width = draw->width;
    const int32_t side = (int32_t)draw->ahead;
    int32_t *const taken = room->taken;
    for (int64_t one = 0; one < count; one++)
        taken[one] = 0;
    for (int64_t split = 0; split < width; split++)
        room->splits[split].part = -1;
    for (int64_t place = 0; place < kept; place++) {
        const int64_t one = (int64_t)(keys[place] & mask), part = room->own[one];
        const double *const chances = draw->splits + row[one] * width;
        const int32_t found =
            drawn_evenly(room->splits, part, shifts[part], chances, width);
        taken[one] = found;
        room->ahead[one] -= side * found;
    }
    reordered(room, count, taken);
    for (int64_t one = 0; one < count; one++)
        to[one] = taken[one];
    return 0;
}

#define ALL(value)                               \
    for (int64_t i = 0; i < count; i++)          \
        to[i] = (value);                         \
    break
#define BOTH(value)                              \
    if (step->two < 0) {                         \
        const int32_t y = step->number;          \
        for (int64_t i = 0; i < count; i++) {    \
            const int32_t x = one[i];            \
            to[i] = (value);                     \
        }                                        \
    } else {                                     \
        for (int64_t i = 0; i < count; i++) {    \
            const int32_t x = one[i], y = two[i];\
            to[i] = (value);                     \
        }                                        \
    }                                            \
    break

static int looked(const struct table *table, const int32_t *one, int32_t *to,
                  int64_t count)
{
    const int32_t *const values = table->values;
    const int32_t size = (int32_t)table->size;
    for (int64_t i = 0; i < count; i++) {
        if (one[i] < 0 || one[i] >= size)
            return NO_PLACE;
        to[i] = values[one[i]];
    }
    return 0;
}

static void stored(const struct room *room, int64_t number, const int32_t *from)
{
    const struct stepped *const told = room->told;
    const int64_t begun = room->begun, count = room->count;
    const int64_t word = number - told->pools;
    if (word < 0) {
        const int64_t *const which = told->which + begun;
        int32_t *const wounds = told->wounds + number * told->every;
        for (int64_t i = 0; i < count; i++)
            wounds[which[i]] = from[i];
    } else if (word < told->words) {
        int64_t *const kinds = told->kinds + begun;
        for (int64_t i = 0; i < count; i++)
            kinds[i] = (word ? kinds[i] : 0) + told->worth[word] * from[i];
    } else {
        int32_t *const lost = told->lost + (word - told->words) * told->count + begun;
        for (int64_t i = 0; i < count; i++)
            lost[i] = from[i];
    }
}

static int stepped(struct room *room, const struct step *step)
{
    const struct stepped *const told = room->told;
    const int64_t count = room->count, widest = room->widest;
    const int64_t *const which = told->which + room->begun;
    int32_t *const to = room->registers + (step->to < 0 ? 0 : step->to) * widest;
    const int32_t *const one = room->registers + (step->one < 0 ? 0 : step->one) * widest;
    const int32_t *const two = room->registers + (step->two < 0 ? 0 : step->two) * widest;
    const int32_t *const three =
        room->registers + (step->three < 0 ? 0 : step->three) * widest;
    const int32_t number = step->number;
    switch ((enum does)step->does) {
    case START: ALL(told->wounds[number * told->every + which[i]]);
    case DRAW: return drawn(room, step);
    case ADD: BOTH(x + y);
    case SUBTRACT: BOTH(x - y);
    case SUBTRACT_FROM: BOTH(y - x);
    case TIMES: BOTH(x * y);
    case LESSER: BOTH(x < y ? x : y);
    case GREATER: BOTH(x > y ? x : y);
    case EQUAL: BOTH(x == y);
    case BELOW: BOTH(x < y);
    case ABOVE: BOTH(x > y);
    case EITHER: BOTH(x | y);
    case DIVIDE: ALL(one[i] / number - (one[i] % number < 0));
    case CHOOSE: ALL(one[i] ? two[i] : three[i]);
    case NUMBER: ALL(number);
    case LOSS: return NO_PLACE;
    case LOOK: return looked(&told->table[number], one, to, count);
    case STORE:
        stored(room, number, one);
        break;
    }
    return 0;
}

/* Take the part that begins a batch, and those that join it; tell the next. */
static int64_t batched(struct room *room, int64_t part)
{
    const int64_t *const begins = room->told->begins;
    room->part = part, room->begun = begins[part];
    do {
        for (int64_t one = begins[part]; one < begins[part + 1]; one++)
            room->own[one - room->begun] = (int32_t)(part - room->part);
        room->places[part - room->part] = 0;
        part++;
        room->count = begins[part] - room->begun;
    } while (part < room->last && room->count < ENOUGH &&
             begins[part + 1] - room->begun <= room->widest);
    return part;
}

static int played(struct room *room)
{
    const struct stepped *const told = room->told;
    const int64_t begun = room->begun, count = room->count;
    if (!count)
        return 0;
    for (int64_t one = 0; one < count; one++) {
        room->ahead[one] = 0;
        room->order[one] = (int32_t)one;
    }
    for (int64_t place = 0; place < told->steps; place++) {
        const int failed = stepped(room, &told->step[place]);
        if (failed)
            return failed;
    }
    for (int64_t one = 0; one < count; one++) {
        const int32_t fight = room->order[one];
        told->ahead[begun + one] = room->ahead[one];
        told->recent[begun + fight] = room->places[room->own[fight]]++;
    }
    return 0;
}

static void *share_of(void *given)
{
    struct room *const room = given;
    const int64_t widest = room->widest, parts = room->told->parts;
    const int64_t words = (room->told->registers + 5) * widest + parts;
    int32_t *const held = malloc((size_t)words * sizeof *held);
    uint64_t *const keys = malloc((size_t)(2 * widest) * sizeof *keys);
    room->splits = malloc((size_t)room->most_splits * sizeof *room->splits);
    room->failed = held && keys && room->splits ? 0 : NO_MEMORY;
    room->ahead = held, room->taken = held + widest;
    room->order = held + 2 * widest, room->spare = held + 3 * widest;
    room->own = held + 4 * widest, room->registers = held + 5 * widest;
    room->places = held + words - parts;
    room->keys = keys, room->other = keys + widest;
    for (int64_t part = room->first; part < room->last && !room->failed;) {
        part = batched(room, part);
        room->failed = played(room);
    }
    free(held);
    free(keys);
    free(room->splits);
    return NULL;
}

int armybuilder_stepped(const struct stepped *told)
{
    const int64_t parts = told->parts;
    const int64_t wanted = told->threads < MOST_THREADS ? told->threads : MOST_THREADS;
    const int64_t threads = wanted < 1 ? 1 : wanted;
    struct room rooms[MOST_THREADS];
    pthread_t running[MOST_THREADS];
    int began[MOST_THREADS] = {0}, failed = 0;
    int64_t widest = ENOUGH, splits = 1;
    for (int64_t part = 0; part < parts; part++) {
        const int64_t wide = told->begins[part + 1] - told->begins[part];
        widest = wide > widest ? wide : widest;
    }
    for (int64_t place = 0; place < told->steps; place++) {
        const struct step *const step = &told->step[place];
        if (step->does == DRAW && told->draw[step->number].width > splits)
            splits = told->draw[step->number].width;
    }
    for (int64_t one = 0; one < threads; one++) {
        rooms[one] = (struct room){.told = told, .widest = widest, .most_splits = splits};
        rooms[one].first = parts * one / threads;
        rooms[one].last = parts * (one + 1) / threads;
        if (one + 1 < threads)
            began[one] = !pthread_create(&running[one], NULL, share_of, &rooms[one]);
        if (!began[one])
            share_of(&rooms[one]);
    }
    for (int64_t one = 0; one < threads; one++) {
        if (began[one])
            pthread_join(running[one], NULL);
        failed = rooms[one].failed ? rooms[one].failed : failed;
    }
    return failed;
}
