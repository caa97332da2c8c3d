/* ask_host: asks the host whether a launch or a range is to be measured, and tells it about
 * launches that were wanted and could not be measured.
 *
 * What the program filter and the call stacks leave out costs no message: the host gets only the
 * number of such launches, with the next question. The host judges all other filters, so that one
 * counter holds over all processes. */
#ifndef ROOFTOP_COLLECT_INJECT_HOST_ASK_HOST_H
#define ROOFTOP_COLLECT_INJECT_HOST_ASK_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

struct function;
struct inject;
struct launch;

/* A range that the host is asked about. */
struct asked_range {
    const char *name; /* "" if it has none */
    bool has_nvtx;    /* its NVTX state is to be sent: the next two members */
    const uint8_t *nvtx;
    size_t nvtx_length;
};

/* Asks about a launch, or a range; range: NULL for a launch. *answer: gets the host's answer, which
 * the caller owns, or NULL if no answer came; `answer` may be NULL. Without an answer the verdict
 * is FINISH. */
Wire__Action ask_host(struct inject *inject, const struct launch *launch, uint32_t context_id,
                      const struct asked_range *range, Wire__ToTarget **answer);

/* Whether this launch is to be measured: judges it here and then asks the host. function: of the
 * launch, where NEVER is remembered; NULL for a graph. FINISH ends profiling in this process. */
bool ask_host_wants(struct inject *inject, const struct launch *launch, struct function *function,
                    uint32_t context_id);

/* Ends profiling in this process: no launch is looked at from now on. */
void ask_host_no_more(struct inject *inject);

/* A wanted launch cannot be measured: its result is the reason. */
void ask_host_report_failure(struct inject *inject, const struct launch *launch, const char *error);

#endif
