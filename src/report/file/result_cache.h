/* result_cache: keeps decoded results in memory, up to a limit in bytes.
 *
 * A decoded result takes about ten times its bytes in the file. Whoever shows one holds it, and a
 * held result stays. A released result stays too, to be shown again at once, until all results
 * together exceed the limit. Then the ones released longest ago are dropped. Results that others
 * got from report_result() without a hold may be dropped. For one thread only. */
#ifndef ROOFTOP_REPORT_FILE_RESULT_CACHE_H
#define ROOFTOP_REPORT_FILE_RESULT_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/file/report.h"

struct result_cache;

/* Returns a new cache. The report must outlive it. */
struct result_cache *result_cache_new(struct report *report, size_t most_bytes);
/* Frees the cache. The decoded results stay with the report. */
void result_cache_free(struct result_cache *cache);

/* Returns result i of the report, or NULL with the error. Every hold needs a release. */
struct result *result_cache_hold(struct result_cache *cache, size_t i, struct error *error);
void result_cache_release(struct result_cache *cache, size_t i);

/* result_cache_has() returns whether result i is held or kept. result_cache_drop() drops it unless
 * it is held, for those who look at it just once. */
bool result_cache_has(const struct result_cache *cache, size_t i);
void result_cache_drop(struct result_cache *cache, size_t i);

/* Drops all results that are not held. */
void result_cache_clear(struct result_cache *cache);

/* Returns the bytes of all results that are held or kept. */
size_t result_cache_bytes(const struct result_cache *cache);

#endif
