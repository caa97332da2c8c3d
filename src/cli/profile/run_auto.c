#include "cli/profile/run_auto.h"

#include <stdlib.h>

#include "cli/profile/run_trace.h"
#include "collect/program/program_input.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/base/strbuf.h"
#include "report/names/collective_kernels.h"
#include "report/names/demangle.h"

/* What the first choice is to cover and how exact totals shall be; more launches than can be
 * measured in a second are never needed. */
#define COVER 0.99
#define PRECISION 0.001
enum { LAUNCHES_A_SECOND = 500, SIGNALLED = 128 };

/* Whether launches of the kernel may be measured: -k, and what would wait for other GPUs. */
static bool takes(void *context, const char *mangled)
{
    const struct options *o = context;
    const struct name_pattern *name = &o->filter.name;
    char *full = demangle_full(mangled), *function = demangle_function(full);
    const char *const forms[] = {[KERNEL_NAME_FUNCTION] = function,
                                 [KERNEL_NAME_DEMANGLED] = full,
                                 [KERNEL_NAME_MANGLED] = mangled};
    const bool good = name->text ? name_pattern_matches(name, forms[o->filter.base])
                                 : !kernel_is_collective(function);
    free(full);
    free(function);
    return good;
}

static void tell(const struct sample_choice *choice, FILE *messages)
{
    struct strbuf text = {0};
    double covered = 0;
    bool *seen = calloc(choice->group_count + 1, 1);
    for (size_t i = 0; seen && i < choice->launch_count; i++) {
        covered +=
            seen[choice->launches[i].group] ? 0 : choice->groups[choice->launches[i].group].time;
        seen[choice->launches[i].group] = true;
    }
    strbuf_addf(&text,
                "%.0f launches took %.3f s on the GPU; up to %zu of them, in %zu groups of "
                "like ones, stand for %.2f %% of that and are measured in a second run",
                choice->run_launches, choice->run_time / 1e9, choice->launch_count,
                choice->group_count,
                choice->run_time > 0 ? 100 * covered / choice->run_time : 100.0);
    if (choice->left_out > 0)
        strbuf_addf(&text, "; kernels that are left out took %.3f s more", choice->left_out / 1e9);
    message_tell(messages, -1, text.data);
    strbuf_free(&text);
    free(seen);
}

/* The totals need metrics of their own, beside what the user asked for. */
static void add_section(struct options *o)
{
    if (!o->sets.count && !o->sections.count && !o->metrics.count)
        word_list_add(&o->sets, "full");
    word_list_add(&o->sections, "WholeProgram");
    if (!o->page_named)
        o->page.page = PAGE_AUTO;
}

/* What comes through a pipe is kept for the second run. */
static bool open_input(struct options *o, FILE *messages)
{
    struct error error;
    o->input = mem_alloc(sizeof *o->input);
    if (program_input_open(o->input, NULL, false, &error))
        return true;
    message_print(messages, error.text);
    return false;
}

void run_auto_end(struct options *o)
{
    if (o->input)
        program_input_close(o->input);
    free(o->input);
    o->input = NULL;
}

bool run_auto_choose(struct options *o, FILE *messages, int *status)
{
    const struct sample_limits limits = {
        .cover = COVER, .precision = PRECISION, .most = o->auto_budget * LAUNCHES_A_SECOND};
    struct trace *trace = NULL;
    *status = 1;
    if (open_input(o, messages))
        trace = run_trace_kernels(o, messages, status);
    if (!trace)
        return false;
    if (*status < SIGNALLED) {
        o->choice = sample_choice_make(trace, &limits, takes, o);
        if (o->choice->launch_count) {
            if (!o->quiet)
                tell(o->choice, messages);
            add_section(o);
        } else {
            message_print(messages, "there is no launch that could be measured");
            *status = *status ? *status : 1;
        }
    }
    trace_free(trace);
    return o->choice && o->choice->launch_count;
}
