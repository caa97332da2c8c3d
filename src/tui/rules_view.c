#include "rules_view.h"

#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "mem.h"
#include "painter.h"
#include "rule_choice.h"
#include "rules_layout.h"
#include "safe_text.h"
#include "screen.h"
#include "strbuf.h"

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

static void move_to(struct rules_view *view, const struct rule_library *library, long to)
{
    long last = (long)library->count - 1;
    to = to > last ? last : to;
    view->cursor = to < 0 ? 0 : (size_t)to;
}

static int list_rows(int rows)
{
    return rows >= ABOUT_FROM ? rows - 1 - ABOUT : rows - 1;
}

bool rules_view_act(struct rules_view *view, const struct rule_library *library,
                    enum action_id action, int rows)
{
    long page = list_rows(rows) > 2 ? list_rows(rows) - 1 : 1, at = (long)view->cursor;
    switch (action) {
    case DO_DOWN:
        move_to(view, library, at + 1);
        return true;
    case DO_UP:
        move_to(view, library, at - 1);
        return true;
    case DO_PAGE_DOWN_RULES:
        move_to(view, library, at + page);
        return true;
    case DO_PAGE_UP:
        move_to(view, library, at - page);
        return true;
    case DO_FIRST:
        move_to(view, library, 0);
        return true;
    case DO_LAST:
        move_to(view, library, (long)library->count);
        return true;
    default:
        return false;
    }
}

bool rules_view_click(struct rules_view *view, const struct rule_library *library, int row,
                      int rows)
{
    size_t at = view->top + (size_t)(row > 0 ? row - 1 : 0);
    if (row < 1 || row > list_rows(rows) || at >= library->count)
        return false;
    view->cursor = at;
    return true;
}

static bool has_text(const struct rule_entry *entry, const char *search)
{
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
    long count = (long)library->count;
    for (long i = here ? 0 : 1; i <= count && count; i++) {
        long at = (((long)view->cursor + step * i) % count + count) % count;
        if (has_text(&library->entries[at], text)) {
            view->cursor = (size_t)at;
            return true;
        }
    }
    return false;
}

static void draw_row(const struct rule_entry *entry, bool selected, int row,
                     const struct rules_layout *layout, const char *search)
{
    enum role usual = *entry->error.text         ? ROLE_ERROR
                      : rule_entry_speaks(entry) ? ROLE_NORMAL
                                                 : ROLE_DIM;
    if (selected) {
        /* The whole row, so that it shows without colours too. */
        struct strbuf blank = {0};
        usual = ROLE_SELECTION;
        strbuf_pad(&blank, ' ', (size_t)screen_columns());
        screen_text(row, 0, screen_columns(), usual, blank.data);
        screen_text(row, 0, 1, usual, screen_glyphs()->cursor);
        strbuf_free(&blank);
    }
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
                        "It only sends values to rules that are on; what it finds is left out.");
}

void rules_view_draw(struct rules_view *view, const struct rule_library *library, int top_row,
                     int rows, const char *search)
{
    static const char *const titles[RULES_COLUMNS] = {"", "Rule", "Name", "Section", "From"};
    struct rules_layout layout = layout_of(library, titles);
    int shown = list_rows(rows);
    move_to(view, library, (long)view->cursor);
    if (view->cursor < view->top)
        view->top = view->cursor;
    if (shown > 0 && view->cursor >= view->top + (size_t)shown)
        view->top = view->cursor - (size_t)shown + 1;
    for (int i = 0; i < RULES_COLUMNS; i++)
        screen_text(top_row, layout.start[i], layout.width[i], ROLE_HEADING, titles[i]);
    for (int i = 0; i < shown && view->top + (size_t)i < library->count; i++) {
        size_t at = view->top + (size_t)i;
        draw_row(&library->entries[at], at == view->cursor, top_row + 1 + i, &layout, search);
    }
    if (!library->count)
        screen_text(top_row + 2, 2, screen_columns() - 4, ROLE_DIM, "there are no rules");
    else if (rows >= ABOUT_FROM)
        draw_about(&library->entries[view->cursor], top_row + rows - ABOUT, ABOUT);
}
