/* summary: several results summed up as one: groups of results of the same kernel, with the least,
 * the greatest and the mean value of each metric.
 *
 * Per kernel, results of one process, device, name, grid and block make a group. Per GPU, the
 * groups are ordered by device. Per NVTX, the results of a group also share a domain and the ranges
 * that were open in it; a result counts once in every domain in which a range was open. With
 * several reports, results of all processes are summed up, on any GPU of a kind; per GPU, on one
 * device of one host.
 *
 * Texts and missing values do not count. A metric without any number has no row, and a section
 * without rows is left out. The mean is the arithmetic mean over the results that have a number.
 * Summaries of all metrics have rows without a number, too: for values that are NAN in all
 * results, and for facts of the device that are texts. A result that stands for several launches
 * (report/file/report_weight.h) counts in the mean as often. */
#ifndef ROOFTOP_REPORT_CONTENT_SUMMARY_H
#define ROOFTOP_REPORT_CONTENT_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/result.h"
#include "report/section/metric_choice.h"
#include "report/section/section_choice.h"

enum summary_mode { SUMMARY_NONE, SUMMARY_PER_GPU, SUMMARY_PER_KERNEL, SUMMARY_PER_NVTX };

struct summary_row {
    char *label;        /* NULL: the metric's name */
    const char *metric; /* in the report's string table */
    const char *unit;   /* NULL: that of metric_unit.h; not scaled */
    char *text;         /* a fact of the device; "" if the results differ; NULL: not a text */
    double minimum, maximum, total;
    double weight; /* total / weight is the mean */
    size_t count;  /* numbers; 0: NAN or a text, which only text and CSV show */
};

struct summary_section {
    char *identifier, *title; /* NULL: all metrics */
    struct summary_row *rows; /* ordered by metric name */
    size_t count, capacity;
};

/* In what the results of a group can differ. Only results of several reports do. */
enum {
    SUMMARY_VARIES_PROCESS = 1, /* its id */
    SUMMARY_VARIES_NAME = 2,    /* of the process */
    SUMMARY_VARIES_HOST = 4,    /* as the process says */
    SUMMARY_VARIES_DEVICE = 8,
    SUMMARY_VARIES_FILE_HOST = 16 /* as the report says */
};

struct summary_group {
    struct result *first; /* identity of the group: see result_identity() */
    size_t count;         /* results, at least one */
    double launches;      /* that these stand for */
    size_t reports;       /* reports that the results are of */
    unsigned varies;      /* SUMMARY_VARIES_...: what differs among them */
    size_t last_file;     /* private */
    char *domain;         /* per NVTX; "" if no range was open */
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

/* Begins a summary. It sums up the metrics of the sections' headers, or if `wants` is given, all
 * metrics for which wants(choice, name) returns true. */
struct summary *summary_new(enum summary_mode mode,
                            bool (*wants)(const struct metric_choice *choice, const char *name),
                            const struct metric_choice *choice);
void summary_free(struct summary *summary);

/* Chooses the sections whose headers are summed up; without a choice, all sections of a result
 * are. */
void summary_choose(struct summary *summary, struct section_choice *sections);

/* Adds a result. It can be dropped afterwards; its report must stay open. */
void summary_add(struct summary *summary, const struct result *result);

/* Returns the groups of the results that were added, ordered by process, then by device or NVTX
 * context if these group, then by name, grid and block. They belong to the summary and are valid
 * until the next result is added. */
const struct summary_group *summary_groups(struct summary *summary, size_t *count);

/* Sets the units of rows: unit(context, metric) returns what stands in summary_row. */
void summary_set_units(struct summary *summary,
                       const char *(*unit)(const void *context, const char *name),
                       const void *context);

/* Returns whether the two groups stand under the same device or NVTX context. */
bool summary_same_heading(const struct summary_group *a, const struct summary_group *b,
                          enum summary_mode mode);

/* Returns the unit of a row, not scaled. */
const char *summary_row_unit(const struct summary_row *row, char *unit, size_t size);

/* The unit of a row, scaled to its mean unless base_units is set, and its numbers with thousands
 * separators and two decimals. */
struct summary_text {
    char unit[48];
    struct strbuf minimum, maximum, average;
};
void summary_row_text(const struct summary_row *row, bool base_units, struct summary_text *text);
void summary_text_free(struct summary_text *text);

#endif
