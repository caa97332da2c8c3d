#include "tui/ui/ui_edit.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/code/source_files.h"
#include "tui/details/details_view.h"
#include "tui/edit/again_verdict.h"
#include "tui/edit/editor.h"
#include "tui/list/list_view.h"
#include "tui/rerun/rerun_place.h"
#include "tui/ui/ui_outside.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_rerun.h"
#include "tui/ui/ui_view.h"

static const char *build_command(const struct ui *ui)
{
    return screen_settings_get(&ui->user.kept, SETTING_BUILD);
}

/* What the editing and the building are about. */
static void choose(struct ui *ui, size_t result)
{
    struct result_launch launch;
    report_launch(ui->host.report, result, &launch);
    const char *name =
        launch.function ? launch.function : report_summary(ui->host.report, result)->name;
    free(ui->edit.kernel);
    ui->edit.kernel = mem_strdup(name);
    ui->edit.result = result;
    result_launch_free(&launch);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* --- what is asked in the terminal --------------------------------------------------------------
 */

/* Frees the text, which may hold words from outside. */
static int ask(struct ui *ui, char *text)
{
    char *safe = safe_text(text);
    const int key = ui_outside_ask(ui, safe);
    free(safe);
    free(text);
    return key;
}

static bool is_yes(int key)
{
    return key == 'y' || key == 'Y' || key == '\n' || key == '\r';
}

/* --- building ----------------------------------------------------------------------------------
 */

static enum edit_step build(struct ui *ui)
{
    struct outside_end end;
    struct strbuf text = {0};
    const char *command = build_command(ui);
    char *safe = safe_text(command), *line = mem_printf("$ %s\n", safe);
    outside_write(line);
    free(line);
    free(safe);
    if (ui_outside_shell(ui, command, &end))
        return EDIT_MEASURE;
    outside_tell(&text, command, &end);
    strbuf_addf(&text, ". %sy: build again, another key: back to rooftop ",
                ui->edit.file ? "e: edit again, " : "");
    const int key = ask(ui, strbuf_detach(&text));
    messages_fail(&ui->messages, "the build failed, so nothing was measured; $ builds again");
    return is_yes(key) ? EDIT_BUILD : key == 'e' && ui->edit.file ? EDIT_FILE : EDIT_NOTHING;
}

/* --- editing -----------------------------------------------------------------------------------
 */

/* Says what happens next with a file that has changed. */
static enum edit_step offer(struct ui *ui)
{
    struct error why;
    const char *file = base_name(ui->edit.file), *command = build_command(ui);
    if (!ui_rerun_can(ui, ui->edit.result, &why)) {
        error_prefix(&why, "%s has changed, but %s cannot be measured again", file,
                     ui->edit.kernel);
        messages_fail(&ui->messages, why.text);
        return EDIT_NOTHING;
    }
    if (!*command) {
        ui->outside.then = ui_edit_build;
        return EDIT_NOTHING;
    }
    const int key =
        ask(ui, mem_printf("%s has changed. y, Enter: build (%s) and measure %s again, another "
                           "key: back to rooftop ",
                           file, command, ui->edit.kernel));
    char *left = mem_printf("%s has changed; $ builds and measures again", file);
    messages_done(&ui->messages, left);
    free(left);
    return is_yes(key) ? EDIT_BUILD : EDIT_NOTHING;
}

static bool run_editor(struct ui *ui, struct error *error)
{
    struct word_list words = {0};
    struct outside_end end = {OUTSIDE_LEFT, 0};
    bool good = editor_words(&words, ui->edit.file, ui->edit.line, error);
    if (good) {
        mem_grow(&words.words, words.count, &words.capacity, sizeof *words.words);
        words.words[words.count] = NULL;
        good = ui_outside_run(ui, words.words, &end);
    }
    if (!good && words.count) {
        struct strbuf text = {0};
        outside_tell(&text, words.words[0], &end);
        if (end.how == OUTSIDE_NOT_STARTED)
            strbuf_adds(&text, editor_is_named() ? "; VISUAL or EDITOR names it"
                                                 : "; set VISUAL or EDITOR to your editor");
        error_set(error, "%s", text.data);
        strbuf_free(&text);
    }
    word_list_free(&words);
    return good;
}

static bool is_same(const char *before, size_t before_length, const char *path)
{
    size_t length;
    char *now = file_bytes(path, &length, NULL);
    bool same = now && before && length == before_length && memcmp(before, now, length) == 0;
    free(now);
    return same;
}

static enum edit_step edit(struct ui *ui)
{
    struct error error;
    size_t length = 0;
    char *before = file_bytes(ui->edit.file, &length, NULL);
    const bool good = run_editor(ui, &error);
    const bool same = is_same(before, length, ui->edit.file);
    free(before);
    if (!good)
        messages_fail(&ui->messages, error.text);
    else if (same) {
        char *text = mem_printf("%s is as it was", base_name(ui->edit.file));
        messages_done(&ui->messages, text);
        free(text);
    }
    return good && !same && !ui->quit ? offer(ui) : EDIT_NOTHING;
}

/* --- the whole ----------------------------------------------------------------------------------
 */

static void measure(struct ui *ui)
{
    struct error error;
    ui->edit.first = report_count(ui->host.report);
    if (ui_rerun_launch(ui, ui->edit.result, &error)) {
        messages_clear(&ui->messages);
        return;
    }
    ui->edit.step = EDIT_NOTHING;
    error_prefix(&error, "%s cannot be measured again", ui->edit.kernel);
    messages_fail(&ui->messages, error.text);
}

static void errand(struct ui *ui)
{
    enum edit_step step = ui->edit.step;
    while (!ui->quit && (step == EDIT_FILE || step == EDIT_BUILD))
        step = step == EDIT_FILE ? edit(ui) : build(ui);
    ui->edit.step = step;
    if (step == EDIT_MEASURE)
        ui->outside.then = measure;
}

static void begin(struct ui *ui, enum edit_step step)
{
    ui->edit.step = step;
    ui_outside(ui, errand, "");
}

void ui_edit(struct ui *ui, const char *path, size_t line, size_t result)
{
    const struct source_options *options = &ui->host.options->page.source;
    const struct source_files files = {.named = options->named_files, .folders = options->folders};
    char *file = source_files_on_disk(&files, path);
    if (!file) {
        struct error error;
        error_set(&error,
                  "%s is not on this machine; --source-folders or --resolve-source-file says where "
                  "it is",
                  path);
        messages_fail(&ui->messages, error.text);
        return;
    }
    free(ui->edit.file);
    ui->edit.file = file;
    ui->edit.line = line;
    choose(ui, result);
    begin(ui, EDIT_FILE);
}

/* What the user looks at; where that is no result, the one that was edited for. */
static size_t selected(struct ui *ui)
{
    const struct result *shown = ui->host.details->result;
    if (ui_focused(ui)->ops->of_result && shown)
        return shown->index;
    if (ui->panes.focus == VIEW_HOT && ui->edit.file)
        return ui->edit.result;
    return list_view_current(ui->host.list);
}

void ui_edit_build(struct ui *ui)
{
    struct error why;
    const size_t result = selected(ui);
    if (result >= report_count(ui->host.report)) {
        messages_status(&ui->messages, true, "there is no result that could be measured again");
        return;
    }
    if (!ui_rerun_can(ui, result, &why)) {
        messages_fail(&ui->messages, why.text);
    } else if (!*build_command(ui)) {
        messages_status(&ui->messages, false,
                        "which command builds the program? It is kept for the next time");
        ui_prompt_with(ui, "build ");
    } else {
        choose(ui, result);
        begin(ui, EDIT_BUILD);
    }
}

void ui_edit_build_by(struct ui *ui, const char *command)
{
    screen_settings_set(&ui->user.kept, SETTING_BUILD, command);
    char *text = mem_printf("$ builds and measures from now on, also the next time: %s", command);
    messages_done(&ui->messages, text);
    free(text);
}

/* The new result takes the place of the old one, and the cursor stays where it is. */
static void show(struct ui *ui, size_t now)
{
    struct view_place place = {0};
    struct view *view = ui_settled(ui, ui_focused(ui));
    list_view_go(ui->host.list, now);
    if (!view->ops->of_result)
        return;
    if (view->ops->place)
        view->ops->place(view, &place, false);
    if (shown_show(&ui->shown, now) && view->ops->place)
        view->ops->place(ui_settled(ui, view), &place, true);
}

static void tell(struct ui *ui, size_t now)
{
    struct error error;
    const size_t both[] = {ui->edit.result, now};
    show(ui, now);
    char *verdict =
        again_verdict(ui->host.report, ui->host.decoded, both, &ui->definitions.choice, &error);
    if (verdict) {
        char *text = mem_printf("%s: %s", ui->edit.kernel, verdict);
        messages_say(&ui->messages, LOG_NOTE, text);
        free(text);
    } else {
        messages_fail(&ui->messages, error.text);
    }
    free(verdict);
}

void ui_edit_follow(struct ui *ui)
{
    if (ui->edit.step != EDIT_MEASURE || ui->host.live)
        return;
    ui->edit.step = EDIT_NOTHING;
    const size_t now = rerun_place_again(ui->host.report, ui->edit.result, ui->edit.first);
    if (now != SIZE_MAX) {
        tell(ui, now);
        return;
    }
    struct error error;
    error_set(&error, "no launch of %s was measured again; E shows the messages of the run",
              ui->edit.kernel);
    messages_fail(&ui->messages, error.text);
}
