#include "report/pages/page_source.h"

#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"

/* Prints the name of a report before its first result, if there are several reports. */
static void print_report(struct source_page *page, const struct result *result)
{
    struct report *report = result->report;
    if (report_file_count(report) < 2 || !page_is_first_of_file(result, &page->files))
        return;
    if (page->options->format == FORMAT_CSV)
        fprintf(page->out, "\"Report\",\"%s\"\n", report_file(report, result->file)->label);
    else
        page_report_heading(page->out, report, result->file);
}

static void print_result(void *context, const struct result *result)
{
    static source_print *const views[] = {[SOURCE_SASS] = source_print_sass,
                                          [SOURCE_PTX] = source_print_ptx,
                                          [SOURCE_CUDA] = source_print_cuda,
                                          [SOURCE_CUDA_SASS] = source_print_mixed};
    struct source_page *page = context;
    struct source_listing listing;
    print_report(page, result);
    source_listing_open(&listing, page, result);
    if (listing.count && source_is_debug(listing.views) && page->options->format != FORMAT_CSV)
        fprintf(page->out, "  Warning: %s\n", source_debug_warning);
    views[page->options->source.kind](page, listing.functions, listing.count);
    source_listing_close(page, &listing);
}

bool page_source(struct report *report, const struct page_options *options, FILE *out,
                 struct error *error)
{
    struct source_page page = {.options = options, .out = out};
    return source_page_each(&page, report, print_result, error);
}
