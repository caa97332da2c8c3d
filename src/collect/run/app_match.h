/* app_match: which launch of a later run is which launch of the first run, for application replay.
 *
 * The launches of the first run are numbered in the order in which they came. Launches are of the
 * same kind if --app-replay-match says that they are alike. The n-th launch of a kind, in its
 * process and on its device, is the same launch in every run. With --app-replay-mode strict all
 * launches of a process on a device form one sequence, in which the same kinds must come at the
 * same places.
 *
 * Initialise with app_match_init(); release with app_match_free(). */
#ifndef ROOFTOP_COLLECT_RUN_APP_MATCH_H
#define ROOFTOP_COLLECT_RUN_APP_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/name_index.h"

enum app_match_key { APP_MATCH_NAME, APP_MATCH_GRID, APP_MATCH_ALL };
enum app_match_mode { APP_MATCH_STRICT, APP_MATCH_BALANCED, APP_MATCH_RELAXED };

struct app_match_launch {
    size_t process;  /* by order of appearance */
    uint32_t device; /* ordinal */
    const char *mangled;
    uint32_t grid[3], block[3];
    uint32_t context, stream;
};

struct app_match {
    enum app_match_key key;
    enum app_match_mode mode;
    struct name_index names; /* the names of the kinds; owned */
    struct app_kind *kinds;
    size_t kind_capacity;
    size_t *kind_of; /* the kind of each launch of the first run, in strict mode, too */
    size_t count, capacity;
};

enum { APP_MATCH_NONE = -1 };

void app_match_init(struct app_match *match, enum app_match_key key, enum app_match_mode mode);
void app_match_free(struct app_match *match);

/* Adds a launch of the first run and returns its number. */
size_t app_match_add(struct app_match *match, const struct app_match_launch *launch);

/* To be called before each later run. */
void app_match_begin(struct app_match *match);

/* The number of the launch that a launch of a later run is; -1: of none. *instead: in strict mode
 * the number of the launch that should have come, or -1. */
ptrdiff_t app_match_find(struct app_match *match, const struct app_match_launch *launch,
                         ptrdiff_t *instead);

#endif
