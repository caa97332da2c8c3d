#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/wire_walk.h"
#include "report/file/report_index.h"
#include "report/file/report_internal.h"
#include "report/file/report_wire.h"
#include "report/names/kernel_names.h"

/* Adds the full signature of an entry. It stands before the large parts of a result, so reading it
 * is cheap. */
static void see_kernel(struct kernel_names *kernels, const struct entry *entry)
{
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    while (entry->kind == ENTRY_KERNEL && wire_walk_next(&walk, &field)) {
        if (field.number != KERNEL_DEMANGLED || field.type != WIRE_BYTES)
            continue;
        char *full = mem_strndup((const char *)field.data, field.length);
        kernel_names_add(kernels, full);
        free(full);
        return;
    }
}

static struct kernel_names *kernels_of(const struct report *report, struct report_input *input)
{
    if (!input->kernels)
        input->kernels = kernel_names_new();
    if (!input->kernels_seen && report_index_kernels(input, input->kernels))
        input->kernels_seen = input->count;
    for (; input->kernels_seen < input->count; input->kernels_seen++)
        see_kernel(input->kernels, &report->rows[input->first + input->kernels_seen].entry);
    return input->kernels;
}

size_t report_input_kernels(const struct report *report, struct report_input *input)
{
    return kernel_names_count(kernels_of(report, input));
}

const char *report_input_kernel(const struct report *report, struct report_input *input,
                                const char *full, const char *stored)
{
    const struct kernel_renames *renames = report->renames;
    if (renames && renames->off)
        return kernel_names_full(kernels_of(report, input), full);
    const char *brief = kernel_names_short(kernels_of(report, input), full);
    const char *renamed = kernel_renames_find(renames, full, brief);
    return renamed ? renamed : stored && *stored ? stored : brief;
}

const char *report_short_name(const struct report *report, size_t i, const char *full)
{
    const struct report_row *row = &report->rows[i];
    return row->entry.kind == ENTRY_KERNEL
               ? kernel_names_short(kernels_of(report, row->input), full)
               : full;
}

const char *report_kernel_name(const struct report *report, const char *full)
{
    return report_input_kernel(report, report->inputs[report_newest_file(report)], full, NULL);
}
