/* roofline_points: where other results stand in the rooflines of the one that is shown. Each has
 * one point: of an achieved value that all have in common, or of the value that comes nearest to
 * its roof.
 *
 * Which results these are is the list's business (list_points.h); of more than ROOFLINE_MOST the
 * first ones stand there. They are decoded one by one while nothing else is to be done, and what
 * was read is kept as long as the result is among them. */
#ifndef ROOFTOP_TUI_FIGURES_ROOFLINE_POINTS_H
#define ROOFTOP_TUI_FIGURES_ROOFLINE_POINTS_H

#include "report/content/body_table.h"
#include "report/file/result_cache.h"
#include "report/section/section_choice.h"

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
    char *section, *label;                /* the roofline's section, and its name there */
    size_t nth;                           /* index among those of that name in the section */
    char *level;                          /* the achieved value */
    char *source;                         /* NULL: unknown; see body_cell_source() */
    double intensity, performance, share; /* share: % of what is attainable there; NAN: unknown */
    char unit[48];                        /* of the performance */
    double peak, traffic;                 /* of its roof; NAN: unknown */
};

/* One of the other results. */
struct roofline_other {
    size_t result; /* its index in the list */
    bool is_read;
    bool failed;  /* it cannot be decoded */
    char *called; /* "12 sgemm", as in the report */
    size_t id;
    const char *kernel; /* the end of `called` */
    bool has_launch;
    uint64_t grid[3], block[3];
    char *chip;
    struct roofline_point *points;
    size_t point_count, point_capacity;
};

struct roofline_points {
    enum roofline_with with;
    char *level;  /* the achieved value that is compared; NULL: the one nearest to its roof */
    size_t shown; /* the result beside which they are shown */
    struct roofline_other *others; /* without gaps; with the shown one if it is among them */
    size_t count;
    size_t wanted; /* number of results that were asked for, even beyond the limit */
};

void roofline_points_clear(struct roofline_points *points);

/* Asks for other results. first: the first of them, at most ROOFLINE_MOST; wanted: how many there
 * are. */
void roofline_points_ask(struct roofline_points *points, size_t shown, const size_t *first,
                         size_t wanted);

/* roofline_points_pending() returns whether some are yet to be read. roofline_points_step() reads
 * one. */
bool roofline_points_pending(const struct roofline_points *points);
void roofline_points_step(struct roofline_points *points, struct result_cache *cache,
                          struct section_choice *choice);

/* Returns the point of a level (NULL: the nearest one) in the nth roofline of that name, or
 * NULL. */
const struct roofline_point *roofline_points_find(const struct roofline_other *other,
                                                  const char *section, const char *label,
                                                  size_t nth, const char *level);
/* Returns the index of a roofline among those of its name in the tables of its section. */
size_t roofline_points_nth(const struct body_table *tables, const struct body_table *table);

/* roofline_points_level() returns the level that is compared in a roofline, or NULL if it has none
 * of that name. roofline_points_next_level() goes from the nearest ones to each achieved value of
 * the roofline. */
const char *roofline_points_level(const struct roofline_points *points,
                                  const struct body_table *table);
void roofline_points_next_level(struct roofline_points *points, const struct body_table *table);

/* Returns the achieved value nearest to its roof among the ones that have a place, or NULL. */
const struct body_row *roofline_points_nearest(const struct body_table *table);

#endif
