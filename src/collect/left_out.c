#include "left_out.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "strbuf.h"

static void add_name(struct left_out *left_out, const char *name)
{
    for (size_t i = 0; i < left_out->open_count; i++)
        if (strcmp(left_out->open[i], name) == 0)
            return;
    if (left_out->open_count < LEFT_OUT_NAMES)
        left_out->open[left_out->open_count++] = mem_strdup(name);
}

void left_out_add(struct left_out *left_out, const Wire__Bye *bye)
{
    left_out->outside += bye->outside;
    left_out->stopped += bye->stopped;
    left_out->other_stacks += bye->other_stacks;
    for (size_t i = 0; i < bye->n_open; i++)
        add_name(left_out, bye->open[i]);
}

static void add_count(struct strbuf *text, uint64_t count)
{
    strbuf_addf(text, "%s%" PRIu64 " launch%s", text->length ? "; " : "", count,
                count == 1 ? " was" : "es were");
}

char *left_out_text(const struct left_out *left_out)
{
    struct strbuf text = {0};
    if (left_out->stopped) {
        add_count(&text, left_out->stopped);
        strbuf_adds(&text, " outside the profiler ranges to profile (cu(da)ProfilerStart to "
                           "cu(da)ProfilerStop)");
    }
    if (left_out->outside) {
        add_count(&text, left_out->outside);
        strbuf_adds(&text, " outside the NVTX ranges to profile, where ");
        for (size_t i = 0; i < left_out->open_count; i++)
            strbuf_addf(&text, "%s\"%s\"", i ? ", " : "", left_out->open[i]);
        strbuf_adds(&text, left_out->open_count
                               ? " were open (pushed ranges are written with a slash behind, those "
                                 "of other threads count with --nvtx-push-pop-scope process)"
                               : "no range was open");
    }
    if (left_out->other_stacks) {
        add_count(&text, left_out->other_stacks);
        strbuf_adds(&text, " made from other call stacks than those to profile (--call-stack and "
                           "the details page show what frames are called)");
    }
    return text.length ? strbuf_detach(&text) : NULL;
}

void left_out_free(struct left_out *left_out)
{
    for (size_t i = 0; i < left_out->open_count; i++)
        free(left_out->open[i]);
    *left_out = (struct left_out){0};
}
