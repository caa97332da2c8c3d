#include "tui/views/rules_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/rules/rule_choice.h"
#include "tui/details/definitions.h"
#include "tui/term/match.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"
#include "tui/views/rules_export.h"
#include "tui/views/rules_layout.h"
#include "tui/widgets/view_host.h"

/* Rows for what is said of the selected rule, where the screen has that many. */
enum { ABOUT = 3, ABOUT_FROM = 12 };

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *rules_view_state(const struct rule_entry *entry)
{
    return !entry->rule ? "error" : rule_entry_speaks(entry) ? "on" : entry->off ? "off" : "silent";
}

/* Made safe; free() it. */
static char *cell(const struct rule_entry *entry, enum rules_column column)
{
    const struct rule *rule = entry->rule;
    switch (column) {
    case RULES_STATE:
        return mem_strdup(rules_view_state(entry));
    case RULES_ID:
        return safe_text(rule ? rule->identifier : base_name(entry->file));
    case RULES_NAME:
        return safe_text(rule ? rule->name : "");
    case RULES_SECTION:
        return safe_text(rule && *rule->section ? rule->section : "");
    default:
        return entry->built_in ? mem_strdup("built in") : safe_text(base_name(entry->file));
    }
}

static struct rules_layout layout_of(const struct rule_library *library, const char *const *titles)
{
    int widest[RULES_COLUMNS] = {[RULES_STATE] = 6}; /* "silent": columns keep their place */
    for (size_t i = 0; i <= library->count; i++)
        for (int j = 0; j < RULES_COLUMNS; j++) {
            char *text =
                i ? cell(&library->entries[i - 1], (enum rules_column)j) : mem_strdup(titles[j]);
            int width = (int)safe_text_width(text);
            widest[j] = width > widest[j] ? width : widest[j];
            free(text);
        }
    return rules_layout(screen_columns(), widest);
}

static int list_rows(int rows)
{
    return rows >= ABOUT_FROM ? rows - 1 - ABOUT : rows - 1;
}

bool rules_view_act(struct rules_view *view, const struct rule_library *library,
                    enum action_id action, int rows)
{
    return row_cursor_act(&view->cursor, library->count, action, list_rows(rows));
}

bool rules_view_click(struct rules_view *view, const struct rule_library *library, int row,
                      int rows)
{
    return row_cursor_click(&view->cursor, library->count, row - 1, list_rows(rows));
}

static bool has_text(const void *context, size_t row, const char *search)
{
    const struct rule_entry *entry = &((const struct rule_library *)context)->entries[row];
    bool found = false;
    for (int i = 0; i < RULES_COLUMNS && !found; i++) {
        char *text = cell(entry, (enum rules_column)i);
        found = match_text(text, search);
        free(text);
    }
    return found || (entry->rule && match_text(entry->rule->description, search));
}

bool rules_view_search(struct rules_view *view, const struct rule_library *library,
                       const char *text, int step, bool here)
{
    return row_cursor_search(&view->cursor, library->count, has_text, library, text, step, here);
}

static void draw_row(const struct rule_entry *entry, bool selected, int row,
                     const struct rules_layout *layout, const char *search)
{
    enum role usual = row_cursor_draw(row, selected,
                                      *entry->error.text         ? ROLE_ERROR
                                      : rule_entry_speaks(entry) ? ROLE_NORMAL
                                                                 : ROLE_DIM);
    for (int i = 0; i < RULES_COLUMNS; i++) {
        char *text = cell(entry, (enum rules_column)i);
        bool found = !selected && search && *search && match_text(text, search);
        screen_text(row, layout->start[i], layout->width[i], found ? ROLE_MATCH : usual, text);
        free(text);
    }
}

/* What is wrong with it, and what it is about. */
static void draw_about(const struct rule_entry *entry, int row, int rows)
{
    struct painter p = {
        .x = 2, .width = screen_columns() - 3, .y = row, .first = row, .last = row + rows};
    char *problem = safe_text(entry->error.text);
    painter_wrapped(&p, 0, ROLE_ERROR, problem);
    free(problem);
    if (!entry->rule)
        return;
    char *text = safe_text(entry->rule->description);
    if (*text)
        painter_wrapped(&p, 0, ROLE_NORMAL, text);
    free(text);
    if (!entry->off && entry->silent)
        painter_wrapped(&p, 0, ROLE_DIM,
                        "It only sends values to rules that are on; its findings are left out.");
}

void rules_view_fit(struct rules_view *view, const struct rule_library *library, int rows)
{
    row_cursor_fit(&view->cursor, library->count, list_rows(rows));
}

void rules_view_draw(const struct rules_view *view, const struct rule_library *library, int top_row,
                     int rows, const char *search)
{
    static const char *const titles[RULES_COLUMNS] = {"", "Rule", "Name", "Section", "From"};
    struct rules_layout layout = layout_of(library, titles);
    int shown = list_rows(rows);
    for (int i = 0; i < RULES_COLUMNS; i++)
        screen_text(top_row, layout.start[i], layout.width[i], ROLE_HEADING, titles[i]);
    for (int i = 0; i < shown && view->cursor.top + (size_t)i < library->count; i++) {
        size_t at = view->cursor.top + (size_t)i;
        draw_row(&library->entries[at], at == view->cursor.at, top_row + 1 + i, &layout, search);
    }
    row_cursor_more(&view->cursor, library->count, top_row + 1, shown);
    if (!library->count)
        screen_text(top_row + 2, 2, screen_columns() - 4, ROLE_DIM, "there are no rules");
    else if (rows >= ABOUT_FROM)
        draw_about(&library->entries[view->cursor.at], top_row + rows - ABOUT, ABOUT);
}

/* --- as a view of the screen ------------------------------------------------------------------ */

static const struct rule_library *library_of(const struct view *view)
{
    return view->host->definitions->rules;
}

static void fit(struct view *view, int rows)
{
    rules_view_fit(view->state, library_of(view), rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    rules_view_draw(view->state, library_of(view), 0, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    const struct rules_view *rules = view->state;
    if (action.id == DO_SWITCH) {
        effects->what |= EFFECT_SWITCH_RULE;
        effects->rule = rules->cursor.at;
    } else {
        rules_view_act(view->state, library_of(view), action.id, action.rows);
    }
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return rules_view_search(view->state, library_of(view), text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)column;
    return library_of(view) && rules_view_click(view->state, library_of(view), row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct rules_view *rules = view->state;
    row_cursor_place(&rules->cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    if (!library_of(view))
        return error_set(error, "there are no rules");
    rules_export(library_of(view), format, out);
    return true;
}

const struct view_ops rules_view_ops = {
    .id = VIEW_RULES,
    .title = "Rules",
    .called = "the rules",
    .size = sizeof(struct rules_view),
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
};
