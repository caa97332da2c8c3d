#include "page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_format.h"
#include "nvtx_columns.h"
#include "nvtx_ranges.h"
#include "page_internal.h"
#include "page_json.h"
#include "result_filter.h"
#include "safe_text.h"

const char *const page_names[PAGE_COUNT] = {"details", "raw", "session", "source", "summary"};

const char *page_process_name(const struct result *result)
{
    const char *path =
        result->process && result->process->processname ? result->process->processname : "";
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *page_host_name(const struct result *result)
{
    return result->process && result->process->hostname ? result->process->hostname : "";
}

void page_report_heading(FILE *out, struct report *report, size_t file)
{
    if (report_file_count(report) < 2)
        return;
    const struct report_file *of = report_file(report, file);
    struct strbuf line = {0};
    strbuf_adds(&line, "Report ");
    safe_text_add(&line, of->name, strlen(of->name), false);
    if (of->rank >= 0)
        strbuf_addf(&line, ", rank %d", of->rank);
    if (*of->host) {
        strbuf_adds(&line, " @ ");
        safe_text_add(&line, of->host, strlen(of->host), false);
    }
    fprintf(out, "%s\n", line.data);
    strbuf_free(&line);
}

bool page_is_first_of_file(const struct result *result, size_t *files)
{
    bool first = result->file >= *files;
    if (first)
        *files = result->file + 1;
    return first;
}

/* Before the first process of each report. */
static void page_report_line(FILE *out, const struct result *result, const Rep__ProcessInfo *last)
{
    struct report *report = result->report;
    for (size_t i = 0; i < report_process_count(report, result->file); i++)
        if (report_process(report, result->file, i) == last)
            return;
    page_report_heading(out, report, result->file);
}

const Rep__ProcessInfo *page_process_line(FILE *out, const struct result *result,
                                          const Rep__ProcessInfo *last)
{
    if (result->process == last)
        return last;
    page_report_line(out, result, last);
    char *name = safe_text(page_process_name(result)), *host = safe_text(page_host_name(result));
    fprintf(out, "[%u] %s@%s\n", result->process->processid, name, host);
    free(name);
    free(host);
    return result->process;
}

static void add_dimensions(struct strbuf *out, const uint64_t d[3])
{
    strbuf_addf(out, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", d[0], d[1], d[2]);
}

void page_add_sizes(struct strbuf *line, const struct result *result)
{
    uint64_t grid[3], block[3];
    if (result->kind != ENTRY_RANGE && result_dimensions(result, grid, block)) {
        strbuf_addc(line, ' ');
        add_dimensions(line, grid);
        strbuf_addc(line, 'x');
        add_dimensions(line, block);
    }
}

void page_add_kernel(struct strbuf *line, const struct result *result)
{
    safe_text_add(line, result->name, strlen(result->name), false);
    page_add_sizes(line, result);
}

void page_add_device(struct strbuf *line, const struct result *result)
{
    unsigned arch = result_arch(result);
    strbuf_addf(line, "Device %d, CC %u.%u", result_device(result), arch / 10, arch % 10);
}

void page_result_line(FILE *out, const struct result *result)
{
    struct strbuf line = {0};
    page_add_kernel(&line, result);
    strbuf_addf(&line, ", Context %u, ", result->context);
    if (result->kind == ENTRY_KERNEL)
        strbuf_addf(&line, "Stream %u, ", result->stream);
    page_add_device(&line, result);
    fprintf(out, "  %s\n", line.data);
    strbuf_free(&line);
}

void page_add_metric(struct strbuf *text, const char *label, const char *metric,
                     enum metric_naming naming)
{
    strbuf_adds(text, naming == METRIC_NAME ? metric : label);
    if (naming == METRIC_LABEL_NAME)
        strbuf_addf(text, " (%s)", metric);
}

static const char *const field_names[PAGE_CSV_IDENTITY] = {
    [FIELD_REPORT] = "Report",        [FIELD_ID] = "ID",          [FIELD_PROCESS_ID] = "Process ID",
    [FIELD_PROCESS] = "Process Name", [FIELD_HOST] = "Host Name", [FIELD_KERNEL] = "Kernel Name",
    [FIELD_CONTEXT] = "Context",      [FIELD_STREAM] = "Stream",  [FIELD_BLOCK] = "Block Size",
    [FIELD_GRID] = "Grid Size",       [FIELD_DEVICE] = "Device",  [FIELD_CC] = "CC"};

bool page_field_is_size(enum page_field field)
{
    return field == FIELD_BLOCK || field == FIELD_GRID;
}

static void add_size(struct strbuf *text, const struct result *result, enum page_field field)
{
    uint64_t grid[3], block[3];
    if (result->kind != ENTRY_RANGE && result_dimensions(result, grid, block))
        add_dimensions(text, field == FIELD_GRID ? grid : block);
}

static void add_field(struct strbuf *text, const struct result *result, enum page_field field)
{
    unsigned arch = result_arch(result);
    switch (field) {
    case FIELD_REPORT:
        strbuf_adds(text, report_file(result->report, result->file)->name);
        break;
    case FIELD_ID:
        strbuf_addf(text, "%zu", result->id);
        break;
    case FIELD_PROCESS_ID:
        strbuf_addf(text, "%u", result->process ? result->process->processid : 0);
        break;
    case FIELD_PROCESS:
        strbuf_adds(text, page_process_name(result));
        break;
    case FIELD_HOST:
        strbuf_adds(text, page_host_name(result));
        break;
    case FIELD_KERNEL:
        strbuf_adds(text, result->name);
        break;
    case FIELD_CONTEXT:
        strbuf_addf(text, "%u", result->context);
        break;
    case FIELD_STREAM:
        if (result->has_stream)
            strbuf_addf(text, "%u", result->stream);
        else
            strbuf_adds(text, "n/a");
        break;
    case FIELD_BLOCK:
    case FIELD_GRID:
        add_size(text, result, field);
        break;
    case FIELD_DEVICE:
        strbuf_addf(text, "%d", result_device(result));
        break;
    case FIELD_CC:
        strbuf_addf(text, "%u.%u", arch / 10, arch % 10);
        break;
    case PAGE_CSV_IDENTITY:
        break;
    }
}

void page_csv_field(struct strbuf *row, const struct result *result, enum page_field field)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (result)
        add_field(&text, result, field);
    else
        strbuf_adds(&text, field_names[field]);
    format_csv_field(row, text.data, row->length == 0);
    strbuf_free(&text);
}

unsigned page_csv_columns_of(const struct result *result)
{
    return (report_file_count(result->report) > 1 ? PAGE_CSV_REPORT : 0) |
           (result->kind != ENTRY_RANGE ? PAGE_CSV_SIZES : 0) |
           (nvtx_has_ranges(result->nvtx) ? PAGE_CSV_NVTX : 0);
}

static void add_nvtx(struct strbuf *row, const struct result *result)
{
    for (size_t i = 0; i < NVTX_COLUMNS; i++) {
        struct strbuf text = {0};
        strbuf_adds(&text, result ? "" : nvtx_column_names[i]);
        if (result)
            nvtx_add_column(&text, result->nvtx, i);
        format_csv_field(row, text.data, false);
        strbuf_free(&text);
    }
}

size_t page_csv_identity(struct strbuf *row, const struct result *result, unsigned columns)
{
    size_t count = 0;
    for (int i = 0; i < PAGE_CSV_IDENTITY; i++) {
        if (i == FIELD_KERNEL && (columns & PAGE_CSV_NVTX)) {
            add_nvtx(row, result);
            count += NVTX_COLUMNS;
        }
        if (!(columns & PAGE_CSV_REPORT) && i == FIELD_REPORT)
            continue;
        if (!(columns & PAGE_CSV_SIZES) && page_field_is_size((enum page_field)i))
            continue;
        page_csv_field(row, result, (enum page_field)i);
        count++;
    }
    return count;
}

/* The range in which a result was launched before its name, "range/kernel": kernels that are
 * launched in several places stay apart, in summaries too. NULL: no range was open. */
static char *name_in_range(const struct result *result)
{
    const char *range = nvtx_innermost(result);
    return range ? mem_printf("%s/%s", range, result->name) : NULL;
}

const char *page_name_of(const struct result *result, enum page_kernel_name form)
{
    const char *const names[] = {[PAGE_NAME_DEMANGLED] = result->name,
                                 [PAGE_NAME_FUNCTION] = result->function,
                                 [PAGE_NAME_MANGLED] = result->mangled};
    return names[form];
}

/* A copy with the name in the wanted form; free() *own. */
static struct result shown_result(const struct result *result, const struct page_options *options,
                                  char **own)
{
    struct result shown = *result;
    shown.name = page_name_of(result, options->kernel_name);
    *own = options->nvtx_rename ? name_in_range(&shown) : NULL;
    if (*own)
        shown.name = *own;
    return shown;
}

static bool visit_one(struct report *report, size_t i, const struct page_options *options,
                      page_visit *visit, void *context, struct error *error)
{
    struct result *result = report_result(report, i, error);
    if (!result)
        return false;
    if (options->page == PAGE_DETAILS)
        section_choice_define(options->sections, result);
    if ((options->page == PAGE_DETAILS && options->summary == SUMMARY_NONE) ||
        options->page == PAGE_SUMMARY)
        rule_choice_apply(options->rules, result);
    char *name;
    struct result shown = shown_result(result, options, &name);
    visit(context, &shown);
    bool whole = !result_lost_instances(result);
    if (!whole)
        error_set(error, "%s: instances of result %zu are damaged and left out",
                  report_file(report, result->file)->path, result->id);
    free(name);
    report_drop(report, i);
    return whole;
}

bool page_each(struct report *report, const struct page_options *options, page_visit *visit,
               void *context, struct error *error)
{
    const struct launch_filter *filter = options->filter;
    struct launch_counts counts = {0};
    size_t taken = 0;
    bool good = true;
    for (size_t i = 0; i < report_count(report); i++) {
        enum launch_verdict verdict =
            filter ? result_judge_at(report, filter, &counts, i) : LAUNCH_TAKE;
        if (verdict == LAUNCH_DONE)
            break;
        if (verdict != LAUNCH_TAKE)
            continue;
        taken++;
        good = visit_one(report, i, options, visit, context, error) && good;
    }
    launch_counts_free(&counts);
    if (good && report_count(report) && !taken)
        good = result_none_passes(report, filter, error);
    return good;
}

bool page_print(struct report *report, const struct page_options *options, FILE *out,
                struct error *error)
{
    if (options->format == FORMAT_JSON)
        return page_json_print(report, options, out, error);
    if (options->page == PAGE_SESSION) {
        page_session(report, options, out);
        return true;
    }
    if (options->page == PAGE_SOURCE)
        return options->format == FORMAT_MARKDOWN
                   ? page_markdown_source(report, options, out, error)
                   : page_source(report, options, out, error);
    if (options->page == PAGE_SUMMARY)
        return page_opportunities(report, options, out, error);
    if (options->summary != SUMMARY_NONE)
        return page_summary(report, options, out, error);
    if (options->format == FORMAT_MARKDOWN && options->page == PAGE_DETAILS)
        return page_markdown_details(report, options, out, error);
    return options->page == PAGE_RAW ? page_raw(report, options, out, error)
                                     : page_details(report, options, out, error);
}
