#include "cpu/machine/cpu_misfits.h"

#include <stdlib.h>

#include "cpu/values/cpu_values.h"
#include "report/base/strbuf.h"

static bool is_here(const struct cpu_machine *m, const struct cpu_metric *metric)
{
    for (size_t i = 0; i < m->device_count; i++)
        if (m->devices[i].unit == metric->its)
            return true;
    return false;
}

static void add_id(struct strbuf *list, const struct cpu_metric *metric)
{
    strbuf_addf(list, "%s%s", list->length ? ", " : "", metric->id);
}

char *cpu_misfits_text(const struct cpu_machine *m, const struct cpu_choice *choice, bool whole)
{
    struct strbuf without = {0}, of_all = {0}, text = {0};
    for (size_t i = 0; i < choice->count; i++) {
        const struct cpu_metric *metric = choice->list[i].metric;
        if (!is_here(m, metric))
            continue;
        if (!cpu_metric_fits(metric, m->chip, m->sockets))
            add_id(&without, metric);
        else if (metric->whole_machine && !whole)
            add_id(&of_all, metric);
    }
    if (without.length) {
        char *machine = cpu_machine_text(m);
        strbuf_addf(&text,
                    "without a meaning on this machine (%s): %s; --machine overrules what "
                    "it is taken for",
                    machine, without.data);
        free(machine);
    }
    if (of_all.length)
        strbuf_addf(&text, "%sonly of the whole machine (-a), not of a program: %s",
                    text.length ? "; " : "", of_all.data);
    strbuf_free(&without);
    strbuf_free(&of_all);
    return text.length ? strbuf_detach(&text) : NULL;
}
