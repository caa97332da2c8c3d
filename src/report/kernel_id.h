/* kernel_id: the launches that --kernel-id names:
 *
 *     CONTEXT:STREAM:[regex:]NAME:INVOCATION
 *
 * CONTEXT and STREAM are numbers as reports show them. NAME is a name_pattern and may hold colons.
 * INVOCATION counts the launches of one kernel that fit the other parts, from 1; it may be an
 * extended regular expression that the whole number must match ("[12]", ".*0"). An empty part fits
 * everything. Initialise with {0}, which fits every launch. */
#ifndef ROOFTOP_KERNEL_ID_H
#define ROOFTOP_KERNEL_ID_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "name_pattern.h"

struct kernel_id {
    bool has_context, has_stream;
    uint32_t context, stream;
    struct name_pattern name, invocation;
};

/* Sets the id in place of the one before. false: the text is none, and nothing is set. */
bool kernel_id_set(struct kernel_id *id, const char *text, struct error *error);
void kernel_id_free(struct kernel_id *id);

/* Whether a launch in this context and stream fits. stream NULL: the launch has none. */
bool kernel_id_fits_place(const struct kernel_id *id, uint32_t context, const uint32_t *stream);
bool kernel_id_fits_invocation(const struct kernel_id *id, uint64_t number);

#endif
