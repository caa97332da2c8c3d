#include <math.h>
#include <stdlib.h>

#include "report/content/rank_spread.h"
#include "report/pages/page_json.h"

static void add_part(struct json_writer *json, const struct rank_part *part)
{
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "label", part->label);
    json_whole(json, "report", part->file);
    json_whole(json, "process", part->process);
    json_whole(json, "results", part->results);
    json_number(json, "time", part->time);
    if (!isnan(part->clock))
        json_number(json, "clock", part->clock);
    if (!isnan(part->ratio))
        json_number(json, "ratio", part->ratio);
    json_close(json);
}

static void add_size(struct json_writer *json, const char *key, const uint64_t size[3])
{
    json_open_line(json, key, JSON_ARRAY);
    for (int i = 0; i < 3; i++)
        json_whole(json, NULL, size[i]);
    json_close(json);
}

static void add_kernel(struct json_writer *json, const struct rank_kernel *kernel, size_t parts)
{
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "name", kernel->name);
    add_size(json, "grid", kernel->grid);
    add_size(json, "block", kernel->block);
    json_number(json, "median", kernel->median);
    json_whole(json, "slowest", kernel->worst);
    json_number(json, "loss", kernel->loss);
    json_open(json, "on", JSON_ARRAY);
    for (size_t i = 0; i < parts; i++) {
        if (!kernel->counts[i])
            continue;
        json_open_line(json, NULL, JSON_OBJECT);
        json_whole(json, "rank", i);
        json_whole(json, "launches", kernel->counts[i]);
        json_number(json, "mean", kernel->means[i]);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void add_finding(struct json_writer *json, const struct rank_spread *spread,
                        const struct rank_finding *finding)
{
    static const char *const kinds[] = {
        [RANK_IS_SLOW] = "slow", [RANK_CLOCK_IS_LOW] = "clock", [RANK_IS_UNEVEN] = "uneven"};
    char *text = rank_finding_text(spread, finding, true);
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "kind", kinds[finding->kind]);
    json_whole(json, "rank", finding->part);
    if (finding->kind == RANK_IS_UNEVEN)
        json_whole(json, "kernel", finding->kernel);
    json_number(json, "ratio", finding->ratio);
    json_string(json, "text", text);
    json_close(json);
    free(text);
}

bool page_json_ranks(struct report *report, const struct page_options *options,
                     struct json_writer *json, struct error *error)
{
    struct rank_spread spread;
    const bool good = rank_spread_make(&spread, report, options->filter, error);
    const char *why = rank_spread_why_none(&spread);
    if (good && why)
        json_string(json, "why_none", why);
    json_open(json, "ranks", JSON_ARRAY);
    for (size_t i = 0; i < spread.part_count; i++)
        add_part(json, &spread.parts[i]);
    json_close(json);
    json_open(json, "kernels", JSON_ARRAY);
    for (size_t i = 0; i < spread.kernel_count; i++)
        add_kernel(json, &spread.kernels[i], spread.part_count);
    json_close(json);
    json_open(json, "findings", JSON_ARRAY);
    for (size_t i = 0; i < spread.finding_count; i++)
        add_finding(json, &spread, &spread.findings[i]);
    json_close(json);
    rank_spread_free(&spread);
    return good;
}
