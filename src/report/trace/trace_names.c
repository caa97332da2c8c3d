#include "report/trace/trace_names.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/names/demangle.h"

struct trace_names {
    struct trace *trace;
    enum kernel_name_form form;
    const struct kernel_renames *renames;
    struct kernel_names *known; /* full signatures and their short names */
    char **shown;               /* by string; NULL: not made yet */
    size_t capacity;
};

struct trace_names *trace_names_new(struct trace *trace, enum kernel_name_form form,
                                    const struct kernel_renames *renames)
{
    struct trace_names *names = mem_alloc(sizeof *names);
    *names = (struct trace_names){trace, form, renames, kernel_names_new(), NULL, 0};
    /* A short name depends on the others: all are added before the first is asked for. */
    const size_t strings = trace_string_count(trace), count = trace_count(trace, TRACE_KERNEL);
    const uint64_t *column = trace_column(trace, TRACE_KERNEL, KERNEL_NAME);
    bool *seen = mem_alloc(strings + 1);
    for (size_t i = 0; i < count; i++) {
        if (column[i] >= strings || seen[column[i]])
            continue;
        seen[column[i]] = true;
        char *full = demangle_full(trace_string(trace, column[i]));
        kernel_names_add(names->known, full);
        free(full);
    }
    free(seen);
    return names;
}

void trace_names_free(struct trace_names *names)
{
    if (!names)
        return;
    for (size_t i = 0; i < names->capacity; i++)
        free(names->shown[i]);
    free(names->shown);
    kernel_names_free(names->known);
    free(names);
}

static char *make(struct trace_names *names, const char *mangled)
{
    if (!*mangled)
        return mem_strdup("(no name)");
    if (names->form == KERNEL_NAME_MANGLED)
        return mem_strdup(mangled);
    char *full = demangle_full(mangled);
    if (names->form == KERNEL_NAME_FUNCTION) {
        char *function = demangle_function(full);
        free(full);
        return function;
    }
    const bool off = names->renames && names->renames->off;
    const char *brief = off ? full : kernel_names_short(names->known, full);
    const char *renamed = kernel_renames_find(names->renames, full, brief);
    char *shown = mem_strdup(demangle_brief(renamed ? renamed : brief));
    free(full);
    return shown;
}

const char *trace_kernel_name(struct trace_names *names, uint64_t string)
{
    while (names->capacity <= string && string < trace_string_count(names->trace)) {
        const size_t before = names->capacity, more = trace_string_count(names->trace);
        names->shown = mem_realloc(names->shown, more * sizeof *names->shown);
        for (size_t i = before; i < more; i++)
            names->shown[i] = NULL;
        names->capacity = more;
    }
    if (string >= names->capacity)
        return "(no name)";
    if (!names->shown[string])
        names->shown[string] = make(names, trace_string(names->trace, string));
    return names->shown[string];
}
