#include "report/content/metrics_unknown.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/metric/metric_name.h"

/* The report's strings include the names of all metrics, so no result has to be decoded. */
static bool is_there(const struct report *report, const char *name, struct nearest *nearest)
{
    for (size_t i = 0; i < report_string_count(report); i++) {
        const char *string = report_string(report, (uint32_t)i);
        if (metric_name_in_list(name, string))
            return true;
        nearest_offer(nearest, string);
    }
    return false;
}

size_t metrics_unknown(const struct report *report, const char *list, struct strbuf *text,
                       size_t *known)
{
    size_t unknown = 0;
    *known = 0;
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, ",");
        if (!length) {
            at++;
            continue;
        }
        char *name = mem_strndup(at, length);
        struct nearest nearest = {.wanted = name};
        at += length + (at[length] == ',');
        if (is_there(report, name, &nearest)) {
            ++*known;
        } else {
            strbuf_addf(text, "%s\"%s\"", unknown++ ? ", " : "", name);
            if (nearest.best)
                strbuf_addf(text, " (nearest is \"%s\")", nearest.best);
        }
        free(name);
    }
    return unknown;
}
