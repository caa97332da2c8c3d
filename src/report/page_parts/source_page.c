#include "report/page_parts/source_page.h"

#include <stdlib.h>

#include "report/base/mem.h"

struct source_printed {
    const void *item;
    size_t result;
};

bool source_page_is_new(struct source_page *page, const void *item, size_t *first)
{
    size_t i = 0;
    while (i < page->printed_count && page->printed[i].item != item)
        i++;
    bool is_new = i == page->printed_count;
    if (is_new) {
        mem_grow(&page->printed, i, &page->printed_capacity, sizeof *page->printed);
        page->printed[page->printed_count++] = (struct source_printed){item, page->results};
    }
    if (first)
        *first = page->printed[i].result;
    return is_new;
}

bool source_page_each(struct source_page *page, struct report *report, page_visit *visit,
                      struct error *error)
{
    const struct page_baseline *baseline = page->options->baseline;
    page->set = source_set_new(report, &page->options->source);
    if (baseline)
        page->before = source_set_new(baseline->report, &page->options->source);
    bool good = page_each(report, page->options, visit, page, error);
    source_set_free(page->set);
    if (page->before)
        source_set_free(page->before);
    free(page->printed);
    return good;
}
