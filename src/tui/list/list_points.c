#include "tui/list/list_points.h"

#include <string.h>

static bool is_wanted(const struct list_view *list, enum roofline_with with, size_t result,
                      const char *kernel)
{
    return with == ROOFLINE_TAGGED ? list->tagged[result]
           : with == ROOFLINE_KERNEL
               ? strcmp(report_summary(list->report, result)->name, kernel) == 0
               : true;
}

/* Whether there can be any. */
static bool has_some(const struct list_view *list, enum roofline_with with, size_t shown)
{
    return with != ROOFLINE_ALONE && (with != ROOFLINE_TAGGED || list->tags) && shown < list->known;
}

void list_points_choose(const struct list_view *list, struct roofline_points *points, size_t shown)
{
    size_t first[ROOFLINE_MOST], wanted = 0;
    bool all = points->with == ROOFLINE_LIST, some = has_some(list, points->with, shown);
    const size_t *order = all ? list->tree.order : list->sorted;
    size_t total = all ? list->tree.count : list->known;
    const char *kernel = some ? report_summary(list->report, shown)->name : "";
    for (size_t i = 0; some && i < total; i++) {
        if (!is_wanted(list, points->with, order[i], kernel))
            continue;
        if (wanted < ROOFLINE_MOST)
            first[wanted] = order[i];
        wanted++;
    }
    roofline_points_ask(points, shown, first, wanted);
}
