/* Steps of rounds: laid out by `laid.c`, taken by `stepped.c`. */

#ifndef ARMYBUILDER_STEPPED_H
#define ARMYBUILDER_STEPPED_H

#include <stdint.h>

enum { NO_MEMORY = 1, NO_PLACE = 3, TOO_GREAT = 6 };

enum does {
    START, DRAW, ADD, SUBTRACT, TIMES, LESSER, GREATER, EQUAL, BELOW, EITHER, DIVIDE,
    CHOOSE, LOOK, NUMBER, SUBTRACT_FROM, ABOVE, STORE, LOSS
};

struct step {
    int32_t does;
    int32_t to;      /* register */
    int32_t one;     /* register, or -1 */
    int32_t two;     /* register; -1: the number */
    int32_t three;   /* register, or -1 */
    int32_t number;
};

#endif
