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

bool source_page_is_new(struct source_page *page, const void *item)
{
    for (size_t i = 0; i < page->printed_count; i++)
        if (page->printed[i] == item)
            return false;
    mem_grow(&page->printed, page->printed_count, &page->printed_capacity, sizeof *page->printed);
    page->printed[page->printed_count++] = item;
    return true;
}

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

/* Of several reports each is named before its first result. */
static void print_report(struct source_page *page, const struct result *result)
{
    struct report *report = result->report;
    if (report_file_count(report) < 2 || page->files > result->file)
        return;
    page->files = result->file + 1;
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
    const struct page_options *options = page->options;
    print_report(page, result);
    struct source_view *views;
    size_t count = source_views_open(page->set, result, options->metrics, &views);
    struct source_function *functions = mem_alloc((count + 1) * sizeof *functions);
    for (size_t i = 0; i < count; i++)
        functions[i] = (struct source_function){
            &views[i], function_name(result, &views[i], options->kernel_name)};
    /* Only -G leaves the whole of the debugging information. */
    struct cubin_section section;
    if (count && options->format != FORMAT_CSV &&
        cubin_section_named(&views[0].module->cubin, ".debug_info", &section))
        fputs("  Warning: compiled with -G, without optimisation: its speed says little.\n",
              page->out);
    forms[options->source.kind](page, functions, count);
    for (size_t i = 0; i < count; i++)
        free(functions[i].name);
    free(functions);
    source_views_free(views, count);
}

bool page_source(struct report *report, const struct page_options *options, FILE *out,
                 struct error *error)
{
    struct source_page page = {.options = options, .out = out};
    page.set = source_set_new(report, &options->source);
    bool good = page_each(report, options, print_result, &page, error);
    source_set_free(page.set);
    free(page.printed);
    return good;
}
