/* nvtx_state: the NVTX ranges that are open in this process: a stack of pushed ranges for each
 * thread and domain, and the started ranges of each domain.
 *
 * Functions may be called by any thread. Pushing and popping takes a lock that no other thread
 * uses, except for the moments in which a state is put together. Everything has a limit: a range
 * beyond it is not kept, and pops still find the right range. The handles that programs hold are
 * numbers, so a wrong one leads nowhere. */
#ifndef ROOFTOP_COLLECT_INJECT_NVTX_NVTX_STATE_H
#define ROOFTOP_COLLECT_INJECT_NVTX_NVTX_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types only: NVTX itself stays out of the library. */
#define NVTX_NO_IMPL
#include <nvtx3/nvToolsExt.h>

struct program_filter;

/* Names come as UTF-8, long ones cut; the default domain is number 0. */
enum {
    NVTX_MOST_DOMAINS = 1024,
    NVTX_MOST_DEPTH = 1024,     /* of a stack */
    NVTX_MOST_STARTED = 4096,   /* of a domain, open at once */
    NVTX_MOST_STRINGS = 65536,  /* registered */
    NVTX_MOST_NAMES = 4096,     /* of categories and threads */
    NVTX_MOST_TEXT = 4096,      /* bytes of a name */
    NVTX_MOST_STATE = 1 << 20,  /* bytes of a state with the ranges of other threads */
    NVTX_NO_DOMAIN = 0x7fffffff /* handle of a domain beyond the limit */
};

/* NvtxNameFamily of report.proto. */
enum nvtx_family { NVTX_CATEGORY = 1, NVTX_OS_THREAD = 2 };

/* Returns the domain of this name. Makes it if no domain has the name. */
uint32_t nvtx_state_domain(const char *name);

/* Returns the name of a domain, "" for the default one and for a wrong number. The text stays. */
const char *nvtx_state_domain_name(uint32_t domain);

/* Returns the handle of a registered text; 0: beyond the limit. */
uint64_t nvtx_state_register(uint32_t domain, const char *text);
/* Returns the registered text, or "" for a wrong handle. The text stays. */
const char *nvtx_state_registered(uint64_t string);

void nvtx_state_name(uint32_t domain, enum nvtx_family family, uint32_t id, const char *name);

/* event: NULL for a range that is only a name. Both return the level of the range, from 0, or -1 if
 * there is no range. */
int nvtx_state_push(uint32_t domain, const char *name, const nvtxEventAttributes_t *event);
int nvtx_state_pop(uint32_t domain);

/* Returns the range's handle, from 1, or 0 if the range is not kept. In reports ranges are numbered
 * from 0. */
uint64_t nvtx_state_start(uint32_t domain, const char *name, const nvtxEventAttributes_t *event);
void nvtx_state_end(uint64_t range);

/* A kernel is being launched; its number stands in the ranges that open from now on. */
void nvtx_state_launch(uint64_t launch);

/* Whether the ranges that are open for this thread fit the program filter. */
bool nvtx_state_chosen(struct program_filter *program_filter);

/* Packs the NvtxState for a launch of this thread. Returns false if it is the same state as the
 * last time, or if there is no memory. The bytes stay until the next call. Two threads must not
 * call it at once. */
bool nvtx_state_changed(const uint8_t **bytes, size_t *length);

/* Stores the names of ranges that were open at launches which the filter left out, at most 12, in
 * the form of filter expressions. Returns how many. The texts stay. */
size_t nvtx_state_seen(char ***names);

#endif
