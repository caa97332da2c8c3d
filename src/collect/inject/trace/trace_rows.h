/* trace_rows: gathers rows of each kind, packs them into blocks (report/trace/trace_block.h) and
 * sends these to the host. Strings get numbers, and are sent before the rows that name them. Only
 * the thread that packs uses it. */
#ifndef ROOFTOP_COLLECT_INJECT_TRACE_TRACE_ROWS_H
#define ROOFTOP_COLLECT_INJECT_TRACE_TRACE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/base/channel.h"
#include "report/trace/trace_kind.h"

/* Rows of a kind until they are sent. */
enum { TRACE_ROWS_ROOM = 16384 };

struct trace_strings {
    char **texts; /* by number; [0] is not used */
    uint32_t count, capacity;
    uint32_t *slots; /* by hash: number, 0: free */
    uint32_t slot_count;
    uint32_t sent; /* numbers below this one have been sent */
};

struct trace_packer {
    struct channel *channel;
    uint32_t process;
    uint64_t *columns[TRACE_KINDS]; /* NULL: no row of the kind has come */
    char **texts[TRACE_KINDS];      /* owned, of kinds with texts */
    size_t counts[TRACE_KINDS];
    struct trace_strings strings;
    uint64_t records, bytes; /* taken, and sent */
    uint64_t lost;           /* rows for which there was no memory */
    uint64_t from, until;    /* rows that lie outside are left out; 0: no limit */
};

/* Adds a row with as many values as the kind has fields. text: of kinds with texts, else NULL. */
void trace_packer_add(struct trace_packer *packer, enum trace_kind kind, const uint64_t *values,
                      const char *text);

/* The number of a string; 0 for NULL, "" and without memory. */
uint64_t trace_packer_string(struct trace_packer *packer, const char *text);

/* Sends everything that has been added. */
void trace_packer_flush(struct trace_packer *packer);

/* CLOCK_REALTIME, in ns. */
uint64_t trace_now(void);

#endif
