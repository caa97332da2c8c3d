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

/* A metric of the results to print. */
struct raw_column {
    const char *name;
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
    FILE *out;                /* all forms but JSON */
    struct json_writer *json; /* JSON: within its document */
    struct raw_survey *surveys;
    size_t survey_count, surveyed; /* surveyed: number of the result under way */
    struct raw_column *columns;    /* sorted by name */
    size_t count;
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
 * as page_each() does; the page can be printed all the same, and is to be closed in any case. */
bool raw_page_open(struct raw_page *page, struct report *report, struct error *error);
void raw_page_close(struct raw_page *page);

/* The metric of a result, or NULL. It has its instances if they are printed or stand for its value.
 */
const Rep__ProfileMetricResult *raw_page_metric(const struct raw_page *page,
                                                const struct result *result, const char *name);

#endif
