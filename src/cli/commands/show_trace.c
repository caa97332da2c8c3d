#include "cli/commands/show_trace.h"

#include "report/base/message.h"

/* What is printed if no page is asked for. */
enum {
    FIRST_PAGES = 1u << TRACE_PAGE_SUMMARY | 1u << TRACE_PAGE_KERNELS | 1u << TRACE_PAGE_COPIES |
                  1u << TRACE_PAGE_API | 1u << TRACE_PAGE_GAPS
};

void print_trace(struct trace *trace, const struct options *o, FILE *pages)
{
    struct trace_view view = {.index = trace_index_new(trace),
                              .names = trace_names_new(trace, o->page.kernel_name, &o->renames),
                              .kernel = &o->filter.name};
    trace_pages_print(&view, o->trace.pages ? o->trace.pages : FIRST_PAGES, o->page.format, pages);
    trace_names_free(view.names);
    trace_index_free(view.index);
}

int show_trace(const struct options *o, FILE *pages)
{
    struct trace *trace = trace_new();
    struct error error;
    int status = 0;
    size_t opened = 0;
    for (size_t i = 0; i < o->trace.files.count; i++) {
        if (trace_add_file(trace, o->trace.files.words[i], &error)) {
            opened++;
            continue;
        }
        message_print(stderr, error.text);
        status = 1;
    }
    if (*trace_damage(trace)) {
        message_print(stderr, trace_damage(trace));
        status = 1;
    }
    if (opened)
        print_trace(trace, o, pages);
    trace_free(trace);
    return status;
}
