/* section_pool: decoded sections of the results of a report, or of several, each once.
 *
 * A result is stored with its sections, which take more of it than all it measured and are the same
 * bytes in most results. The pool decodes a section when the first result asks for it and lends the
 * same message to all that hold the same bytes; so nobody may write to it. What no result holds any
 * more is kept up to a limit, for the next one. */
#ifndef ROOFTOP_SECTION_POOL_H
#define ROOFTOP_SECTION_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"

struct section_pool;
struct pooled_section;

struct section_pool *section_pool_new(void);
/* One owner more, who frees it, too. */
struct section_pool *section_pool_share(struct section_pool *pool);
/* The last owner's releases it, when all that was taken has been given back; NULL is nothing. */
void section_pool_free(struct section_pool *pool);

/* The section of these bytes, of which it keeps a copy; NULL: they are none. What is taken is given
 * back. */
struct pooled_section *section_pool_take(struct section_pool *pool, const uint8_t *data,
                                         size_t length);
void section_pool_give_back(struct section_pool *pool, struct pooled_section *section);

Rep__ProfilerSection *pooled_section_message(const struct pooled_section *section);
/* Memory that it takes, however many hold it. */
size_t pooled_section_bytes(const struct pooled_section *section);

#endif
