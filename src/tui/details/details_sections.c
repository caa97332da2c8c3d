/* Which sections there are, and which of them are open. That is kept by identifier, so it holds for
 * all results. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/details/details_aside.h"
#include "tui/details/details_internal.h"
#include "tui/widgets/key_match.h"

static size_t find_open(const struct details_view *view, const char *identifier)
{
    size_t i = 0;
    while (i < view->open_count && strcmp(view->open_sections[i], identifier) != 0)
        i++;
    return i;
}

void details_sections_set_open(struct details_view *view, struct details_section *section,
                               bool open)
{
    const char *identifier = details_section_id(section);
    size_t at = find_open(view, identifier);
    if (open && at == view->open_count) {
        mem_grow(&view->open_sections, view->open_count, &view->open_capacity,
                 sizeof *view->open_sections);
        view->open_sections[view->open_count++] = mem_strdup(identifier);
    } else if (!open && at < view->open_count) {
        free(view->open_sections[at]);
        view->open_sections[at] = view->open_sections[--view->open_count];
    }
    section->open = open;
}

static void add_section(struct details_view *view, struct details_section section)
{
    section.number = view->total < 9 && !view->aside ? (int)view->total + 1 : 0;
    section.open = find_open(view, details_section_id(&section)) < view->open_count;
    view->sections[view->total++] = section;
}

void details_sections_count(struct details_view *view)
{
    bool folded = view->aside && !view->sections[view->aside].open;
    view->count = folded ? view->aside + 1 : view->total;
    if (view->selected >= view->count)
        view->selected = view->count ? view->count - 1 : 0;
}

/* Behind the others, if there are several and others. */
void details_sections_add(struct details_view *view, struct section_view *const *views,
                          const bool *aside, size_t count)
{
    struct section_view **others = mem_alloc((count + 1) * sizeof *others);
    size_t other_count = 0;
    for (size_t i = 0; i < count; i++)
        if (aside[i])
            others[other_count++] = views[i];
    bool folds = other_count > 1 && other_count < count;
    for (size_t i = 0; i < count; i++)
        if (!folds || !aside[i])
            add_section(view, (struct details_section){.view = views[i], .result = view->result});
    for (size_t i = 0; i < view->note_count; i++)
        add_section(view,
                    (struct details_section){.note = &view->notes[i], .result = view->result});
    if (folds) {
        view->others = details_aside_row(others, other_count);
        view->aside = view->total;
        add_section(view, (struct details_section){.note = &view->others, .result = view->result});
    }
    for (size_t i = 0; folds && i < other_count; i++)
        add_section(view, (struct details_section){.view = others[i], .result = view->result});
    free(others);
}

void details_sections_toggle(struct details_view *view, size_t index)
{
    if (index < view->count)
        details_sections_set_open(view, &view->sections[index], !view->sections[index].open);
    details_sections_count(view);
}

void details_sections_toggle_all(struct details_view *view)
{
    bool all = true;
    for (size_t i = 0; i < view->total; i++)
        all = all && view->sections[i].open;
    for (size_t i = 0; i < view->total; i++)
        details_sections_set_open(view, &view->sections[i], !all);
    details_sections_count(view);
}

void details_sections_open(struct details_view *view, size_t index)
{
    if (index >= view->total)
        return;
    details_sections_set_open(view, &view->sections[index], true);
    if (view->aside && index > view->aside)
        details_sections_set_open(view, &view->sections[view->aside], true);
    details_sections_count(view);
}

void details_sections_only(struct details_view *view, size_t index)
{
    for (size_t i = 0; i < view->total; i++)
        details_sections_set_open(view, &view->sections[i], i == index);
    details_sections_open(view, index);
}

const char *details_view_title(const struct details_view *view, size_t section)
{
    const struct details_section *at = &view->sections[section];
    return at->note ? at->note->title : at->view->section->displayname;
}

size_t details_view_find(const struct details_view *view, const char *letters, size_t *found,
                         size_t most)
{
    size_t count = 0;
    for (int wanted = KEY_MATCH_BEST; wanted > 0; wanted--)
        for (size_t i = 0; i < view->total && count < most; i++)
            if (key_match_name(details_view_title(view, i), letters) == wanted)
                found[count++] = i;
    return count;
}
