/* page_raw: the raw page under way, in whatever form it is printed. */
#ifndef ROOFTOP_PAGE_RAW_H
#define ROOFTOP_PAGE_RAW_H

#include "json_writer.h"
#include "page_internal.h"
#include "raw_cell.h"

/* A metric of the results to print. */
struct raw_column {
    const char *name;
    double largest; /* of its values in the report; 0 if none is over 0 */
    char unit[48];  /* not scaled */
    struct raw_style style;
};

/* What is known of a name of the report, by its id. */
struct raw_survey {
    bool in_report, wanted; /* some result has it; one to print has it */
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
    size_t files;                    /* text: whose first result was printed */
    struct strbuf row, text;
    /* Markdown of few results: by column, what stands in the table so far; its head. */
    struct strbuf *cells, names;
};

/* The metric of a result with its instances, where they decide what is said of it; NULL: none. */
const Rep__ProfileMetricResult *page_raw_metric(const struct raw_page *page,
                                                const struct result *result, const char *name);

/* Results side by side where they are few, else one after the other. */
void page_markdown_raw_begin(struct raw_page *page);
page_visit page_markdown_raw;
void page_markdown_raw_end(struct raw_page *page);

#endif
