/* roofline_points: where other results stand in the rooflines of the one that is shown: a point of
 * each, of one achieved value that all have in common, or of that which comes nearest to its roof.
 *
 * Which results: those with a tag, those of the same kernel, or all that the list shows, in the
 * order of the list; of more than ROOFLINE_MOST the first ones. They are decoded one by one while
 * nothing is to be served, and what was read stays while the result is among them. */
#ifndef ROOFTOP_ROOFLINE_POINTS_H
#define ROOFTOP_ROOFLINE_POINTS_H

#include "body_table.h"
#include "list_view.h"
#include "result_cache.h"
#include "section_choice.h"

enum roofline_with {
    ROOFLINE_TAGGED,
    ROOFLINE_KERNEL,
    ROOFLINE_LIST,
    ROOFLINE_ALONE,
    ROOFLINE_WITHS
};
/* "tagged", "kernel", "list", "none" */
extern const char *const roofline_with_names[ROOFLINE_WITHS];

enum { ROOFLINE_MOST = 40 };

/* An achieved value of one result in one roofline. */
struct roofline_point {
    char *section, *label;                /* whose roofline, and what it is called there */
    size_t nth;                           /* among those of the section that are called so */
    char *level;                          /* the achieved value */
    char *source;                         /* NULL: not known; see body_cell_source() */
    double intensity, performance, share; /* share: % of what is attainable there; NAN: not known */
    char unit[48];                        /* of the performance */
    double peak, traffic;                 /* of its roof; NAN: not known */
};

/* One of those results. */
struct roofline_other {
    size_t result; /* its place in the list */
    bool is_read;
    bool failed;  /* it cannot be decoded */
    char *called; /* "12 sgemm", as the report has it */
    size_t id;
    const char *kernel; /* the end of that */
    bool has_launch;
    uint64_t grid[3], block[3];
    char *chip;
    struct roofline_point *points;
    size_t point_count, point_capacity;
};

struct roofline_points {
    enum roofline_with with;
    char *level;  /* the achieved value that is compared; NULL: the one nearest to its roof */
    size_t shown; /* the result that they stand beside */
    struct roofline_other *others; /* without gaps, the shown one too if it is one of them */
    size_t count;
    size_t wanted; /* how many results were asked for, with those that are too many */
};

void roofline_points_clear(struct roofline_points *points);

/* Asks for results anew: tags, list and what is shown may have changed. */
void roofline_points_choose(struct roofline_points *points, const struct list_view *list,
                            size_t shown);

/* Whether some are to be read, and reads one. */
bool roofline_points_pending(const struct roofline_points *points);
void roofline_points_step(struct roofline_points *points, struct result_cache *cache,
                          struct section_choice *choice);

/* The point of a level, NULL: of the nearest one, in the nth roofline of that name; NULL: there is
 * none. */
const struct roofline_point *roofline_points_find(const struct roofline_other *other,
                                                  const char *section, const char *label,
                                                  size_t nth, const char *level);
/* Which one of that name a roofline is among the tables of its section. */
size_t roofline_points_nth(const struct body_table *tables, const struct body_table *table);

/* The level that is compared in a roofline: NULL where it has none of that name. The next one: of
 * the nearest ones, then of each achieved value that the roofline has. */
const char *roofline_points_level(const struct roofline_points *points,
                                  const struct body_table *table);
void roofline_points_next_level(struct roofline_points *points, const struct body_table *table);

/* The achieved value that comes nearest to its roof, of those that have a place; NULL: none has. */
const struct body_row *roofline_points_nearest(const struct body_table *table);

#endif
