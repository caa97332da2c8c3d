/* The tree of NVTX ranges: made while nobody waits, and as a filter of the list. */
#include <string.h>

#include "milliseconds.h"

#include "app.h"

/* A search is worth a longer wait than what is made besides. */
enum { WORK_MS = 100, SEARCH_MS = 300 };

bool app_list_ranges(struct app *app)
{
    int64_t start = milliseconds();
    bool worked = nvtx_view_pending(&app->nvtx);
    while (nvtx_view_pending(&app->nvtx) && !loop_ready(app->loop) &&
           milliseconds() - start < WORK_MS)
        nvtx_view_step(&app->nvtx);
    return worked;
}

void app_wait_ranges(struct app *app)
{
    int64_t start = milliseconds();
    while (nvtx_view_pending(&app->nvtx) && milliseconds() - start < SEARCH_MS)
        nvtx_view_step(&app->nvtx);
}

void app_filter_range(struct app *app)
{
    struct error error;
    struct strbuf text = {0};
    const struct nvtx_node *node = nvtx_view_node(&app->nvtx);
    /* Of a launch the range that it is in. */
    size_t at = node && node->kind == NVTX_LAUNCH ? node->parent : nvtx_view_at(&app->nvtx);
    strbuf_adds(&text, LIST_FILTER_NVTX);
    if (!node || !nvtx_tree_expression(app->nvtx.tree, at, &text))
        app_status(app, true, "only ranges with a name can be filtered by");
    else if (text.length >= TYPED_LONGEST)
        app_status(app, true, "the range's name is too long for a filter");
    else if (!list_view_filter(&app->list, text.data, &error))
        app_safe_status(app, error.text);
    else {
        snprintf(app->filter, sizeof app->filter, "%s", text.data);
        app_go(app, VIEW_LIST);
    }
    strbuf_free(&text);
}
