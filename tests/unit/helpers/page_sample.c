#include "page_sample.h"

#include <stdlib.h>
#include <string.h>

static struct build sample;
static struct report *report;

int open_sample(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    setenv("TZ", "UTC", 1);
    build_sample(&sample);
    report = build_open(&sample);
    return 0;
}

int close_sample(void **state)
{
    (void)state;
    report_close(report);
    build_free(&sample);
    return 0;
}

void sample_prints(const struct page_options *options, const char *expected)
{
    char *text = print_page(report, options);
    if (strcmp(text, expected) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", text, expected);
    free(text);
}

void sample_contains(const struct page_options *options, const char *part)
{
    char *text = print_page(report, options);
    if (!strstr(text, part))
        fail_msg("printed:\n%s\nwithout:\n%s", text, part);
    free(text);
}

void sample_lacks(const struct page_options *options, const char *part)
{
    char *text = print_page(report, options);
    if (strstr(text, part))
        fail_msg("printed:\n%s\nwith:\n%s", text, part);
    free(text);
}

struct launch_filter filter_of(const char *pattern)
{
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION};
    assert_true(name_pattern_set(&filter.name, pattern, NULL));
    return filter;
}

struct report *sample_report(void)
{
    return report;
}
