/* result_cache: decoded results that were looked at, up to so many bytes.
 *
 * A decoded result takes about ten times its bytes in the file. Whoever shows one holds it; what is
 * held stays. What was released stays too, to be shown again at once, until all together take more
 * than the limit: then those are dropped that were released longest ago. Results that others took
 * from the report (report_result()) and did not hold may be dropped. One thread. */
#ifndef ROOFTOP_RESULT_CACHE_H
#define ROOFTOP_RESULT_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"

struct result_cache;

/* The report must outlive the cache. */
struct result_cache *result_cache_new(struct report *report, size_t most_bytes);
/* The decoded results stay with the report. */
void result_cache_free(struct result_cache *cache);

/* Result i of the report, or NULL with the error; every hold has its release. */
struct result *result_cache_hold(struct result_cache *cache, size_t i, struct error *error);
void result_cache_release(struct result_cache *cache, size_t i);

/* Whether result i is held or kept, and lets go of it if it is not held: for those who look at it
 * just once. */
bool result_cache_has(const struct result_cache *cache, size_t i);
void result_cache_drop(struct result_cache *cache, size_t i);

/* Drops all that are not held. */
void result_cache_clear(struct result_cache *cache);

/* What the results take that are held or kept. */
size_t result_cache_bytes(const struct result_cache *cache);

#endif
