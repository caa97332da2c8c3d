#include "cli/profile/run_trace_live.h"

#include <string.h>

#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/metric/metric_format.h"
#include "tui/trace/trace_screen.h"

/* A new view is made at most so often, in ns, and such that it takes at most a fifth of the time.
 */
enum { VIEW_EACH = 300000000, SHARE = 5, MOST_LINE = 60 };

struct live {
    struct trace_run *run;
    const struct options *options;
    const struct strbuf *output;
    struct trace_view view, old; /* `old` is what the screen may still look at */
    uint64_t records;            /* in the view */
    bool complete;               /* the view has everything */
    int64_t made, cost;
    struct strbuf state;
};

static struct trace_view make_view(const struct live *live)
{
    struct trace *trace = trace_run_trace(live->run);
    const struct options *o = live->options;
    return (struct trace_view){.index = trace_index_new(trace),
                               .names = trace_names_new(trace, o->page.kernel_name, &o->renames),
                               .kernel = &o->filter.name};
}

static void free_view(struct trace_view *view)
{
    trace_names_free(view->names);
    trace_index_free(view->index);
    *view = (struct trace_view){0};
}

static const struct trace_view *renew(void *context)
{
    struct live *live = context;
    trace_run_check(live->run);
    const bool ended = !trace_run_goes_on(live->run);
    const int64_t now = nanoseconds(), wait = live->cost * SHARE;
    if (live->complete || (trace_run_records(live->run) == live->records && !ended) ||
        (!ended && now - live->made < (wait > VIEW_EACH ? wait : VIEW_EACH)))
        return NULL;
    free_view(&live->old);
    live->old = live->view;
    live->records = trace_run_records(live->run);
    live->complete = ended;
    live->view = make_view(live);
    live->made = nanoseconds();
    live->cost = live->made - now;
    return &live->view;
}

static bool runs(void *context)
{
    return trace_run_goes_on(((struct live *)context)->run);
}

/* The last line that the program wrote. */
static void add_line(struct strbuf *text, const struct strbuf *output)
{
    size_t end = output->length;
    while (end && (output->data[end - 1] == '\n' || output->data[end - 1] == '\r'))
        end--;
    size_t begin = end;
    while (begin && output->data[begin - 1] != '\n' && output->data[begin - 1] != '\r')
        begin--;
    if (end > begin)
        strbuf_addf(text, ": %.*s", (int)(end - begin < MOST_LINE ? end - begin : MOST_LINE),
                    output->data + begin);
}

static const char *state(void *context)
{
    struct live *live = context;
    strbuf_clear(&live->state);
    if (runs(live)) {
        strbuf_adds(&live->state, "runs, ");
        format_thousands(&live->state, (unsigned long long)trace_run_records(live->run));
        strbuf_adds(&live->state, " records");
    } else {
        strbuf_adds(&live->state, "has ended");
    }
    if (trace_run_lost(live->run))
        strbuf_addf(&live->state, ", %llu lost", (unsigned long long)trace_run_lost(live->run));
    add_line(&live->state, live->output);
    return live->state.data;
}

static void pass_signal(void *context, int number)
{
    trace_run_signal(((struct live *)context)->run, number);
}

int run_trace_live(struct trace_run *run, struct loop *loop, const struct options *options,
                   const struct strbuf *output)
{
    struct live live = {.run = run, .options = options, .output = output};
    const struct trace_feed feed = {
        &live, loop, renew, state, runs, pass_signal, options->forward_signals};
    const char *slash = strrchr(options->program[0], '/');
    live.view = make_view(&live);
    const char *name = slash ? slash + 1 : options->program[0];
    struct trace_profile profile = {.beside = mem_strdup(name)};
    for (char **word = options->program; *word; word++)
        word_list_add(&profile.program, *word);
    const int status = trace_screen_follow(&feed, &live.view,
                                           &(struct trace_shown){name, options->theme, &profile});
    trace_profile_free(&profile);
    free_view(&live.old);
    free_view(&live.view);
    strbuf_free(&live.state);
    return status;
}
