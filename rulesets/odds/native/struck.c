/* Losses after equal blows, for `rulesets.odds.battle_line.strike`.
 *
 * Cells lie as [before, lost, behind]. Sums are taken from the fewest wounds of a blow
 * to the most, as NumPy takes them, so that both ways give equal numbers.
 */

#include <stdint.h>

struct struck {
    int64_t before;         /* cells before the axis of losses */
    int64_t size;           /* losses so far */
    int64_t behind;         /* cells behind the axis */
    int64_t most;           /* most wounds of a blow that is worked out */
    int64_t lefts;          /* second axis of the kernels */
    int64_t width;          /* third axis of the kernels */
    const double *chances;  /* [before, size, behind] */
    const int64_t *row;     /* [before, size, behind]: dice * lefts + left */
    const double *kernels;  /* [dice, lefts, width] */
    double *found;          /* [before, size + most, behind], zero as it comes */
};

int armybuilder_struck(const struct struck *told)
{
    const int64_t cells = told->size * told->behind, width = told->width;
    for (int64_t one = 0; one < told->before; one++) {
        const double *const chances = told->chances + one * cells;
        const int64_t *const row = told->row + one * cells;
        double *found = told->found + one * (cells + told->most * told->behind);
        for (int64_t lost = 0; lost <= told->most; lost++) {
            const double *const share = told->kernels + lost;
            for (int64_t cell = 0; cell < cells; cell++)
                found[cell] += chances[cell] * share[row[cell] * width];
            found += told->behind;
        }
    }
    return 0;
}
