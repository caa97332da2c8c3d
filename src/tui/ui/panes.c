#include "tui/ui/panes.h"

#include "tui/term/screen.h"

enum { HEADER = 1, MESSAGES = 2, STEP = 2 };

int panes_rows(void)
{
    return screen_rows() - HEADER - MESSAGES;
}

void panes_init(struct panes *panes, bool live)
{
    panes->focus = VIEW_LIST;
    panes->second = VIEW_DETAILS;
    panes->third = live ? VIEW_OUTPUT : VIEW_SUMMARY;
}

/* --- which view is open, and which ones are behind it ----------------------------------------- */

/* What the panes beside the list show from now on. */
static void remember(struct panes *panes, enum view_id view)
{
    if (view != VIEW_LIST)
        panes->second = view;
    if (view & ~(VIEW_LIST | VIEW_DETAILS))
        panes->third = view;
}

void panes_go(struct panes *panes, enum view_id view)
{
    if (view == panes->focus)
        return;
    remember(panes, view);
    for (size_t i = 0; i < panes->behind_count; i++)
        if (panes->behind[i] == view) {
            panes->behind_count = i;
            panes->focus = view;
            return;
        }
    /* Each view is at most once among them. */
    panes->behind[panes->behind_count++] = panes->focus;
    panes->focus = view;
}

void panes_back(struct panes *panes)
{
    panes->focus = panes->behind_count ? panes->behind[--panes->behind_count] : VIEW_LIST;
    panes->second = VIEW_DETAILS;
    remember(panes, panes->focus);
}

/* --- where they stand ------------------------------------------------------------------------- */

void panes_arrange(struct panes *panes)
{
    struct layout_wish wish = panes->wish;
    if (panes->zoomed)
        wish.preset = LAYOUT_ONE;
    panes->layout = layout_panes(&wish, panes_rows(), screen_columns());
}

bool panes_are_several(const struct panes *panes)
{
    return panes->layout.count > 1;
}

enum view_id panes_view(const struct panes *panes, int pane)
{
    if (panes->layout.count == 1)
        return panes->focus;
    return pane == 0                  ? VIEW_LIST
           : panes->layout.count == 2 ? panes->second
           : pane == 1                ? VIEW_DETAILS
                                      : panes->third;
}

bool panes_show(const struct panes *panes, enum view_id view)
{
    for (int i = 0; i < panes->layout.count; i++)
        if (panes_view(panes, i) == view)
            return true;
    return false;
}

/* Where there are several panes, each has a title. */
static struct rect below_title(const struct panes *panes, int pane)
{
    struct rect place = panes->layout.panes[pane];
    int title = panes_are_several(panes);
    place.row += HEADER + title;
    place.rows -= title;
    return place;
}

struct rect panes_place(const struct panes *panes, enum view_id view)
{
    for (int i = 1; i < panes->layout.count; i++)
        if (panes_view(panes, i) == view)
            return below_title(panes, i);
    return below_title(panes, 0);
}

int panes_enter(const struct panes *panes, enum view_id view)
{
    struct rect place = panes_place(panes, view);
    screen_area(&place);
    return place.rows;
}

void panes_leave(void)
{
    screen_area(NULL);
}

/* --- what moves them -------------------------------------------------------------------------- */

void panes_focus(struct panes *panes, int step)
{
    int count = panes->layout.count, at = 0;
    for (int i = 0; i < count; i++)
        if (panes_view(panes, i) == panes->focus)
            at = i;
    panes_go(panes, panes_view(panes, (at + step + count) % count));
}

static struct layout layout_of(enum layout_preset preset)
{
    struct layout_wish wish = {.preset = preset};
    return layout_panes(&wish, panes_rows(), screen_columns());
}

void panes_set_layout(struct panes *panes, enum layout_preset preset, struct effects *effects)
{
    panes->zoomed = false;
    panes->wish = (struct layout_wish){.preset = preset};
    int count = layout_of(preset).count;
    effects_say(effects, "layout %s: %d pane%s%s", layout_names[preset], count,
                count > 1 ? "s" : "",
                count == 1 && preset > LAYOUT_ONE ? ", there is no room for more" : "");
}

void panes_next_layout(struct panes *panes, int step, struct effects *effects)
{
    int to = ((int)panes->wish.preset + step + LAYOUT_PRESETS) % LAYOUT_PRESETS;
    /* One pane again, since there is no room, is not what is meant. */
    while (to > LAYOUT_ONE && layout_of((enum layout_preset)to).count == 1)
        to = (to + step + LAYOUT_PRESETS) % LAYOUT_PRESETS;
    panes_set_layout(panes, (enum layout_preset)to, effects);
}

void panes_zoom(struct panes *panes, struct effects *effects)
{
    if (!panes->zoomed && !panes_are_several(panes))
        effects_say(effects, "there is just one pane; w arranges several");
    else
        panes->zoomed = !panes->zoomed;
}

void panes_move_split(struct panes *panes, int split, int step, struct effects *effects)
{
    if (!layout_move(&panes->wish, split, step * STEP, panes_rows(), screen_columns()))
        effects_say(effects, "the border does not go further");
}
