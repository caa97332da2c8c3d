/* page_options: what a page shows and in which form: the choices that a user has when text pages
 * are printed. A page has one of four forms (enum page_format). page.h prints the page. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_OPTIONS_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_OPTIONS_H

#include <stdbool.h>

#include "report/code/source_options.h"
#include "report/content/body_table.h"
#include "report/content/raw_cell.h"
#include "report/content/summary.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_choice.h"

enum page {
    PAGE_DETAILS,
    PAGE_AUTO,
    PAGE_DIAGNOSIS,
    PAGE_HOTSPOTS,
    PAGE_RANKS,
    PAGE_RAW,
    PAGE_SESSION,
    PAGE_SOURCE,
    PAGE_SUMMARY,
    PAGE_COUNT
};
extern const char *const page_names[PAGE_COUNT + 1]; /* the words of --page; NULL ends the list */

enum page_format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_MARKDOWN };

/* Which metrics of a section the details page shows: those of its header, the tables of its
 * bodies, or both. */
enum page_details { DETAILS_HEADER, DETAILS_BODY, DETAILS_ALL };
enum metric_naming { METRIC_LABEL, METRIC_NAME, METRIC_LABEL_NAME }; /* "Duration (gpu__...)" */

/* A result that another one is compared with, and its name. */
struct page_baseline {
    struct report *report;
    size_t result;
    const char *name; /* made safe for a terminal */
};

struct page_options {
    enum page page;
    enum page_format format;
    bool base_units; /* JSON always has base units */
    enum kernel_name_form kernel_name;
    bool real;                    /* raw: whole numbers have decimals, too */
    enum raw_instances instances; /* raw: whether instances are printed */
    enum summary_mode
        summary; /* SUMMARY_NONE: every result by itself; else a summary for each group */
    enum page_details details;
    struct section_choice
        *sections; /* details: the sections to show; NULL: all sections of the report */
    const struct rule_choice *rules; /* details, diagnosis, hotspots, summary: the rules that look
                                        at results; NULL: none */
    bool rule_details;               /* details as text: also what findings rest on */
    enum metric_naming naming;       /* details and summaries; the raw page always has names */
    bool nvtx_rename; /* the innermost NVTX push/pop range stands before the name: "range/kernel" */
    const struct launch_filter *filter; /* NULL: all */
    const char *metrics;                /* raw, source: a list for metric_choice.h; NULL: all */
    struct source_options source;
    const struct page_baseline *baseline; /* source; NULL: nothing is compared */
    body_table_behind *behind;            /* details; NULL: there are none */
    void *behind_context;
};

#endif
