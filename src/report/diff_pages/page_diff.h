/* page_diff: prints a comparison of two reports as text, CSV, JSON or Markdown.
 *
 * Text says first what makes the comparison unfair, then lists the kernels by the change of
 * their total time, then for each kernel the metrics that changed beyond noise. If nothing
 * changed, one line says so. Text from the reports is made safe for a terminal. CSV keeps the
 * bytes and has every compared metric, with numbers to the last digit in base units. JSON has
 * what CSV has (man/rooftop-json.5), Markdown what text has. */
#ifndef ROOFTOP_REPORT_DIFF_PAGES_PAGE_DIFF_H
#define ROOFTOP_REPORT_DIFF_PAGES_PAGE_DIFF_H

#include <stdbool.h>
#include <stdio.h>

#include "report/compare/report_diff.h"
#include "report/page_parts/page_options.h"

struct page_diff_options {
    enum page_format format;
    bool base_units;           /* text and Markdown */
    enum metric_naming naming; /* text and Markdown; CSV and JSON have labels and names */
    size_t columns;            /* text: width of the terminal; 0: lines may be of any length */
};

/* Returns false if a result could not be decoded; the rest was printed. */
bool page_diff_print(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                     struct diff_outcome *outcome, struct error *error);

/* The forms; page_diff_print() chooses one. */
bool page_diff_text(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                    struct diff_outcome *outcome, struct error *error);
bool page_diff_csv(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                   struct diff_outcome *outcome, struct error *error);
bool page_diff_json(struct report_diff *diff, const struct page_diff_options *options, FILE *out,
                    struct diff_outcome *outcome, struct error *error);
bool page_diff_markdown(struct report_diff *diff, const struct page_diff_options *options,
                        FILE *out, struct diff_outcome *outcome, struct error *error);

#endif
