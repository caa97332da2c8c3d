/* kernel_id: the launches that --kernel-id selects:
 *   CONTEXT:STREAM:[regex:]NAME:INVOCATION
 *
 * CONTEXT and STREAM are numbers as reports show them. NAME is a name_pattern and may contain
 * colons. INVOCATION counts the launches of one kernel that fit the other parts, from 1. It may be
 * a regular expression that must match the whole number ("[12]", ".*0"). An empty part
 * fits everything. Initialise with {0}, which fits every launch. */
#ifndef ROOFTOP_REPORT_NAMES_KERNEL_ID_H
#define ROOFTOP_REPORT_NAMES_KERNEL_ID_H

#include <stdbool.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/base/name_pattern.h"

struct kernel_id {
    bool has_context, has_stream;
    uint32_t context, stream;
    struct name_pattern name, invocation;
};

/* Replaces the id. Returns false with the error, and leaves it empty, if the text is no such id. */
bool kernel_id_set(struct kernel_id *id, const char *text, struct error *error);
void kernel_id_free(struct kernel_id *id);

/* Returns whether a launch in this context and stream fits. `stream` is NULL for a launch without
 * one. */
bool kernel_id_fits_place(const struct kernel_id *id, uint32_t context, const uint32_t *stream);
bool kernel_id_fits_invocation(const struct kernel_id *id, uint64_t number);

#endif
