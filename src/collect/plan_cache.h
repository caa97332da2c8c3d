/* plan_cache: the plans of chips (plan.h), kept in the user's cache.
 *
 * Scheduling the full set takes CUPTI half a second, and what comes of it follows from the names
 * that are asked for, the chip, which of its counters are available, CUPTI and this program alone:
 * all of these make the name of what is kept (disk_cache.h), programs and libraries by their sizes
 * and times of change. With a kept plan the chip need not be opened before values are to be
 * computed, which takes another tenth of a second. */
#ifndef ROOFTOP_PLAN_CACHE_H
#define ROOFTOP_PLAN_CACHE_H

#include <stdint.h>

#include "plan.h"

struct plan_cache {
    const char *folder;  /* NULL: nothing is kept */
    const char *library; /* path of CUPTI */
    const char *chip;    /* its name, and its counter availability as cupti_chip_open() got it */
    const uint8_t *availability;
    size_t availability_size;
    bool links; /* cupti_chip_allow_links() */
};

/* false: nothing is kept; *plan is as it was. */
bool plan_cache_get(struct chip_plan *plan, const struct plan_cache *cache,
                    const struct plan *request, const struct section_scope *scope);

void plan_cache_put(const struct chip_plan *plan, const struct plan_cache *cache,
                    const struct plan *request, const struct section_scope *scope);

#endif
