/* The source page: SASS, PTX, CUDA C++, or CUDA C++ with the SASS of each line.
 *
 * Forms and rows are those of the reference, with two things to know: a function is listed once for
 * each entry that the report has of its module, and in CSV quotes inside of a field are not
 * doubled. */
#include "page_source.h"

#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "mem.h"
#include "page_internal.h"

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

const char source_debug_warning[] =
    "compiled with -G, without optimisation: its speed says little.";

/* Takes the namespace out of a name that the compiler makes for functions of one file. */
static void drop_internal(char *name)
{
    char *start = strstr(name, "_INTERNAL_");
    char *end = start ? strstr(start, "::") : NULL;
    if (end)
        memmove(start, end + 2, strlen(end + 2) + 1);
}

/* Name of a function in the wanted form; a new string. The report has that of the kernel. */
static char *function_name(const struct result *result, const struct source_view *view,
                           enum page_kernel_name form)
{
    const char *const names[] = {[PAGE_NAME_DEMANGLED] = result->demangled,
                                 [PAGE_NAME_FUNCTION] = result->function,
                                 [PAGE_NAME_MANGLED] = view->mangled};
    if (strcmp(result->mangled, view->mangled) == 0 || form == PAGE_NAME_MANGLED)
        return mem_strdup(names[form]);
    char *full = demangle_full(view->mangled);
    drop_internal(full);
    if (form == PAGE_NAME_DEMANGLED)
        return full;
    char *function = demangle_function(full);
    free(full);
    return function;
}

/* Only -G leaves the whole of the debugging information. */
bool source_is_debug(const struct source_view *view)
{
    struct cubin_section section;
    return cubin_section_named(&view->module->cubin, ".debug_info", &section);
}

/* Which of the baseline's functions each is compared with. */
static void compare(struct source_listing *listing, struct source_page *page,
                    const struct result *result)
{
    const struct page_baseline *baseline = page->options->baseline;
    struct error error;
    if (!page->before || (baseline->report == result->report && baseline->result == result->index))
        return;
    const struct result *then = report_result(baseline->report, baseline->result, &error);
    if (!then)
        return;
    listing->then_count =
        source_views_open(page->before, then, page->options->metrics, &listing->then);
    listing->befores = mem_alloc((listing->count + 1) * sizeof *listing->befores);
    for (size_t i = 0; i < listing->count; i++) {
        struct source_view *now = &listing->views[i];
        size_t at = source_match_function(now, result->mangled, listing->then, listing->then_count,
                                          then->mangled);
        source_before_make(&listing->befores[i], now, source_set_files(page->set),
                           at < listing->then_count ? &listing->then[at] : NULL,
                           source_set_files(page->before), value_change_duration(result, then));
        now->before = &listing->befores[i];
    }
}

char *source_compared_with(const struct source_page *page, const struct source_view *view)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (view->before) {
        strbuf_addf(&text, "%s: ", page->options->baseline->name);
        source_before_tell(&text, view->before);
    }
    return strbuf_detach(&text);
}

void source_listing_open(struct source_listing *listing, struct source_page *page,
                         const struct result *result)
{
    const struct page_options *options = page->options;
    struct source_view *views;
    size_t count = source_views_open(page->set, result, options->metrics, &views);
    struct source_function *functions = mem_alloc((count + 1) * sizeof *functions);
    for (size_t i = 0; i < count; i++)
        functions[i] = (struct source_function){
            &views[i], function_name(result, &views[i], options->kernel_name)};
    *listing = (struct source_listing){.views = views, .functions = functions, .count = count};
    compare(listing, page, result);
}

void source_listing_close(struct source_page *page, struct source_listing *listing)
{
    for (size_t i = 0; listing->befores && i < listing->count; i++)
        source_before_free(&listing->befores[i]);
    if (listing->befores)
        report_drop(page->options->baseline->report, page->options->baseline->result);
    free(listing->befores);
    source_views_free(listing->then, listing->then_count);
    for (size_t i = 0; i < listing->count; i++)
        free(listing->functions[i].name);
    free(listing->functions);
    source_views_free(listing->views, listing->count);
}

/* Of several reports each is named before its first result. */
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
    typedef void print_functions(struct source_page *, const struct source_function *, size_t);
    static print_functions *const forms[] = {[SOURCE_SASS] = source_print_sass,
                                             [SOURCE_PTX] = source_print_ptx,
                                             [SOURCE_CUDA] = source_print_cuda,
                                             [SOURCE_CUDA_SASS] = source_print_mixed};
    struct source_page *page = context;
    struct source_listing listing;
    print_report(page, result);
    source_listing_open(&listing, page, result);
    if (listing.count && source_is_debug(listing.views) && page->options->format != FORMAT_CSV)
        fprintf(page->out, "  Warning: %s\n", source_debug_warning);
    forms[page->options->source.kind](page, listing.functions, listing.count);
    source_listing_close(page, &listing);
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

bool page_source(struct report *report, const struct page_options *options, FILE *out,
                 struct error *error)
{
    struct source_page page = {.options = options, .out = out};
    return source_page_each(&page, report, print_result, error);
}
