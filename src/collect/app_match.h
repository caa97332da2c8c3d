/* app_match: which launch of a later run is which one of the first, for application replay.
 *
 * The launches of the first run are numbered in the order in which they came. A launch of a later
 * run is the n-th of its kind, in its process and on its device, and the same as the n-th of them
 * in the first run. What a kind is, --app-replay-match says. With --app-replay-mode strict all
 * launches of a process on a device are one sequence, in which the same kinds have to come in the
 * same places.
 *
 * Initialise with app_match_init(); release with app_match_free(). */
#ifndef ROOFTOP_APP_MATCH_H
#define ROOFTOP_APP_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "name_index.h"

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
    struct name_index names; /* of the kinds; owned */
    struct app_kind *kinds;
    size_t kind_capacity;
    size_t *kind_of; /* of each launch of the first run, also in strict mode */
    size_t count, capacity;
};

enum { APP_MATCH_NONE = -1 };

void app_match_init(struct app_match *match, enum app_match_key key, enum app_match_mode mode);
void app_match_free(struct app_match *match);

/* A launch of the first run: its number. */
size_t app_match_add(struct app_match *match, const struct app_match_launch *launch);

/* The launches of another run follow. */
void app_match_begin(struct app_match *match);

/* Such a launch: the number of the one that it is; -1: of none. *instead: in strict mode the number
 * of the one that should have come, or -1. */
ptrdiff_t app_match_find(struct app_match *match, const struct app_match_launch *launch,
                         ptrdiff_t *instead);

#endif
