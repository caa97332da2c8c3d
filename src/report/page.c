#include "page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_format.h"
#include "nvtx_columns.h"
#include "page_internal.h"
#include "safe_text.h"

const char *const page_names[PAGE_COUNT] = {"details", "raw", "session"};

const char *page_process_name(const struct result *result)
{
    const char *path =
        result->process && result->process->processname ? result->process->processname : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static const char *host_name(const struct result *result)
{
    return result->process && result->process->hostname ? result->process->hostname : "";
}

const Rep__ProcessInfo *page_process_line(FILE *out, const struct result *result,
                                          const Rep__ProcessInfo *last)
{
    if (result->process == last)
        return last;
    char *name = safe_text(page_process_name(result)), *host = safe_text(host_name(result));
    fprintf(out, "[%u] %s@%s\n", result->process->processid, name, host);
    free(name);
    free(host);
    return result->process;
}

static void add_dimensions(struct strbuf *out, const uint64_t d[3])
{
    strbuf_addf(out, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", d[0], d[1], d[2]);
}

void page_result_line(FILE *out, const struct result *result)
{
    struct strbuf line = {0};
    uint64_t grid[3], block[3];
    safe_text_add(&line, result->name, strlen(result->name), false);
    if (result->kind != ENTRY_RANGE && result_dimensions(result, grid, block)) {
        strbuf_addc(&line, ' ');
        add_dimensions(&line, grid);
        strbuf_addc(&line, 'x');
        add_dimensions(&line, block);
    }
    strbuf_addf(&line, ", Context %u", result->context);
    if (result->kind == ENTRY_KERNEL)
        strbuf_addf(&line, ", Stream %u", result->stream);
    unsigned arch = result_arch(result);
    strbuf_addf(&line, ", Device %d, CC %u.%u", result_device(result), arch / 10, arch % 10);
    fprintf(out, "  %s\n", line.data);
    strbuf_free(&line);
}

enum { FIELD_KERNEL = 4, FIELD_BLOCK = 7, FIELD_GRID = 8, PAGE_CSV_IDENTITY = 11 };

static const char *const identity_names[PAGE_CSV_IDENTITY] = {
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

unsigned page_csv_columns(const struct page_selection *selection)
{
    unsigned columns = 0;
    for (size_t i = 0; i < selection->count; i++) {
        if (selection->results[i]->kind != ENTRY_RANGE)
            columns |= PAGE_CSV_SIZES;
        if (nvtx_has_ranges(selection->results[i]->nvtx))
            columns |= PAGE_CSV_NVTX;
    }
    return columns;
}

static bool is_shown(size_t field, unsigned columns)
{
    return (columns & PAGE_CSV_SIZES) || (field != FIELD_BLOCK && field != FIELD_GRID);
}

size_t page_csv_identity_names(struct strbuf *row, unsigned columns)
{
    size_t count = 0;
    for (size_t i = 0; i < PAGE_CSV_IDENTITY; i++) {
        for (size_t j = 0; i == FIELD_KERNEL && (columns & PAGE_CSV_NVTX) && j < NVTX_COLUMNS; j++)
            format_csv_field(row, nvtx_column_names[j], count++ == 0);
        if (is_shown(i, columns))
            format_csv_field(row, identity_names[i], count++ == 0);
    }
    return count;
}

static void add_nvtx(struct strbuf *row, const struct result *result)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < NVTX_COLUMNS; i++) {
        strbuf_clear(&text);
        nvtx_add_column(&text, result->nvtx, i);
        format_csv_field(row, text.data, false);
    }
    strbuf_free(&text);
}

void page_csv_identity(struct strbuf *row, const struct result *result, unsigned columns)
{
    struct strbuf fields[PAGE_CSV_IDENTITY] = {0};
    uint64_t grid[3], block[3];
    strbuf_addf(&fields[0], "%zu", result->id);
    strbuf_addf(&fields[1], "%u", result->process ? result->process->processid : 0);
    strbuf_adds(&fields[2], page_process_name(result));
    strbuf_adds(&fields[3], host_name(result));
    strbuf_adds(&fields[FIELD_KERNEL], result->name);
    strbuf_addf(&fields[5], "%u", result->context);
    if (result->has_stream)
        strbuf_addf(&fields[6], "%u", result->stream);
    else
        strbuf_adds(&fields[6], "n/a");
    strbuf_adds(&fields[FIELD_BLOCK], "");
    strbuf_adds(&fields[FIELD_GRID], "");
    if (result->kind != ENTRY_RANGE && result_dimensions(result, grid, block)) {
        add_dimensions(&fields[FIELD_BLOCK], block);
        add_dimensions(&fields[FIELD_GRID], grid);
    }
    strbuf_addf(&fields[9], "%d", result_device(result));
    unsigned arch = result_arch(result);
    strbuf_addf(&fields[10], "%u.%u", arch / 10, arch % 10);
    for (size_t i = 0; i < PAGE_CSV_IDENTITY; i++) {
        if (i == FIELD_KERNEL && (columns & PAGE_CSV_NVTX))
            add_nvtx(row, result);
        if (is_shown(i, columns))
            format_csv_field(row, fields[i].data, i == 0);
        strbuf_free(&fields[i]);
    }
}

static const char *shown_name(const struct result *result, enum page_kernel_name form)
{
    const char *const names[] = {[PAGE_NAME_DEMANGLED] = result->name,
                                 [PAGE_NAME_FUNCTION] = result->function,
                                 [PAGE_NAME_MANGLED] = result->mangled};
    return names[form];
}

static bool passes(const struct launch_filter *filter, struct launch_counts *counts,
                   const struct result *result)
{
    struct launch_identity launch = {result->function, result->demangled, result->mangled,
                                     result->context, result->has_stream ? &result->stream : NULL};
    return launch_filter_judge(filter, counts, &launch) == LAUNCH_TAKE;
}

bool page_print(struct report *report, const struct page_options *options, FILE *out,
                struct error *error)
{
    if (options->page == PAGE_SESSION) {
        page_session(report, options, out);
        return true;
    }
    struct page_selection selection = {0};
    size_t count = report_count(report);
    selection.results = mem_alloc(count * sizeof *selection.results);
    selection.report_results = mem_alloc(count * sizeof *selection.report_results);
    /* What is printed are copies, whose names have the wanted form. */
    struct result *shown = mem_alloc(count * sizeof *shown);
    bool good = true;
    struct launch_counts counts = {0};
    for (size_t i = 0; i < count; i++) {
        struct result *result = report_result(report, i, error);
        if (!result) {
            good = false;
            continue;
        }
        selection.report_results[selection.report_count++] = result;
        if (options->filter && !passes(options->filter, &counts, result))
            continue;
        struct result *copy = &shown[selection.count];
        *copy = *result;
        copy->name = shown_name(result, options->kernel_name);
        selection.results[selection.count++] = copy;
    }
    if (good && count && !selection.count)
        good = error_set(error,
                         "%s: no result passes the filters (%zu in the report); see the names "
                         "with --page raw --csv and without -k, --kernel-id, -s, -c",
                         report_path(report), count);
    if (selection.count && options->page == PAGE_RAW)
        page_raw(&selection, options, out);
    else if (selection.count)
        page_details(report, &selection, options, out);
    launch_counts_free(&counts);
    free(shown);
    free(selection.results);
    free(selection.report_results);
    return good;
}
