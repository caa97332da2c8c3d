/* summary: several results as one: groups of results of the same kernel, and for each metric of
 * their sections the least, the greatest and the mean value.
 *
 * Results of one process, device, name, grid and block make a group (per kernel). Per GPU the
 * groups stand together by device; per NVTX, results of a group also share a domain and the ranges
 * that were open in it, and a result counts once in every domain in which a range was open.
 * Of several reports the results of all processes are summed up, whichever GPU of a kind they ran
 * on; per GPU, those of one device of one host.
 *
 * Values that are texts or missing do not count; a metric without any number has no row, a section
 * without rows is left out. The mean is the arithmetic one over the results that have a number.
 * Summaries of all metrics have rows without a number too: for values that are not a number in any
 * result, and for facts of the device that are texts. */
#ifndef ROOFTOP_SUMMARY_H
#define ROOFTOP_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"
#include "section_choice.h"
#include "strbuf.h"

enum summary_mode { SUMMARY_NONE, SUMMARY_PER_GPU, SUMMARY_PER_KERNEL, SUMMARY_PER_NVTX };

struct summary_row {
    char *label;        /* NULL: the metric's name */
    const char *metric; /* in the report's string table */
    const char *unit;   /* NULL: that of metric_unit.h; not scaled */
    char *text;         /* of the device; "" where the results differ; NULL: not a text */
    double minimum, maximum, total;
    size_t count; /* numbers; 0: NAN or a text, which the raw page has as text and CSV only */
};

struct summary_section {
    char *identifier, *title; /* NULL: all metrics */
    struct summary_row *rows; /* ordered by metric name */
    size_t count, capacity;
};

/* Only results of several reports differ in these. */
enum {
    SUMMARY_VARIES_PROCESS = 1, /* its id */
    SUMMARY_VARIES_NAME = 2,    /* of the process */
    SUMMARY_VARIES_HOST = 4,    /* that the process told */
    SUMMARY_VARIES_DEVICE = 8,
    SUMMARY_VARIES_FILE_HOST = 16 /* that the report is of */
};

struct summary_group {
    struct result *first; /* who it is: see result_identity() */
    size_t count;         /* results, at least one */
    size_t reports;       /* that they are of */
    unsigned varies;      /* SUMMARY_VARIES_...: what is not the same in all of them */
    size_t last_file;     /* private */
    char *domain;         /* per NVTX; "" where no range was open */
    char *ranges;         /* per NVTX: in the form of CSV pages, ' "A:none:..."  "B:..." ' */
    char *names;          /* per NVTX: their names, "A / B" */
    char **range_names;   /* per NVTX: the same one by one */
    size_t range_count;
    char **range_lines; /* per NVTX: "<NAME>", "<ID, NAME>", and after it "  TYPE: VALUE" */
    size_t line_count, line_capacity;
    struct summary_section *sections; /* ordered by title */
    size_t section_count, section_capacity;
};

struct summary;

/* Which metrics are summed up: those of the sections' headers, or with `wants` all that it lets
 * pass: called with its context and a name. */
struct summary *summary_new(enum summary_mode mode,
                            bool (*wants)(const char *context, const char *name),
                            const char *context);
void summary_free(struct summary *summary);

/* The sections whose headers are summed up, instead of all of a result's own. */
void summary_choose(struct summary *summary, struct section_choice *sections);

/* Adds one result, which may be dropped afterwards; its report must stay. */
void summary_add(struct summary *summary, const struct result *result);

/* The groups of what was added, ordered by process, then device or NVTX context where these group,
 * then name, grid and block. They belong to the summary and stay until the next result is added. */
const struct summary_group *summary_groups(struct summary *summary, size_t *count);

/* Gives units to rows: `unit` is called with its context and a metric's name, see summary_row. */
void summary_set_units(struct summary *summary,
                       const char *(*unit)(const void *context, const char *name),
                       const void *context);

/* Whether the two stand under the same device or NVTX context. */
bool summary_same_heading(const struct summary_group *a, const struct summary_group *b,
                          enum summary_mode mode);

/* The unit of a row, not scaled. */
const char *summary_row_unit(const struct summary_row *row, char *unit, size_t size);

/* Unit of a row, scaled to its mean unless base_units, and its numbers: thousands separators and
 * always two decimals. */
struct summary_text {
    char unit[48];
    struct strbuf minimum, maximum, average;
};
void summary_row_text(const struct summary_row *row, bool base_units, struct summary_text *text);
void summary_text_free(struct summary_text *text);

#endif
