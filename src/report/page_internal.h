/* page_internal: what the page_*.c files share. */
#ifndef ROOFTOP_PAGE_INTERNAL_H
#define ROOFTOP_PAGE_INTERNAL_H

#include "page.h"
#include "strbuf.h"

/* The results to print, and all that the report holds. */
struct page_selection {
    struct result **results;
    size_t count;
    struct result **report_results;
    size_t report_count;
};

void page_details(struct report *report, const struct page_selection *selection,
                  const struct page_options *options, FILE *out);
void page_raw(const struct page_selection *selection, const struct page_options *options,
              FILE *out);
void page_session(struct report *report, const struct page_options *options, FILE *out);

/* "[896] work@127.0.0.1" before the first result of each process; returns the process for the next
 * call. */
const Rep__ProcessInfo *page_process_line(FILE *out, const struct result *result,
                                          const Rep__ProcessInfo *last);
/* "  name (grid)x(block), Context 1, Stream 7, Device 0, CC 9.0" */
void page_result_line(FILE *out, const struct result *result);

/* Identifying CSV columns that not every report has: sizes, which ranges lack; NVTX ranges, where
 * one was open at a launch. */
enum { PAGE_CSV_SIZES = 1, PAGE_CSV_NVTX = 2 };
/* Those that the results to print have. */
unsigned page_csv_columns(const struct page_selection *selection);

/* The identifying CSV fields with these columns, and their names; returns how many they are. */
void page_csv_identity(struct strbuf *row, const struct result *result, unsigned columns);
size_t page_csv_identity_names(struct strbuf *row, unsigned columns);

const char *page_process_name(const struct result *result);
#endif
