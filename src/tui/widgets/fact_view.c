#include "tui/widgets/fact_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"

enum { NAME_LEAST = 8, NAME_MOST = 30, SOURCE = 40, SOURCE_FROM = 110, VALUE_LEAST = 8 };

struct columns {
    int name, value, source; /* where each begins; source 0: it stands behind the value */
    int value_width;
};

static void drop_lines(struct fact_view *view)
{
    for (size_t i = 0; i < view->line_count; i++)
        free(view->lines[i].text);
    view->line_count = 0;
    view->columns = 0;
}

void fact_view_set(struct fact_view *view, struct fact_list list)
{
    drop_lines(view);
    fact_list_free(&view->list);
    view->list = list;
}

void fact_view_free(struct fact_view *view)
{
    fact_view_set(view, (struct fact_list){0});
    for (size_t i = 0; i < view->turned_count; i++)
        free(view->turned[i]);
    free(view->turned);
    free(view->lines);
}

/* ---- folds ---- */

/* The heading that a fact or a heading is under; SIZE_MAX: none. */
static size_t above(const struct fact_list *list, size_t fact)
{
    for (size_t i = fact; i-- > 0;)
        if (list->facts[i].heading && list->facts[i].level < list->facts[fact].level)
            return i;
    return SIZE_MAX;
}

static char *fold_name(const struct fact_list *list, size_t heading)
{
    size_t outer = above(list, heading);
    return mem_printf("%s\n%s", outer == SIZE_MAX ? "" : list->facts[outer].name,
                      list->facts[heading].name);
}

static size_t find_turned(const struct fact_view *view, size_t heading)
{
    size_t i = 0;
    char *name = fold_name(&view->list, heading);
    while (i < view->turned_count && strcmp(view->turned[i], name) != 0)
        i++;
    free(name);
    return i;
}

static bool is_open(const struct fact_view *view, size_t heading)
{
    bool turned = find_turned(view, heading) < view->turned_count;
    return turned == view->list.facts[heading].closed;
}

static void turn(struct fact_view *view, size_t heading)
{
    size_t at = find_turned(view, heading);
    if (at < view->turned_count) {
        free(view->turned[at]);
        view->turned[at] = view->turned[--view->turned_count];
        return;
    }
    mem_grow(&view->turned, view->turned_count, &view->turned_capacity, sizeof *view->turned);
    view->turned[view->turned_count++] = fold_name(&view->list, heading);
}

/* ---- lines ---- */

static int indent_of(const struct fact *fact)
{
    return 2 + 2 * (int)(fact->level > 8 ? 8 : fact->level);
}

static struct columns columns_of(const struct fact_view *view, int columns)
{
    struct columns c = {0};
    int widest = NAME_LEAST, right = columns - 1;
    for (size_t i = 0; i < view->list.count; i++) {
        const struct fact *fact = &view->list.facts[i];
        char *name = safe_text(fact->name);
        int width = indent_of(fact) + (int)safe_text_width(name);
        widest = !fact->heading && width > widest ? width : widest;
        free(name);
    }
    int most = NAME_MOST < columns / 3 ? NAME_MOST : columns / 3;
    if (columns >= SOURCE_FROM) {
        c.source = right - SOURCE;
        right = c.source - 1;
    }
    c.value = (widest < most ? widest : most) + 1;
    c.value_width = right - c.value > VALUE_LEAST ? right - c.value : VALUE_LEAST;
    return c;
}

static void add_line(struct fact_view *view, struct fact_line line)
{
    mem_grow(&view->lines, view->line_count, &view->line_capacity, sizeof *view->lines);
    view->lines[view->line_count++] = line;
}

/* Where a value begins, and how far it goes: without a name or a metric it has their room. */
static int value_at(const struct fact *fact, const struct columns *c)
{
    return *fact->name ? c->value : indent_of(fact);
}

static int value_width(const struct fact *fact, const struct columns *c)
{
    bool wide = c->source && !*fact->source;
    int right = c->value + c->value_width + (wide ? SOURCE + 1 : 0), at = value_at(fact, c);
    return right - at > VALUE_LEAST ? right - at : VALUE_LEAST;
}

/* Each line of the value, wrapped. */
static void add_value(struct fact_view *view, size_t at, const struct columns *c)
{
    const struct fact *fact = &view->list.facts[at];
    bool behind = *fact->source && !c->source, first = true;
    char *whole =
        behind ? mem_printf("%s  [%s]", fact->value, fact->source) : mem_strdup(fact->value);
    for (const char *from = whole; *from || first;) {
        size_t length = strcspn(from, "\n");
        struct strbuf safe = {0};
        strbuf_adds(&safe, "");
        safe_text_add(&safe, from, length, false);
        const char *rest = safe.data;
        do {
            size_t cut = *rest ? safe_text_wrap(rest, (size_t)value_width(fact, c)) : 0;
            add_line(view, (struct fact_line){at, mem_strndup(rest, cut), first});
            first = false;
            rest += cut;
            rest += *rest == ' ';
        } while (*rest);
        strbuf_free(&safe);
        from += length + (from[length] == '\n');
    }
    free(whole);
}

static void make_lines(struct fact_view *view, int columns)
{
    const struct fact_list *list = &view->list;
    size_t kept = view->line_count ? view->lines[view->cursor.at].fact : 0;
    bool keeps = view->line_count && view->columns != columns;
    if (view->columns == columns)
        return;
    drop_lines(view);
    struct columns c = columns_of(view, columns);
    for (size_t i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];
        if (keeps && i == kept)
            view->cursor.at = view->line_count;
        if (!fact->heading) {
            add_value(view, i, &c);
            continue;
        }
        add_line(view, (struct fact_line){i, mem_strdup(""), true});
        if (!is_open(view, i))
            while (i + 1 < list->count && list->facts[i + 1].level > fact->level)
                i++;
    }
    view->columns = columns;
    if (view->cursor.at >= view->line_count)
        view->cursor.at = view->line_count ? view->line_count - 1 : 0;
}

static void go_to(struct fact_view *view, size_t fact)
{
    for (size_t i = 0; i < view->line_count; i++)
        if (view->lines[i].fact <= fact && view->lines[i].first)
            view->cursor.at = i;
}

static void list_again(struct fact_view *view, int columns, size_t fact)
{
    drop_lines(view);
    make_lines(view, columns);
    go_to(view, fact);
}

static void fold(struct fact_view *view, int columns)
{
    size_t at = view->lines[view->cursor.at].fact;
    size_t heading = view->list.facts[at].heading ? at : above(&view->list, at);
    if (heading == SIZE_MAX)
        return;
    turn(view, heading);
    list_again(view, columns, heading);
}

/* All open, or if they are, all closed. */
static void fold_all(struct fact_view *view, int columns)
{
    bool open = false;
    size_t at = view->lines[view->cursor.at].fact;
    for (size_t i = 0; i < view->list.count; i++)
        open = open || (view->list.facts[i].heading && !is_open(view, i));
    for (size_t i = 0; i < view->list.count; i++)
        if (view->list.facts[i].heading && is_open(view, i) != open)
            turn(view, i);
    list_again(view, columns, at);
}

bool fact_view_act(struct fact_view *view, enum action_id action, int columns, int rows)
{
    make_lines(view, columns);
    if (!view->line_count)
        return false;
    switch (action) {
    case DO_UNFOLD:
        fold(view, columns);
        return true;
    case DO_UNFOLD_ALL:
        fold_all(view, columns);
        return true;
    default:
        return row_cursor_act(&view->cursor, view->line_count, action, rows);
    }
}

bool fact_view_click(struct fact_view *view, int row, int rows)
{
    return row_cursor_click(&view->cursor, view->line_count, row, rows);
}

static bool has_text(const void *context, size_t row, const char *text)
{
    const struct fact *fact = &((const struct fact_list *)context)->facts[row];
    return match_text(fact->name, text) || match_text(fact->value, text) ||
           match_text(fact->source, text);
}

/* Also what is folded away, which is opened then. */
bool fact_view_search(struct fact_view *view, const char *text, int columns, int step, bool here)
{
    make_lines(view, columns);
    struct row_cursor facts = {view->line_count ? view->lines[view->cursor.at].fact : 0, 0};
    if (!row_cursor_search(&facts, view->list.count, has_text, &view->list, text, step, here))
        return false;
    for (size_t at = above(&view->list, facts.at); at != SIZE_MAX; at = above(&view->list, at))
        if (!is_open(view, at))
            turn(view, at);
    list_again(view, columns, facts.at);
    return true;
}

void fact_view_copy(const struct fact_view *view, struct strbuf *out)
{
    if (!view->line_count)
        return;
    size_t at = view->lines[view->cursor.at].fact, end = at + 1;
    const struct fact_list *list = &view->list;
    while (list->facts[at].heading && end < list->count &&
           list->facts[end].level > list->facts[at].level)
        end++;
    for (; at < end; at++) {
        const struct fact *fact = &list->facts[at];
        strbuf_addf(out, "%s%s%s", fact->name, *fact->name && !fact->heading ? ": " : "",
                    fact->value);
        if (*fact->source)
            strbuf_addf(out, " [%s]", fact->source);
        strbuf_addc(out, '\n');
    }
}

const char *fact_view_source(const struct fact_view *view)
{
    return view->line_count ? view->list.facts[view->lines[view->cursor.at].fact].source : NULL;
}

/* ---- drawing ---- */

static void draw_heading(const struct fact_view *view, size_t at, int row, bool selected,
                         const char *search)
{
    const struct fact *fact = &view->list.facts[at];
    enum role role = row_cursor_draw(row, selected, ROLE_HEADING);
    char *name = safe_text(fact->name);
    bool found = !selected && search && *search && match_text(name, search);
    int column = 2 + 2 * (int)fact->level;
    screen_text(row, column, 2, role,
                is_open(view, at) ? screen_glyphs()->open : screen_glyphs()->closed);
    screen_text(row, column + 2, screen_columns() - column - 3, found ? ROLE_MATCH : role, name);
    free(name);
}

static void draw_source(const struct fact *fact, const struct columns *c, int row, bool selected)
{
    struct strbuf fitted = {0};
    char *safe = safe_text(fact->source);
    safe_text_fit_middle(&fitted, safe, SOURCE);
    if (fitted.data)
        screen_text(row, c->source, SOURCE, selected ? ROLE_SELECTION : ROLE_DIM, fitted.data);
    strbuf_free(&fitted);
    free(safe);
}

static const enum role weight_roles[] = {ROLE_NORMAL, ROLE_BUSY, ROLE_ERROR};

static void draw_fact(const struct fact_view *view, const struct fact_line *line,
                      const struct columns *c, int row, bool selected, const char *search)
{
    const struct fact *fact = &view->list.facts[line->fact];
    enum role role = row_cursor_draw(row, selected, weight_roles[fact->weight]);
    int indent = indent_of(fact);
    if (line->first && *fact->name) {
        struct strbuf fitted = {0};
        char *name = safe_text(fact->name);
        int room = c->value - 1 - indent;
        bool found = !selected && search && *search && match_text(name, search);
        safe_text_fit(&fitted, name, (size_t)(room > 0 ? room : 0));
        if (fitted.data)
            screen_text(row, indent, room,
                        found      ? ROLE_MATCH
                        : selected ? role
                                   : ROLE_DIM,
                        fitted.data);
        strbuf_free(&fitted);
        free(name);
    }
    bool found = !selected && search && *search && match_text(line->text, search);
    screen_text(row, value_at(fact, c), value_width(fact, c), found ? ROLE_MATCH : role,
                line->text);
    if (line->first && c->source && *fact->source)
        draw_source(fact, c, row, selected);
}

bool fact_view_is_at_end(const struct fact_view *view)
{
    return !view->line_count || view->cursor.at + 1 == view->line_count;
}

void fact_view_fit(struct fact_view *view, int rows)
{
    make_lines(view, screen_columns());
    row_cursor_fit(&view->cursor, view->line_count, rows);
}

void fact_view_draw(const struct fact_view *view, int top, int rows, const char *search)
{
    struct columns c = columns_of(view, screen_columns());
    for (int i = 0; i < rows && view->cursor.top + (size_t)i < view->line_count; i++) {
        size_t at = view->cursor.top + (size_t)i;
        const struct fact_line *line = &view->lines[at];
        bool selected = at == view->cursor.at;
        if (view->list.facts[line->fact].heading)
            draw_heading(view, line->fact, top + i, selected, search);
        else
            draw_fact(view, line, &c, top + i, selected, search);
    }
}
