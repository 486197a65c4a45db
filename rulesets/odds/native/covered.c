/* Bases under a round template, for `…/warhammer/combat/shots/templates.py`.
 *
 * Bases stand in ranks, the last one in the middle. Of each layout it is summed up how
 * likely a place of the template lies on a base with its middle, and covers so many
 * others wholly and so many in part.
 */

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct covered {
    int64_t count;          /* layouts */
    int64_t aims;           /* aims of each layout, all as likely */
    int64_t places;         /* places around an aim */
    int64_t room;           /* one more than the most models of a layout */
    double radius;          /* of the template */
    const int64_t *layout;  /* [count, 5]: models, width, across, deep, gap */
    const double *aim;      /* [count, aims]: behind the front */
    const double *place;    /* [places, 3]: across and ahead of the aim, and chance */
    const double *some;     /* [room, room]: chance that so many of those in part are hit */
    double *found;          /* [2, count, room]: one in the middle or none, and others */
};

struct bases {
    int64_t models, width, ranks;
    double across, deep, gap;
};

/* Counts the bases under a template that lies there. */
static void cover(const struct bases *own, double x, double y, double radius,
                  int64_t *middle, int64_t *whole, int64_t *partly)
{
    const double half_x = own->across / 2, half_y = own->deep / 2;
    const double square = radius * radius;
    int64_t left = own->models;
    for (int64_t rank = 0; rank < own->ranks; rank++, left -= own->width) {
        const double off_y = fabs(y - ((double)rank * (own->deep + own->gap) + half_y));
        const double near_y = off_y - half_y > 0 ? off_y - half_y : 0;
        if (near_y >= radius && off_y > half_y)
            continue;
        const int64_t files = left < own->width ? left : own->width;
        const double inset = (double)(own->width - files) / 2 - (double)(own->width / 2);
        const double far_y = (off_y + half_y) * (off_y + half_y);
        for (int64_t file = 0; file < files; file++) {
            const double off_x =
                fabs(x - ((double)file + inset) * (own->across + own->gap));
            const double near_x = off_x - half_x > 0 ? off_x - half_x : 0;
            if (!*middle && off_x <= half_x && off_y <= half_y)
                *middle = 1;
            else if ((off_x + half_x) * (off_x + half_x) + far_y <= square)
                ++*whole;
            else if (near_x * near_x + near_y * near_y < square)
                ++*partly;
        }
    }
}

int armybuilder_covered(const struct covered *told)
{
    const int64_t room = told->room;
    double *const alike = malloc((size_t)(2 * room * room) * sizeof *alike);
    if (!alike)
        return 1;
    for (int64_t one = 0; one < told->count; one++) {
        const int64_t *const layout = told->layout + 5 * one;
        const struct bases own = {
            layout[0], layout[1], (layout[0] + layout[1] - 1) / layout[1],
            (double)layout[2], (double)layout[3], (double)layout[4],
        };
        memset(alike, 0, (size_t)(2 * room * room) * sizeof *alike);
        for (int64_t aim = 0; aim < told->aims; aim++) {
            const double ahead = told->aim[told->aims * one + aim];
            for (int64_t at = 0; at < told->places; at++) {
                const double *const place = told->place + 3 * at;
                int64_t middle = 0, whole = 0, partly = 0;
                cover(&own, place[0], place[1] + ahead, told->radius,
                      &middle, &whole, &partly);
                alike[(middle * room + whole) * room + partly] += place[2];
            }
        }
        for (int64_t middle = 0; middle < 2; middle++) {
            double *const found = told->found + (middle * told->count + one) * room;
            for (int64_t whole = 0; whole <= own.models; whole++)
                for (int64_t partly = 0; whole + partly <= own.models; partly++) {
                    const double chance = alike[(middle * room + whole) * room + partly];
                    if (chance == 0)
                        continue;
                    const double *const some = told->some + partly * room;
                    for (int64_t hit = 0; hit <= partly; hit++)
                        found[whole + hit] += chance * some[hit];
                }
        }
    }
    free(alike);
    return 0;
}
