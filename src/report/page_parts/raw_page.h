/* raw_page: the raw page while it is printed: its columns, which are metrics, and how each is
 * written.
 *
 * The page takes two passes over the results. The first one finds the metrics of the results to
 * print and, for the scale of each column, the greatest value that it has anywhere in the report,
 * also in results that a filter leaves out: a value looks the same with and without a filter. The
 * second pass prints. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_RAW_PAGE_H
#define ROOFTOP_REPORT_PAGE_PARTS_RAW_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/json_writer.h"
#include "report/base/strbuf.h"
#include "report/content/raw_cell.h"
#include "report/page_parts/page_options.h"
#include "report/section/metric_choice.h"

/* A metric of the results to print. */
struct raw_column {
    const char *name;
    bool lacked;    /* some result to print lacks it, although it was to be measured */
    bool absent;    /* all of them do */
    double largest; /* greatest value in the report; 0 if none is over 0 */
    char unit[48];  /* not scaled */
    struct raw_style style;
};

/* What is known of a name of the report, by its id. */
struct raw_survey {
    bool in_report, wanted; /* some result has it; a result to print has it */
    size_t last;            /* number of the last result seen with it, from 1 on */
    double largest;
};

struct raw_page {
    const struct page_options *options;
    struct metric_choice *choice; /* of the options; NULL: all */
    FILE *out;                    /* all forms but JSON */
    struct json_writer *json;     /* JSON: within its document */
    struct raw_survey *surveys;
    size_t survey_count, surveyed; /* surveyed: number of the result under way */
    struct raw_column *columns;    /* sorted by name */
    size_t count;
    char **absent; /* names that were to be measured, and that some result to print lacks */
    size_t absent_count, absent_capacity;
    size_t results;                  /* to print */
    unsigned identity;               /* CSV columns */
    const Rep__ProcessInfo *process; /* text: of the last result */
    size_t files;                    /* text: reports whose first result was printed */
    struct strbuf row, text;
    /* Markdown of few results: what each row of the table has so far, by column; the head of the
     * table. */
    struct strbuf *cells, names;
};

/* Makes the first pass. `options` and `out` or `json` are set, everything else is 0. Returns false
 * as page_each() does, or if the options name no metrics that can be; the page can be printed all
 * the same, and is to be closed in any case. */
bool raw_page_open(struct raw_page *page, struct report *report, struct error *error);
void raw_page_close(struct raw_page *page);

/* The metric of a result, or NULL. It has its instances if they are printed or stand for its value.
 */
const Rep__ProfileMetricResult *raw_page_metric(const struct raw_page *page,
                                                const struct result *result, const char *name);

/* Returns whether the result lacks the metric, although --metrics asked for it when the result was
 * measured. Pages show that; what nobody asked for is left out. */
bool raw_page_lacks(const struct result *result, const struct raw_column *column);

/* Returns the text of a cell, which is valid until the next one is made. `metric` is that of
 * raw_page_metric(). */
const char *raw_page_text(struct raw_page *page, const struct result *result,
                          const struct raw_column *column, const Rep__ProfileMetricResult *metric);

#endif
