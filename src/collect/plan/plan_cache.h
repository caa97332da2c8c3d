/* plan_cache: the plans of chips (plan.h), kept in the user's cache.
 *
 * CUPTI needs half a second to schedule the full set. The schedule depends only on the names that
 * are asked for, the chip, which of its counters are available, CUPTI, and this program. All of
 * these make up the name of the kept file (disk_cache.h); programs and libraries are told apart by
 * their sizes and times of change. With a kept plan the chip is opened while the program sets up
 * its counters, which saves another tenth of a second. */
#ifndef ROOFTOP_COLLECT_PLAN_PLAN_CACHE_H
#define ROOFTOP_COLLECT_PLAN_PLAN_CACHE_H

#include <stdint.h>

#include "collect/plan/plan.h"
#include "report/section/section_scope.h"

struct plan_cache {
    const char *folder;  /* NULL: nothing is kept */
    const char *library; /* path of CUPTI */
    const char *chip;    /* its name, and its counter availability as cupti_chip_open() got it */
    const uint8_t *availability;
    size_t availability_size;
    bool links; /* cupti_chip_allow_links() */
};

/* Reads a kept plan. false: there is none, and *plan is as it was. */
bool plan_cache_get(struct chip_plan *plan, const struct plan_cache *cache,
                    const struct plan *request, const struct section_scope *scope);

/* Keeps a plan. If that fails nothing is kept, and nobody is told. */
void plan_cache_put(const struct chip_plan *plan, const struct plan_cache *cache,
                    const struct plan *request, const struct section_scope *scope);

#endif
