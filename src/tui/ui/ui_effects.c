#include "tui/ui/ui_effects.h"

#include "report/base/safe_text.h"
#include "tui/details/details_view.h"
#include "tui/list/list_view.h"
#include "tui/source/source_go.h"
#include "tui/ui/ui_edit.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_view.h"

#include <stdlib.h>
#include <string.h>

static void go_to_section(struct ui *ui, const char *section)
{
    panes_go(&ui->panes, VIEW_DETAILS);
    ui_arrange(ui);
    details_view_go(ui->host.details, section, panes_enter(&ui->panes, VIEW_DETAILS));
    panes_leave();
}

static void go_to_source(struct ui *ui, const struct effects *effects)
{
    const struct source_place place = {effects->text, effects->offset, effects->line};
    struct view *view = views_of(&ui->views, VIEW_SOURCE);
    panes_go(&ui->panes, VIEW_SOURCE);
    ui_arrange(ui);
    ui_settled(ui, view);
    if (!source_view_go(view->state, &place))
        messages_status(&ui->messages, true, "the code of this hot spot is not in the report");
}

static void filter_list(struct ui *ui, const char *text)
{
    struct error error;
    if (strlen(text) >= TYPED_LONGEST) {
        messages_status(&ui->messages, true, "the range's name is too long for a filter");
    } else if (!list_view_filter(ui->host.list, text, &error)) {
        messages_fail(&ui->messages, error.text);
    } else {
        snprintf(ui->typing.filter, sizeof ui->typing.filter, "%s", text);
        panes_go(&ui->panes, VIEW_LIST);
    }
}

/* What was found is found anew. */
static void switch_rule(struct ui *ui, size_t at)
{
    struct rule_library *rules = ui->definitions.rules;
    const struct rule_entry *entry = rules && at < rules->count ? &rules->entries[at] : NULL;
    if (!entry || !entry->rule)
        return;
    ui->host.drop_results(&ui->host);
    rule_choice_switch(rules, entry, !rule_entry_speaks(entry));
    ui->host.show_again(&ui->host);
}

static void say(struct ui *ui, const struct effects *effects)
{
    char *safe = safe_text(effects->message.text);
    messages_status(&ui->messages, effects->fails, safe);
    free(safe);
}

static void be_alone(struct ui *ui)
{
    if (ui->panes.zoomed || !panes_are_several(&ui->panes))
        return;
    ui->panes.zoomed = true;
    messages_status(&ui->messages, false, "the view needs the room: Z shows all panes again");
}

/* false: the rest is not to be done. */
static bool go_to_result(struct ui *ui, const struct effects *effects)
{
    if (effects->what & EFFECT_OPEN_RESULT)
        return ui_open_result(ui, effects->result);
    return !(effects->what & EFFECT_SHOW_RESULT) || shown_show(&ui->shown, effects->result);
}

static void apply(struct ui *ui, const struct effects *effects)
{
    if (effects->says)
        say(ui, effects);
    if (!go_to_result(ui, effects))
        return;
    if (effects->what & EFFECT_LIST_RESULT)
        list_view_go(ui->host.list, effects->result);
    if (effects->what & EFFECT_SECTION)
        go_to_section(ui, effects->text);
    if (effects->what & EFFECT_SOURCE)
        go_to_source(ui, effects);
    if (effects->what & EFFECT_FILTER)
        filter_list(ui, effects->text);
    if (effects->what & EFFECT_TYPE)
        ui_prompt_with(ui, effects->text);
    if (effects->what & EFFECT_SWITCH_RULE)
        switch_rule(ui, effects->rule);
    if (effects->what & EFFECT_BACK)
        panes_back(&ui->panes);
    if (effects->what & EFFECT_ALONE)
        be_alone(ui);
    if (effects->what & EFFECT_EDIT)
        ui_edit(ui, effects->text, effects->line, effects->result);
}

void ui_apply(struct ui *ui, struct effects *effects)
{
    apply(ui, effects);
    effects_free(effects);
}
