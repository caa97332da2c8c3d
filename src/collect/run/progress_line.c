#include "collect/run/progress_line.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "report/base/safe_text.h"

static void add_time(struct strbuf *out, double seconds)
{
    if (seconds < 1)
        strbuf_addf(out, "%.1f s", seconds);
    else if (seconds < 100)
        strbuf_addf(out, "%.0f s", seconds);
    else
        strbuf_addf(out, "%.0f min", seconds / 60);
}

/* What stands behind the name; in words where there is room for them. */
static void add_tail(struct strbuf *tail, const struct profile_progress *p, bool words)
{
    const char *dot = safe_text_utf8() ? " \xc2\xb7 " : " | ";
    if (p->launches > 1 && p->number >= p->launches)
        strbuf_addf(tail, "%s %" PRIu64 " to %" PRIu64, words ? " launches" : "",
                    p->number - p->launches + 1, p->number);
    else
        strbuf_addf(tail, " %" PRIu64, p->number);
    if (p->expected)
        strbuf_addf(tail, " of %" PRIu64, p->expected);
    if (p->runs)
        strbuf_addf(tail, "%srun %u/%u", dot, p->run, p->runs);
    else if (p->run)
        strbuf_addf(tail, "%srun %u", dot, p->run);
    else
        strbuf_addf(tail, "%spass %u/%u", dot, p->pass, p->passes);
    if (p->seconds_left > 0) {
        strbuf_addf(tail, "%sabout ", dot);
        add_time(tail, p->seconds_left);
        strbuf_adds(tail, " left");
    }
}

void progress_line(struct strbuf *line, const struct profile_progress *p, size_t columns)
{
    enum { NAME_LEAST = 8 };
    const size_t before = sizeof "profiling " - 1;
    struct strbuf tail = {0};
    add_tail(&tail, p, true);
    if (before + NAME_LEAST + safe_text_width(tail.data) > columns) {
        strbuf_clear(&tail);
        add_tail(&tail, p, false);
    }
    char *name = safe_text(p->kernel);
    struct strbuf whole = {0};
    size_t taken = before + safe_text_width(tail.data);
    strbuf_adds(&whole, "profiling ");
    safe_text_fit(&whole, name, columns > taken + NAME_LEAST ? columns - taken : NAME_LEAST);
    strbuf_adds(&whole, tail.data);
    safe_text_fit(line, whole.data, columns);
    strbuf_free(&whole);
    free(name);
    strbuf_free(&tail);
}
