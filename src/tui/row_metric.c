#include "row_metric.h"

#include "number_line.h"

static const char duration[] = "gpu__time_duration.sum";

static struct view_metric metric(const char *name, const char *none)
{
    return (struct view_metric){.name = name, .result = SIZE_MAX, .none = none};
}

/* Of columns that stand in the summaries of results, and so name no metric to read. */
static const struct {
    enum list_field field;
    const char *metric;
} summarised[] = {
    {LIST_SUM, duration},
    {LIST_SPREAD, duration},
    {LIST_COMPUTE, "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_MEMORY, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_L1, "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {LIST_L2, "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_DRAM, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_OCCUPANCY, "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {LIST_LAUNCH, "launch__grid_size"},
    {LIST_GRID, "launch__grid_size"},
    {LIST_BLOCK, "launch__block_size"},
    {LIST_STREAM, "launch__stream_id"},
    {LIST_CONTEXT, "launch__context_id"},
};

/* NULL: it shows no metric. */
static const char *column_metric(const struct list_column *column)
{
    const char *name = list_column_metric(column);
    for (size_t i = 0; !name && i < sizeof summarised / sizeof *summarised; i++)
        if (summarised[i].field == column->field)
            name = summarised[i].metric;
    return name;
}

struct view_metric row_metric_list(struct app *app)
{
    struct view_metric found =
        metric(column_metric(&app->list.sort),
               "the list is not sorted by a metric; :metric takes the name of any");
    found.result = list_view_current(&app->list);
    return found;
}

struct view_metric row_metric_number(struct app *app)
{
    const struct number *number = app_number(app);
    if (!number)
        return metric(NULL, "no number is selected: . goes to the first one, :metric takes a name");
    struct view_metric found =
        metric(number->source, "which metrics this number is made of is not known");
    if (number->source && !number_is_metric(number->source))
        found.label = number->label;
    return found;
}

struct view_metric row_metric_raw(struct app *app)
{
    raw_view_make(&app->raw);
    return metric(raw_view_metric(&app->raw), NULL);
}

struct view_metric row_metric_summary(struct app *app)
{
    const struct opportunity *o = summary_view_opportunity(&app->summary, &app->scan);
    if (!o)
        return metric(NULL, NULL);
    struct view_metric found = metric(*o->metric ? o->metric : duration, NULL);
    found.result = o->result;
    return found;
}

struct view_metric row_metric_columns(struct app *app)
{
    const struct columns_view *view = &app->columns_view;
    columns_view_refresh(&app->columns_view, &app->list);
    return metric(view->cursor < view->rows.count ? column_metric(&view->rows.items[view->cursor])
                                                  : NULL,
                  "this column shows no metric; :metric takes the name of any");
}

struct view_metric row_metric_timeline(struct app *app)
{
    timeline_view_make(&app->timeline, &app->choice);
    return metric(timeline_view_metric(&app->timeline),
                  "this row is no course; :metric takes the name of any metric");
}

struct view_metric row_metric_nvtx(struct app *app)
{
    nvtx_view_update(&app->nvtx, app->report);
    const struct nvtx_node *node = nvtx_view_node(&app->nvtx);
    struct view_metric found = metric(node ? duration : NULL, NULL);
    if (node && node->kind == NVTX_LAUNCH)
        found.result = node->result;
    return found;
}

static struct view_metric fact_metric(const struct fact_view *view)
{
    return metric(fact_view_source(view),
                  "this is no metric's value; :metric takes the name of any");
}

struct view_metric row_metric_launch(struct app *app)
{
    return fact_metric(&app->launch);
}

struct view_metric row_metric_session(struct app *app)
{
    return fact_metric(&app->session);
}

struct view_metric row_metric_occupancy(struct app *app)
{
    return metric(app->occupancy.known ? what_if_metric(app->occupancy.cursor) : NULL, NULL);
}
