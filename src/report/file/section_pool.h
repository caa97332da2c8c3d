/* section_pool: shares the decoded sections of results, within a report or among several.
 *
 * A result is stored with its sections. They take more bytes than its measurements (two thirds of a
 * result of the full set) and are identical in most results. The pool decodes a section when the
 * first result asks for it and lends the same message to all results with the same bytes, so nobody
 * may write to it. A section that nobody holds is kept for the next result, up to a limit. */
#ifndef ROOFTOP_REPORT_FILE_SECTION_POOL_H
#define ROOFTOP_REPORT_FILE_SECTION_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"

struct section_pool;
struct pooled_section;

struct section_pool *section_pool_new(void);
/* Adds an owner, who must free the pool, too. Returns the pool. */
struct section_pool *section_pool_share(struct section_pool *pool);
/* Removes an owner. The last one frees the pool, when all sections have been given back. NULL is
 * allowed. */
void section_pool_free(struct section_pool *pool);

/* Returns the section of these bytes, which are copied, or NULL if they are no section. Each
 * section taken must be given back. */
struct pooled_section *section_pool_take(struct section_pool *pool, const uint8_t *data,
                                         size_t length);
void section_pool_give_back(struct section_pool *pool, struct pooled_section *section);

/* Returns the decoded section, which the pool owns. */
Rep__ProfilerSection *pooled_section_message(const struct pooled_section *section);
/* Returns the memory that a section takes, however many hold it. */
size_t pooled_section_bytes(const struct pooled_section *section);

#endif
