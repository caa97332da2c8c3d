#include "tui/trace/trace_marks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/file/report.h"

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool has_kernel(const struct word_list *sorted, const char *name)
{
    return sorted->count &&
           bsearch(&name, sorted->words, sorted->count, sizeof *sorted->words, compare) != NULL;
}

/* Results of a kernel mostly follow each other. */
static void read_report(struct word_list *kernels, const char *path)
{
    struct error error;
    struct report *report = access(path, R_OK) == 0 ? report_open(path, &error) : NULL;
    for (size_t i = 0; report && i < report_count(report); i++) {
        struct result_launch launch;
        report_launch(report, i, &launch);
        if (launch.mangled && *launch.mangled &&
            (!kernels->count || strcmp(kernels->words[kernels->count - 1], launch.mangled) != 0))
            word_list_add(kernels, launch.mangled);
        result_launch_free(&launch);
    }
    if (report)
        report_close(report);
}

void trace_marks_read(struct trace_marks *marks, const struct word_list *reports)
{
    word_list_free(&marks->kernels);
    marks->kernels = (struct word_list){0};
    for (size_t i = 0; i < reports->count; i++)
        read_report(&marks->kernels, reports->words[i]);
    if (marks->kernels.count)
        qsort(marks->kernels.words, marks->kernels.count, sizeof *marks->kernels.words, compare);
}

void trace_marks_find(struct trace_marks *marks, struct trace *trace)
{
    free(marks->names);
    marks->names = NULL;
    marks->trace = trace;
    marks->count = marks->kernels.count ? trace_string_count(trace) : 0;
    if (marks->count)
        marks->names = mem_alloc(marks->count * sizeof *marks->names);
    for (size_t i = 0; i < marks->count; i++)
        marks->names[i] = has_kernel(&marks->kernels, trace_string(trace, i));
}

void trace_marks_free(struct trace_marks *marks)
{
    word_list_free(&marks->kernels);
    free(marks->names);
    *marks = (struct trace_marks){0};
}

bool trace_marks_has(const struct trace_marks *marks, enum trace_kind kind, size_t row)
{
    if (!marks->count || kind != TRACE_KERNEL)
        return false;
    const uint64_t name = trace_column(marks->trace, TRACE_KERNEL, KERNEL_NAME)[row];
    return name < marks->count && marks->names[name];
}

bool trace_marks_has_spot(const struct trace_marks *marks, const struct trace_spot *spot)
{
    return spot->form == SPOT_RECORD && trace_marks_has(marks, spot->kind, spot->row);
}
