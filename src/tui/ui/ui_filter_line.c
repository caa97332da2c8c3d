#include "tui/ui/ui_filter_line.h"

#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/list/list_view.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_view.h"
#include "tui/widgets/line_edit.h"

static void forget_offers(struct ui *ui)
{
    completions_free(&ui->typing.offers);
    ui->typing.offered = 0;
}

static void offer_ranges(const struct ui *ui, struct completions *list)
{
    const struct view *ranges = views_at(&ui->views, VIEW_NVTX);
    ranges->ops->offer(ranges, list);
}

bool ui_filter_has_ranges(const struct ui *ui)
{
    return !ui_focus_of(ui)->ops->filter;
}

static void put(struct ui *ui, const char *text)
{
    snprintf(ui->typing.filter, TYPED_LONGEST + 1, "%s", text);
    ui->typing.at = strlen(ui->typing.filter);
    ui_set_filter(ui);
}

static void say_none(struct ui *ui)
{
    struct error error;
    struct completions list = {0};
    offer_ranges(ui, &list);
    if (list.count)
        error_set(&error, "Tab completes NVTX ranges, and none begins so");
    else
        error_set(&error, "no result was launched in an NVTX range that has a name");
    messages_fail(&ui->messages, error.text);
    completions_free(&list);
}

/* As far as all agree; a Tab more goes from one to the next. */
static void complete(struct ui *ui, int step)
{
    struct completions *offers = &ui->typing.offers;
    if (offers->count > 1) {
        size_t count = offers->count, at = ui->typing.offered;
        at = at ? (at - 1 + (size_t)(step + (int)count)) % count + 1 : step > 0 ? 1 : count;
        ui->typing.offered = at;
        put(ui, offers->words[at - 1]);
        return;
    }
    forget_offers(ui);
    offer_ranges(ui, offers);
    completions_narrow(offers, ui->typing.filter);
    if (!offers->count) {
        say_none(ui);
        return;
    }
    char *common = completions_common(offers);
    put(ui, common);
    free(common);
    if (offers->count == 1)
        forget_offers(ui);
}

void ui_filter_hint(struct ui *ui)
{
    const char *text = ui->typing.filter;
    const size_t start = sizeof LIST_FILTER_NVTX - 1;
    struct completions list = {0};
    if (!ui_filter_has_ranges(ui) || ui->host.list->tree.count ||
        strncmp(text, LIST_FILTER_NVTX, start) != 0)
        return;
    char *meant = mem_printf("%s/", text);
    offer_ranges(ui, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct error said;
        if (strcmp(list.words[i], meant) != 0)
            continue;
        error_set(&said, "did you mean %s, the push/pop range?", meant);
        messages_status(&ui->messages, false, said.text);
        break;
    }
    completions_free(&list);
    free(meant);
}

/* In an empty line Backspace does what Esc does. */
static bool leaves(const char *text, int key)
{
    return key == 27 || (line_is_backspace(key) && !*text);
}

void ui_type_filter(struct ui *ui, int key)
{
    char *text = ui_filter(ui);
    bool leave = leaves(text, key), ends = leave || line_is_enter(key);
    if ((key == '\t' || key == KEY_BTAB) && ui_filter_has_ranges(ui)) {
        messages_clear(&ui->messages);
        complete(ui, key == '\t' ? 1 : -1);
        return;
    }
    forget_offers(ui);
    if (leave)
        text[0] = '\0';
    else if (!ends && line_key(text, TYPED_LONGEST, &ui->typing.at, key) != LINE_CHANGED)
        return;
    messages_clear(&ui->messages);
    if (!ui_set_filter(ui))
        return;
    ui_filter_hint(ui);
    if (ends)
        ui->typing.prompt = PROMPT_NONE;
}
