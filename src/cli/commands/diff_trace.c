#include "cli/commands/diff_trace.h"

#include "cli/commands/diff.h"
#include "report/base/message.h"
#include "report/trace/trace_writer.h"
#include "report/trace_pages/trace_diff.h"

enum { ALL_PAGES = 1u << TRACE_PAGE_KERNELS | 1u << TRACE_PAGE_COPIES | 1u << TRACE_PAGE_GAPS };

bool diff_is_of_traces(const struct options *o)
{
    return o->diff[1] && trace_is_name(o->diff[0]) && trace_is_name(o->diff[1]);
}

/* NULL: it cannot be read. *whole: false if it is damaged. Both were told. */
static struct trace *open_trace(const char *path, bool *whole)
{
    struct trace *trace = trace_new();
    struct error error;
    if (!trace_add_file(trace, path, &error)) {
        message_print(stderr, error.text);
        trace_free(trace);
        return NULL;
    }
    if (*trace_damage(trace))
        message_print(stderr, trace_damage(trace));
    *whole = *whole && !*trace_damage(trace);
    return trace;
}

int diff_traces(const struct options *o, FILE *pages)
{
    struct trace *traces[2] = {NULL, NULL};
    struct trace_view views[2];
    bool whole = true, worse = false;
    for (int i = 0; i < 2 && (!i || traces[0]); i++)
        traces[i] = open_trace(o->diff[i], &whole);
    if (traces[1]) {
        for (int i = 0; i < 2; i++)
            views[i] = (struct trace_view){
                .index = trace_index_new(traces[i]),
                .names = trace_names_new(traces[i], o->page.kernel_name, &o->renames),
                .kernel = &o->filter.name};
        worse = trace_diff_print(views, o->diff, o->trace.pages ? o->trace.pages : ALL_PAGES,
                                 o->page.format, pages);
        for (int i = 0; i < 2; i++) {
            trace_names_free(views[i].names);
            trace_index_free(views[i].index);
        }
    }
    const bool good = traces[1] && whole;
    trace_free(traces[0]);
    trace_free(traces[1]);
    return good ? o->exit_code && worse : diff_error_status(o);
}
