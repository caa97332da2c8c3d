#include "report/page_parts/hot_cells.h"
#include "report/pages/page_json.h"

static void add_place(struct json_writer *json, const struct hot_spot *spot, enum hot_by by)
{
    const struct hot_place *place = spot->place;
    json_string(json, "function", place->shown);
    if (!place->whole && (by == HOT_BY_INSTRUCTION || (by == HOT_BY_LINE && !place->file)))
        json_whole(json, "offset", place->offset);
    if (by == HOT_BY_INSTRUCTION && place->opcode)
        json_string(json, "opcode", place->opcode);
    if (place->file)
        json_string(json, "file", place->file);
    if (place->file && by != HOT_BY_FUNCTION)
        json_whole(json, "line", place->line);
    if (*place->text && by != HOT_BY_FUNCTION)
        json_string(json, "text", place->text);
}

static void add_spot(struct json_writer *json, struct report *report, const struct hot_spot *spot,
                     enum hot_by by)
{
    json_open(json, NULL, JSON_OBJECT);
    json_number(json, "share", spot->share);
    if (spot->time > 0)
        json_number(json, "time", spot->time);
    json_number(json, "samples", spot->samples);
    json_whole(json, "launches", spot->launches);
    add_place(json, spot, by);
    if (spot->stall) {
        json_string(json, "stall", spot->stall);
        json_number(json, "stall_share", spot->stall_share);
    }
    if (spot->finding)
        json_string(json, "finding", spot->finding);
    json_whole(json, "report", report_result_file(report, spot->result));
    json_whole(json, "result", report_summary(report, spot->result)->id);
    json_close(json);
}

static void add_totals(struct json_writer *json, const struct hot_totals *totals)
{
    json_open(json, "totals", JSON_OBJECT);
    json_whole(json, "results", totals->results);
    json_whole(json, "sampled", totals->sampled);
    json_whole(json, "timed", totals->timed);
    json_number(json, "duration", totals->duration);
    json_number(json, "sampled_duration", totals->sampled_duration);
    json_number(json, "samples", totals->samples);
    json_close(json);
}

bool page_json_hotspots(struct report *report, const struct page_options *options,
                        struct json_writer *json, struct error *error)
{
    static const char *const names[HOT_BYS] = {"lines", "instructions", "functions"};
    struct hot_index *index;
    bool good = hot_index_of_page(report, options, &index, error);
    for (int by = 0; by < HOT_BYS; by++) {
        struct hot_spots spots;
        hot_spots_find(&spots, index, (enum hot_by)by, NULL, NULL);
        if (!by) {
            add_totals(json, &spots.totals);
            if (hot_spots_why_none(&spots.totals))
                json_string(json, "why_none", hot_spots_why_none(&spots.totals));
        }
        json_open(json, names[by], JSON_ARRAY);
        for (size_t i = 0; i < spots.count; i++)
            add_spot(json, report, &spots.items[i], (enum hot_by)by);
        json_close(json);
        hot_spots_free(&spots);
    }
    hot_index_free(index);
    return good;
}
