#include "report/page_parts/source_listing.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/names/demangle.h"

const char source_debug_warning[] =
    "compiled with -G, without optimisation: its speed says little.";

/* Removes the namespace that the compiler makes for functions of one file. */
static void drop_internal(char *name)
{
    char *start = strstr(name, "_INTERNAL_");
    char *end = start ? strstr(start, "::") : NULL;
    if (end)
        memmove(start, end + 2, strlen(end + 2) + 1);
}

/* Returns the name of a function in the wanted form, a new string. The report has the kernel's
 * name; other functions are demangled here. */
static char *function_name(const struct result *result, const struct code_listing *view,
                           enum kernel_name_form form)
{
    const char *const names[] = {[KERNEL_NAME_DEMANGLED] = result->demangled,
                                 [KERNEL_NAME_FUNCTION] = result->function,
                                 [KERNEL_NAME_MANGLED] = view->mangled};
    if (strcmp(result->mangled, view->mangled) == 0 || form == KERNEL_NAME_MANGLED)
        return mem_strdup(names[form]);
    char *full = demangle_full(view->mangled);
    drop_internal(full);
    if (form == KERNEL_NAME_DEMANGLED)
        return full;
    char *function = demangle_function(full);
    free(full);
    return function;
}

/* Only -G leaves complete debugging information. */
bool source_is_debug(const struct code_listing *view)
{
    struct cubin_section section;
    return cubin_section_named(&view->module->cubin, ".debug_info", &section);
}

/* Finds the function of the baseline that each function is compared with. */
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
        code_listing_open(page->before, then, page->options->metrics, &listing->then);
    listing->befores = mem_alloc((listing->count + 1) * sizeof *listing->befores);
    for (size_t i = 0; i < listing->count; i++) {
        struct code_listing *now = &listing->views[i];
        size_t at = source_match_function(now, result->mangled, listing->then, listing->then_count,
                                          then->mangled);
        code_before_make(&listing->befores[i], now, source_set_files(page->set),
                         at < listing->then_count ? &listing->then[at] : NULL,
                         source_set_files(page->before), value_change_duration(result, then));
        now->before = &listing->befores[i];
    }
}

char *source_compared_with(const struct source_page *page, const struct code_listing *view)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (view->before) {
        strbuf_addf(&text, "%s: ", page->options->baseline->name);
        code_before_tell(&text, view->before);
    }
    return strbuf_detach(&text);
}

void source_listing_open(struct source_listing *listing, struct source_page *page,
                         const struct result *result)
{
    const struct page_options *options = page->options;
    struct code_listing *views;
    size_t count = code_listing_open(page->set, result, options->metrics, &views);
    struct code_function *functions = mem_alloc((count + 1) * sizeof *functions);
    for (size_t i = 0; i < count; i++)
        functions[i] = (struct code_function){
            &views[i], function_name(result, &views[i], options->kernel_name)};
    *listing = (struct source_listing){.views = views, .functions = functions, .count = count};
    compare(listing, page, result);
}

void source_listing_close(struct source_page *page, struct source_listing *listing)
{
    for (size_t i = 0; listing->befores && i < listing->count; i++)
        code_before_free(&listing->befores[i]);
    if (listing->befores)
        report_drop(page->options->baseline->report, page->options->baseline->result);
    free(listing->befores);
    code_listing_free(listing->then, listing->then_count);
    for (size_t i = 0; i < listing->count; i++)
        free(listing->functions[i].name);
    free(listing->functions);
    code_listing_free(listing->views, listing->count);
}
