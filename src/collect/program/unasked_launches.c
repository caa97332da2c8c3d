#include "collect/program/unasked_launches.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

static void add_name(struct unasked_launches *unasked, const char *name)
{
    for (size_t i = 0; i < unasked->open_count; i++)
        if (strcmp(unasked->open[i], name) == 0)
            return;
    if (unasked->open_count < UNASKED_NAMES)
        unasked->open[unasked->open_count++] = mem_strdup(name);
}

void unasked_launches_add(struct unasked_launches *unasked, const Wire__Bye *bye)
{
    unasked->outside += bye->outside;
    unasked->stopped += bye->stopped;
    unasked->other_stacks += bye->other_stacks;
    for (size_t i = 0; i < bye->n_open; i++)
        add_name(unasked, bye->open[i]);
}

static void add_count(struct strbuf *text, uint64_t count)
{
    strbuf_addf(text, "%s%" PRIu64 " launch%s", text->length ? "; " : "", count,
                count == 1 ? " was" : "es were");
}

char *unasked_launches_text(const struct unasked_launches *unasked)
{
    struct strbuf text = {0};
    if (unasked->stopped) {
        add_count(&text, unasked->stopped);
        strbuf_adds(&text, " outside the profiler ranges to profile (cu(da)ProfilerStart to "
                           "cu(da)ProfilerStop)");
    }
    if (unasked->outside) {
        add_count(&text, unasked->outside);
        strbuf_adds(&text, " outside the NVTX ranges to profile, where ");
        for (size_t i = 0; i < unasked->open_count; i++)
            strbuf_addf(&text, "%s\"%s\"", i ? ", " : "", unasked->open[i]);
        strbuf_adds(&text, unasked->open_count
                               ? " were open (write a slash after the names of pushed ranges; "
                                 "ranges of other threads count with --nvtx-push-pop-scope process)"
                               : "no range was open");
    }
    if (unasked->other_stacks) {
        add_count(&text, unasked->other_stacks);
        strbuf_adds(&text, " made from other call stacks than those to profile (--call-stack and "
                           "the details page show the names of frames)");
    }
    return text.length ? strbuf_detach(&text) : NULL;
}

void unasked_launches_free(struct unasked_launches *unasked)
{
    for (size_t i = 0; i < unasked->open_count; i++)
        free(unasked->open[i]);
    *unasked = (struct unasked_launches){0};
}
