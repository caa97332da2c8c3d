/* page_sample: the pages of build_sample(), for the tests of each page.
 *
 * A test under on_sample() finds the report open; what does not hold fails it with the page. */
#ifndef PAGE_SAMPLE_H
#define PAGE_SAMPLE_H

#include "build_report.h"

int open_sample(void **state);
int close_sample(void **state);
#define on_sample(test) cmocka_unit_test_setup_teardown(test, open_sample, close_sample)

struct report *sample_report(void);
void sample_prints(const struct page_options *options, const char *expected);
void sample_contains(const struct page_options *options, const char *part);
void sample_lacks(const struct page_options *options, const char *part);

/* -k PATTERN; release it with launch_filter_free(). */
struct launch_filter filter_of(const char *pattern);

#endif
