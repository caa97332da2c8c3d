/* page_internal: what the page_*.c files share. */
#ifndef ROOFTOP_PAGE_INTERNAL_H
#define ROOFTOP_PAGE_INTERNAL_H

#include "page.h"
#include "strbuf.h"

/* Calls visit() for each result that passes the filter, in turn, with its name in the wanted form.
 * The others are not decoded. The result is forgotten afterwards: a report may be larger than the
 * memory once it is decoded. false: a result is damaged, or none passes. */
typedef void page_visit(void *context, const struct result *result);
bool page_each(struct report *report, const struct page_options *options, page_visit *visit,
               void *context, struct error *error);

/* The pages, each printed in passes of page_each(); false as there. */
bool page_details(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error);
bool page_raw(struct report *report, const struct page_options *options, FILE *out,
              struct error *error);
bool page_summary(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error);
bool page_source(struct report *report, const struct page_options *options, FILE *out,
                 struct error *error);
void page_session(struct report *report, const struct page_options *options, FILE *out);

bool page_opportunities(struct report *report, const struct page_options *options, FILE *out,
                        struct error *error);

/* The same pages in Markdown. The raw page: page_raw.h. */
bool page_markdown_details(struct report *report, const struct page_options *options, FILE *out,
                           struct error *error);
bool page_markdown_source(struct report *report, const struct page_options *options, FILE *out,
                          struct error *error);
void page_markdown_summary(const struct summary_group *groups, size_t count,
                           const struct page_options *options, FILE *out);

/* Sums up the results that pass; summary_free() it. false as for page_each(). */
bool page_sum_up(struct report *report, const struct page_options *options,
                 struct summary **summary, struct error *error);

/* Whether the raw page shows the metric. A word of the comma-separated list is a full name, or a
 * base name that stands for all that begins with it; NULL: all. */
bool page_raw_wants(const char *list, const char *name);

/* "Report NAME, rank 3 @ node1", where there are several. */
void page_report_heading(FILE *out, struct report *report, size_t file);

/* Whether the result is the first of its report that is printed. files: 0 before the first call. */
bool page_is_first_of_file(const struct result *result, size_t *files);

/* "[896] work@127.0.0.1" before the first result of each process, after the heading of its report;
 * returns the process for the next call. */
const Rep__ProcessInfo *page_process_line(FILE *out, const struct result *result,
                                          const Rep__ProcessInfo *last);
/* "  name (grid)x(block), Context 1, Stream 7, Device 0, CC 9.0" */
void page_result_line(FILE *out, const struct result *result);
/* Its parts, made safe: "name (grid)x(block)", without sizes for ranges; these alone, with a blank
 * before them; "Device 0, CC 9.0". */
void page_add_kernel(struct strbuf *line, const struct result *result);
void page_add_sizes(struct strbuf *line, const struct result *result);
void page_add_device(struct strbuf *line, const struct result *result);

/* The name of the result in this form. */
const char *page_name_of(const struct result *result, enum page_kernel_name form);

/* Appends what the column of metric names shows. */
void page_add_metric(struct strbuf *text, const char *label, const char *metric,
                     enum metric_naming naming);

/* The identifying fields of CSV pages, in their order there. */
enum page_field {
    FIELD_REPORT,
    FIELD_ID,
    FIELD_PROCESS_ID,
    FIELD_PROCESS,
    FIELD_HOST,
    FIELD_KERNEL,
    FIELD_CONTEXT,
    FIELD_STREAM,
    FIELD_BLOCK,
    FIELD_GRID,
    FIELD_DEVICE,
    FIELD_CC,
    PAGE_CSV_IDENTITY
};

/* Appends one field of the result, or with result NULL its name. */
void page_csv_field(struct strbuf *row, const struct result *result, enum page_field field);
/* Whether the field is a block or grid, which ranges lack. */
bool page_field_is_size(enum page_field field);

/* Identifying CSV columns that are not always there: sizes, which ranges lack; NVTX ranges, where
 * one was open at a launch; the report, where there are several. */
enum { PAGE_CSV_SIZES = 1, PAGE_CSV_NVTX = 2, PAGE_CSV_REPORT = 4 };
/* Those that a result has. */
unsigned page_csv_columns_of(const struct result *result);

/* The identifying CSV fields with these columns, and with result NULL their names; returns
 * how many they are. */
size_t page_csv_identity(struct strbuf *row, const struct result *result, unsigned columns);

const char *page_process_name(const struct result *result);
const char *page_host_name(const struct result *result);

/* Where clocks were not locked. */
extern const char page_clock_warning[];
#endif
