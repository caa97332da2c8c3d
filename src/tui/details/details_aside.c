#include "tui/details/details_aside.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/content/link_note.h"
#include "report/content/section_figures.h"
#include "report/section/section_items.h"
#include "report/section/section_scope.h"
#include "tui/details/section_findings.h"

static void look_for_roofline(void *found, const Rep__ProfilerSectionBodyItem *item, size_t body,
                              size_t number)
{
    (void)body;
    (void)number;
    if (item->rooflinechart)
        *(bool *)found = true;
}

/* Figures of other kinds are made when they are seen: that takes time. */
static bool has_roofline(const struct section_view *view)
{
    struct section_scope scope = section_scope_of(view->result);
    bool found = false;
    section_items(view->section, &scope, look_for_roofline, &found);
    return found;
}

bool details_aside_is(struct section_view *view)
{
    if (section_findings_count(view->result, view->section))
        return false;
    if (link_note(view->result, view->section))
        return true;
    return !*view->digest && !view->block_count && has_roofline(view) &&
           section_figures_idle(section_view_figures(view));
}

struct note_block details_aside_row(struct section_view *const *views, size_t count)
{
    struct strbuf names = {0};
    const char *separator = safe_text_utf8() ? " \xc2\xb7 " : " | ";
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&names, "%s%s", i ? separator : "", views[i]->section->displayname);
    return (struct note_block){.id = "aside",
                               .title = mem_printf("%zu sections do not apply", count),
                               .digest = strbuf_detach(&names)};
}

void details_aside_free(struct note_block *row)
{
    free(row->title);
    free(row->digest);
    *row = (struct note_block){0};
}
