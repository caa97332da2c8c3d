#include "tui/list/list_groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/list/list_value.h"

const char *const list_grouping_names[LIST_GROUPINGS] = {"none", "name",   "shape",
                                                         "nvtx", "stream", "device"};

static const struct {
    enum list_field field;
    const char *none, *before;
} groupings[LIST_GROUPINGS] = {[LIST_BY_NAME] = {LIST_NAME, "", ""},
                               [LIST_BY_SHAPE] = {LIST_LAUNCH, "no grid", ""},
                               [LIST_BY_NVTX] = {LIST_NVTX, "in no range", ""},
                               [LIST_BY_STREAM] = {LIST_STREAM, "in no stream", "stream "},
                               [LIST_BY_DEVICE] = {LIST_DEVICE, "device not known", "device "}};

static struct list_column column_of(const struct list_view *view)
{
    return (struct list_column){.field = groupings[view->group].field};
}

int list_groups_source(struct list_view *view)
{
    struct list_column column = column_of(view);
    return view->group ? list_facts_source(&view->facts, &column) : LIST_NO_SOURCE;
}

int list_groups_find_source(const struct list_view *view)
{
    struct list_column column = column_of(view);
    return view->group ? list_facts_find(&view->facts, &column) : LIST_NO_SOURCE;
}

/* Existing groups keep their number, which also identifies whether they are open. */
void list_groups_find(struct list_view *view)
{
    struct name_index index = {0};
    struct strbuf text = {0};
    struct list_column column = column_of(view);
    for (size_t i = 0; i < view->labels.count; i++)
        name_index_add(&index, view->labels.words[i]);
    for (size_t i = 0; i < view->known; i++) {
        strbuf_clear(&text);
        strbuf_adds(&text, groupings[view->group].before);
        if (!list_value_text(view, &column, i, &text)) {
            strbuf_clear(&text);
            strbuf_adds(&text, groupings[view->group].none);
        }
        size_t count = index.count, key = name_index_add(&index, text.data);
        if (index.count > count) {
            completions_add(&view->labels, text.data);
            index.names[key] = view->labels.words[key];
            mem_grow(&view->open, key, &view->open_capacity, sizeof *view->open);
            view->open[key] = false;
        }
        mem_grow(&view->keys, i, &view->key_capacity, sizeof *view->keys);
        view->keys[i] = key;
    }
    strbuf_free(&text);
    name_index_free(&index);
}
