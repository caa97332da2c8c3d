#include "report/page_parts/hot_cells.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/metric/metric_format.h"
#include "report/page_parts/page_results.h"

#define NAMES(place, text)                                                                         \
    {                                                                                              \
        "#", "Share", "Time", "Launches", place, "Stall", "Finding", text                          \
    }
const char *const hot_columns[HOT_BYS][HOT_COLUMNS] = {
    [HOT_BY_LINE] = NAMES("Line", "Source"),
    [HOT_BY_INSTRUCTION] = NAMES("Instruction", "Opcode and line"),
    [HOT_BY_FUNCTION] = NAMES("Function", "File")};
const bool hot_is_number[HOT_COLUMNS] = {
    [HOT_RANK] = true, [HOT_SHARE] = true, [HOT_TIME] = true, [HOT_LAUNCHES] = true};
const char *const hot_titles[HOT_BYS] = {"By source line", "By instruction", "By function"};

const char *const hot_fields[HOT_FIELDS] = {
    "By",      "Rank",      "Share (%)",   "Time (ns)", "Samples", "Launches", "Function",
    "Offset",  "File Name", "Line Number", "Source",    "Opcode",  "Stall",    "Stall (% of Spot)",
    "Finding", "Result"};
const bool hot_field_is_number[HOT_FIELDS] = {
    [1] = true, [2] = true, [3] = true,  [4] = true, [5] = true,
    [7] = true, [9] = true, [13] = true, [15] = true};

static void add_result(void *context, const struct result *result)
{
    hot_index_add(context, result);
}

bool hot_index_of_page(struct report *report, const struct page_options *options,
                       struct hot_index **index, struct error *error)
{
    *index = hot_index_new(report, options->rules ? options->rules->library : NULL);
    return page_each(report, options, add_result, *index, error);
}

char *hot_totals_text(const struct hot_totals *totals, bool base_units)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%zu result%s, ", totals->results, totals->results == 1 ? "" : "s");
    const unsigned long long samples = (unsigned long long)(totals->samples + 0.5);
    if (totals->sampled && totals->sampled != totals->results)
        strbuf_addf(&text, "%zu of them with ", totals->sampled);
    if (totals->sampled)
        format_thousands(&text, samples);
    else
        strbuf_adds(&text, "without");
    strbuf_addf(&text, " warp sample%s", totals->sampled && samples == 1 ? "" : "s");
    if (totals->timed) {
        char *time = format_time(totals->duration, base_units);
        strbuf_addf(&text, ", %s", time);
        free(time);
    }
    return strbuf_detach(&text);
}

void hot_cells(const struct hot_spot *spot, enum hot_by by, size_t rank, bool base_units,
               char *cells[HOT_COLUMNS])
{
    struct strbuf place = {0}, text = {0};
    hot_spot_add_place(&place, spot, by);
    hot_spot_add_text(&text, spot, by);
    cells[HOT_RANK] = mem_printf("%zu", rank);
    cells[HOT_SHARE] = mem_printf("%.1f %%", 100 * spot->share);
    cells[HOT_TIME] = spot->time > 0 ? format_time(spot->time, base_units) : mem_strdup("-");
    cells[HOT_LAUNCHES] = mem_printf("%zu", spot->launches);
    cells[HOT_PLACE] = strbuf_detach(&place);
    cells[HOT_STALL] = spot->stall ? mem_printf("%s %.0f %%", spot->stall, 100 * spot->stall_share)
                                   : mem_strdup("-");
    cells[HOT_FINDING] = mem_strdup(spot->finding ? spot->finding : "");
    cells[HOT_TEXT] = strbuf_detach(&text);
}

void hot_field_cells(struct report *report, const struct hot_spot *spot, enum hot_by by,
                     size_t rank, char *cells[HOT_FIELDS])
{
    const struct hot_place *place = spot->place;
    bool function = by == HOT_BY_FUNCTION;
    size_t i = 0;
    cells[i++] = mem_strdup(hot_by_names[by]);
    cells[i++] = mem_printf("%zu", rank);
    cells[i++] = mem_printf("%.15g", 100 * spot->share);
    cells[i++] = spot->time > 0 ? mem_printf("%.15g", spot->time) : mem_strdup("");
    cells[i++] = mem_printf("%.15g", spot->samples);
    cells[i++] = mem_printf("%zu", spot->launches);
    cells[i++] = mem_strdup(place->shown);
    cells[i++] = !place->whole && (by == HOT_BY_INSTRUCTION || (!function && !place->file))
                     ? mem_printf("%" PRIu64, place->offset)
                     : mem_strdup("");
    cells[i++] = mem_strdup(place->file ? place->file : "");
    cells[i++] = place->file && !function ? mem_printf("%u", place->line) : mem_strdup("");
    cells[i++] = mem_strdup(function ? "" : place->text);
    cells[i++] = mem_strdup(by == HOT_BY_INSTRUCTION && place->opcode ? place->opcode : "");
    cells[i++] = mem_strdup(spot->stall ? spot->stall : "");
    cells[i++] = spot->stall ? mem_printf("%.15g", 100 * spot->stall_share) : mem_strdup("");
    cells[i++] = mem_strdup(spot->finding ? spot->finding : "");
    cells[i++] = mem_printf("%zu", report_summary(report, spot->result)->id);
}
