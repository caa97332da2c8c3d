#include "report/section/section_items.h"

struct walk {
    const struct section_scope *scope;
    section_item_visit *visit;
    void *context;
    size_t body, number;
};

static void walk_items(struct walk *walk, Rep__ProfilerSectionBodyItem **items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const Rep__ProfilerSectionBodyItem *item = items[i];
        if (!section_filter_passes(item->filter, walk->scope))
            continue;
        walk->visit(walk->context, item, walk->body, walk->number++);
        if (item->horizontalcontainer)
            walk_items(walk, item->horizontalcontainer->items, item->horizontalcontainer->n_items);
    }
}

const char *section_body_name(const Rep__ProfilerSection *section, size_t body)
{
    const char *name = section->body[body]->displayname;
    return name ? name : "";
}

void section_items(const Rep__ProfilerSection *section, const struct section_scope *scope,
                   section_item_visit *visit, void *context)
{
    struct walk walk = {scope, visit, context, 0, 0};
    for (size_t i = 0; i < section->n_body; i++) {
        walk.body = i;
        walk_items(&walk, section->body[i]->items, section->body[i]->n_items);
    }
}
