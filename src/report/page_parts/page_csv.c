#include "report/page_parts/page_csv.h"

#include "report/content/nvtx_columns.h"
#include "report/content/nvtx_ranges.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_identity.h"

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
        page_add_dimensions(text, field == FIELD_GRID ? grid : block);
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
