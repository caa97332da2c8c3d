/* trace: the records of a traced program in memory: of a file, of several files as one, or of a
 * program that still runs.
 *
 * Blocks are kept packed. A column is decoded when somebody first asks for it and stays decoded;
 * rows that come later are decoded at the next request. So a trace of ten million records opens
 * at once, and a page pays only for the columns that it reads.
 *
 * Processes and strings are numbered anew over everything that is in the trace. Not thread-safe. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_H
#define ROOFTOP_REPORT_TRACE_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/trace/trace_kind.h"

struct trace;

struct trace *trace_new(void);
void trace_free(struct trace *trace);

/* Adds the blocks of a file. false: it is no trace or cannot be read; see error. A damaged file is
 * read up to the damage, which trace_damage() tells of. */
bool trace_add_file(struct trace *trace, const char *path, struct error *error);

/* Adds a block of a running program. `source` tells apart programs whose processes have the same
 * numbers: 0 if there is one. false: the block is damaged; nothing is added. */
bool trace_add_block(struct trace *trace, unsigned source, const uint8_t *bytes, size_t length);

/* What is wrong with the files, "" if nothing is. */
const char *trace_damage(const struct trace *trace);

/* How many records of the kind there are. */
size_t trace_count(const struct trace *trace, enum trace_kind kind);

/* A column: trace_count() values. Names are numbers for trace_string(). The pointer is valid until
 * the next call for this column after records were added. */
const uint64_t *trace_column(struct trace *trace, enum trace_kind kind, size_t field);

/* The process of each record, a number for trace_process(). */
const uint32_t *trace_processes(struct trace *trace, enum trace_kind kind);

/* The text of a record, of a kind that has one. */
const char *trace_text(struct trace *trace, enum trace_kind kind, size_t row);

/* The string with a number of a name column. "" for 0 and for one that never came. */
const char *trace_string(const struct trace *trace, uint64_t number);
size_t trace_string_count(const struct trace *trace);

struct trace_process {
    unsigned source;
    uint32_t pid;
    int rank;         /* -1: none */
    const char *name; /* path of the executable; "" until it is known */
};
size_t trace_process_count(const struct trace *trace);
const struct trace_process *trace_process(const struct trace *trace, size_t number);

/* Whether a span has a start and an end that can be believed (trace_time.c has the rules). Records
 * without are counted in tables, without times. */
bool trace_span_is_good(uint64_t start, uint64_t end);

/* From the first start to the last end of all spans that can be believed. false: there are none. */
bool trace_bounds(struct trace *trace, uint64_t *start, uint64_t *end);

#endif
