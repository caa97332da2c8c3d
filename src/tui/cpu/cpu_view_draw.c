/* A metric has its label, a value for each place, its unit, and a bar or the course of its steps.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/pages/cpu_page.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "tui/cpu/cpu_map.h"
#include "tui/cpu/cpu_view.h"
#include "tui/term/screen.h"

enum { FIRST_ROW = 2, LEAST_LABEL = 18, MOST_LABEL = 48, LONG_LABEL = 64, MOST_SHOWN = 16 };
enum { VALUE = 11, WIDE_VALUE = 18, VERY_WIDE = 160 };
enum {
    CHART_ROWS = 6,
    LEAST_BAR = 6,
    INDENT = 4,
    COUNT = 19,
    NARROW_COUNT = 16,
    WIDE = 100,
    UNIT = 12,
    WIDE_UNIT = 20
};

struct place {
    int columns, rows, label, value, unit, bar; /* bar: its columns; 0: there is no room */
    size_t shown[MOST_SHOWN];                   /* places of the values */
    size_t count, hidden;                       /* hidden: places without room */
};

static void draw(int row, int column, int width, enum role role, const char *text)
{
    if (width > 0)
        screen_text(row, column, width, role, text);
}

static void draw_right(int row, int column, int width, enum role role, const char *text)
{
    const int own = (int)safe_text_width(text);
    draw(row, column + (own < width ? width - own : 0), own < width ? own : width, role, text);
}

static struct place place_for(const struct cpu_view *v)
{
    struct place p = {.columns = screen_columns(), .rows = screen_rows()};
    p.unit = p.columns < WIDE ? UNIT : WIDE_UNIT;
    p.value = p.columns < VERY_WIDE ? VALUE : WIDE_VALUE;
    const int room = (p.columns - 2 - p.unit - LEAST_LABEL) / p.value;
    const size_t most = room < 1 ? 1 : room > MOST_SHOWN ? MOST_SHOWN : (size_t)room;
    for (size_t i = 0; i < v->values.place_count; i++)
        if (!cpu_view_shows(v, &v->values.places[i]))
            continue;
        else if (p.count < most)
            p.shown[p.count++] = i;
        else
            p.hidden++;
    const int longest = p.columns < VERY_WIDE ? MOST_LABEL : LONG_LABEL;
    const int rest = p.columns - 2 - (int)p.count * p.value - p.unit;
    p.label = rest - LEAST_BAR - 1;
    p.label = p.label < LEAST_LABEL ? LEAST_LABEL : p.label > longest ? longest : p.label;
    p.bar = rest - p.label - 1 >= LEAST_BAR ? rest - p.label - 1 : 0;
    return p;
}

static void draw_title(const struct cpu_view *v, const struct place *p)
{
    struct strbuf text = {0}, right = {0};
    const size_t step = cpu_view_step(v);
    strbuf_adds(&text, " rooftop cpu  ");
    strbuf_adds(&text, v->run->machine ? v->run->machine : "counts of perf stat");
    if (v->live)
        strbuf_addf(&right, "%s ", v->paused ? "paused" : "counting");
    if (step != SIZE_MAX)
        strbuf_addf(&right, "%.1f s ", v->run->steps[step].at / 1e9);
    else if (!isnan(v->run->duration))
        strbuf_addf(&right, "%.3f s ", v->run->duration / 1e9);
    char *safe = safe_text(text.data);
    const int width = (int)safe_text_width(strbuf_text(&right));
    draw(0, 0, p->columns - width - 1, ROLE_TITLE, safe);
    draw(0, p->columns - width, width, ROLE_NORMAL, strbuf_text(&right));
    free(safe);
    strbuf_free(&text);
    strbuf_free(&right);
}

static void draw_heading(const struct cpu_view *v, const struct place *p)
{
    char *safe = safe_text(v->run->command ? v->run->command : "");
    const int first = p->label + 2;
    draw(1, 1, p->label, ROLE_DIM, safe);
    free(safe);
    for (size_t i = 0; i < p->count && !v->counts; i++) {
        struct strbuf name = {0};
        cpu_place_text(&name, v->run, &v->values.places[p->shown[i]]);
        draw_right(1, first + (int)i * p->value, p->value - 1, ROLE_DIM, name.data);
        strbuf_free(&name);
    }
    if (p->hidden && !v->counts) {
        char more[32];
        snprintf(more, sizeof more, "+%zu: s", p->hidden);
        draw(1, first + (int)p->count * p->value, p->unit, ROLE_DIM, more);
    }
}

/* What the metric's whole is: 100 for percentages, 1 for ratios; 0: it has none. */
static double whole_of(const struct cpu_metric *metric)
{
    return metric->unit[0] == '%' ? 100 : strcmp(metric->unit, "ratio") == 0 ? 1 : 0;
}

static bool value_at(const struct cpu_view *v, const struct cpu_metric *metric, size_t place,
                     size_t step, double *value)
{
    struct cpu_cell cell = {0};
    const bool good = cpu_value_of(v->run, metric, &v->values.places[place], step, &cell) &&
                      cell.absence == CPU_PRESENT;
    *value = good ? cell.value : NAN;
    return good;
}

/* The place whose course is drawn: the first that has the metric. */
static size_t course_place(const struct cpu_view *v, const struct place *p, size_t row)
{
    for (size_t i = 0; i < p->count; i++)
        if (cpu_values_cell(&v->values, row, p->shown[i]))
            return p->shown[i];
    return SIZE_MAX;
}

static double most_of(const struct cpu_view *v, const struct cpu_metric *metric, size_t place,
                      size_t from)
{
    double most = whole_of(metric), value;
    for (size_t i = from; i < v->run->step_count; i++)
        if (value_at(v, metric, place, i, &value) && value > most)
            most = value;
    return most;
}

/* The last steps as columns, in `height` rows of which `row` is drawn (0: the lowest). */
static void add_course(struct strbuf *text, const struct cpu_view *v,
                       const struct cpu_metric *metric, size_t place, size_t columns, int row,
                       int height)
{
    const struct glyphs *g = screen_glyphs();
    const size_t last = v->paused && v->held != SIZE_MAX ? v->held + 1 : v->run->step_count;
    const size_t from = last > columns ? last - columns : 0;
    const double most = most_of(v, metric, place, from);
    for (size_t i = from; i < last; i++) {
        double value;
        if (!value_at(v, metric, place, i, &value) || most <= 0) {
            strbuf_addc(text, ' ');
            continue;
        }
        const double steps =
            value / most * (double)g->level_count * height - (double)row * (double)g->level_count;
        if (steps < 0.5 && (row > 0 || value <= 0)) {
            strbuf_addc(text, ' ');
            continue;
        }
        size_t level = steps < 1 ? 0 : (size_t)steps - 1;
        level = level >= g->level_count ? g->level_count - 1 : level;
        strbuf_adds(text, g->levels[level]);
    }
}

static void draw_bar(const struct cpu_view *v, const struct place *p, size_t row, int y)
{
    const struct cpu_metric *metric = v->values.rows[row].chosen->metric;
    const size_t place = course_place(v, p, row);
    const struct cpu_cell *cell =
        place == SIZE_MAX ? NULL : cpu_values_cell(&v->values, row, place);
    struct strbuf bar = {0};
    enum role role = ROLE_BUSY;
    if (!p->bar || !cell)
        return;
    if (v->run->step_count > 1)
        add_course(&bar, v, metric, place, (size_t)p->bar, 0, 1);
    else if (whole_of(metric) > 0 && cell->absence == CPU_PRESENT)
        glyphs_bar(screen_glyphs(), &bar, cell->value / whole_of(metric), (size_t)p->bar);
    draw(y, p->columns - p->bar - 1, p->bar, role, strbuf_text(&bar));
    strbuf_free(&bar);
}

static void draw_metric(const struct cpu_view *v, const struct place *p, size_t row, int y,
                        bool selected)
{
    const struct cpu_metric *metric = v->values.rows[row].chosen->metric;
    struct strbuf label = {0}, fitted = {0};
    cpu_label_text(&label, metric);
    safe_text_fit(&fitted, label.data, (size_t)p->label - 2);
    draw(y, 2, p->label - 1, selected ? ROLE_SELECTION : ROLE_NORMAL, fitted.data);
    for (size_t i = 0; i < p->count; i++) {
        const struct cpu_cell *cell = cpu_values_cell(&v->values, row, p->shown[i]);
        struct strbuf text = {0};
        if (!cell)
            continue;
        cpu_cell_text(&text, cell);
        if ((int)text.length >= p->value) {
            /* Half a number would be another number. */
            strbuf_clear(&text);
            cpu_cell_short(&text, cell);
        }
        draw_right(y, p->label + 2 + (int)i * p->value, p->value - 1,
                   cell->absence == CPU_PRESENT ? ROLE_NORMAL : ROLE_DIM, text.data);
        strbuf_free(&text);
    }
    strbuf_clear(&fitted);
    safe_text_fit(&fitted, metric->unit, (size_t)p->unit - 1);
    draw(y, p->label + 2 + (int)p->count * p->value, p->unit - 1, ROLE_DIM, fitted.data);
    draw_bar(v, p, row, y);
    strbuf_free(&label);
    strbuf_free(&fitted);
}

static void draw_group(const struct cpu_view *v, const struct place *p, size_t row, int y,
                       bool selected, bool open)
{
    const struct glyphs *g = screen_glyphs();
    struct strbuf text = {0};
    size_t count = 0;
    char end[32];
    for (size_t i = row; i < v->values.row_count &&
                         v->values.rows[i].chosen->group == v->values.rows[row].chosen->group;
         i++)
        count++;
    strbuf_addf(&text, "%s %s ", open ? g->open : g->closed,
                v->values.rows[row].chosen->group->title);
    draw(y, 0, p->columns, selected ? ROLE_SELECTION : ROLE_HEADING, text.data);
    const int from = (int)safe_text_width(text.data);
    snprintf(end, sizeof end, " %zu", count);
    strbuf_clear(&text);
    for (int i = from; i < p->columns - (int)strlen(end) - 1; i++)
        strbuf_adds(&text, g->rule);
    draw(y, from, p->columns - from, ROLE_RULE, strbuf_text(&text));
    draw(y, p->columns - (int)strlen(end) - 1, (int)strlen(end), ROLE_DIM, end);
    strbuf_free(&text);
}

/* With separators where they have room: a part of a number would be another number. */
static void add_whole(struct strbuf *out, double count, int width)
{
    if (count >= 0 && count < 1e18)
        format_thousands(out, (unsigned long long)(count + 0.5));
    if (out->length && (int)out->length <= width)
        return;
    strbuf_clear(out);
    strbuf_addf(out, "%.0f", count);
    if ((int)out->length <= width)
        return;
    strbuf_clear(out);
    strbuf_addf(out, "%.6g", count);
}

static void draw_count(const struct cpu_view *v, const struct place *p, size_t which, int y,
                       bool selected)
{
    const struct cpu_count *count = &v->run->counts[which];
    const struct cpu_value value = cpu_run_value(v->run, which, cpu_view_step(v));
    const double share = cpu_value_share(&value);
    char text[16], *safe = safe_text(count->name);
    struct strbuf fitted = {0}, name = {0}, number = {0};
    strbuf_adds(&name, safe);
    if (count->socket != CPU_ANY_SOCKET && count->unit && !count->unit->of_machine)
        strbuf_addf(&name, ", socket %d", count->socket);
    const int width = p->columns - COUNT - 13 > 10 ? p->columns - COUNT - 13 : 10;
    safe_text_fit(&fitted, name.data, (size_t)width);
    draw(y, 2, width, selected ? ROLE_SELECTION : ROLE_NORMAL, fitted.data);
    if (value.state == CPU_COUNTED)
        add_whole(&number, value.value, COUNT);
    else
        strbuf_adds(&number, cpu_state_words[value.state]);
    draw_right(y, width + 3, COUNT, ROLE_NORMAL, number.data);
    if (!isnan(share)) {
        snprintf(text, sizeof text, "%6.1f %%", 100 * share);
        draw(y, width + 3 + COUNT, 9, ROLE_DIM, text);
    }
    strbuf_free(&number);
    free(safe);
    strbuf_free(&name);
    strbuf_free(&fitted);
}

static void draw_line(const struct cpu_view *v, const struct place *p, size_t at, int y)
{
    const struct cpu_line *line = &v->lines[at];
    const bool selected = at == v->cursor;
    struct strbuf text = {0};
    switch (line->kind) {
    case CPU_LINE_MAP:
        cpu_map_draw(v->run, cpu_view_step(v), (int)line->index, y, p->columns);
        break;
    case CPU_LINE_FINDING:
        strbuf_addf(&text, "%s %s", screen_glyphs()->finding, v->findings.list[line->index].title);
        if (v->findings.list[line->index].socket != CPU_ANY_SOCKET)
            strbuf_addf(&text, ", socket %d", v->findings.list[line->index].socket);
        draw(y, 0, p->columns, selected ? ROLE_SELECTION : ROLE_FINDING, text.data);
        break;
    case CPU_LINE_TEXT:
        draw(y, INDENT, p->columns - INDENT, selected ? ROLE_SELECTION : ROLE_DIM, line->text);
        break;
    case CPU_LINE_GROUP:
        draw_group(v, p, line->index, y, selected,
                   at + 1 < v->line_count && (v->lines[at + 1].kind == CPU_LINE_TEXT ||
                                              v->lines[at + 1].kind == CPU_LINE_METRIC));
        break;
    case CPU_LINE_METRIC:
        draw_metric(v, p, line->index, y, selected);
        break;
    case CPU_LINE_COUNT:
        draw_count(v, p, line->index, y, selected);
        break;
    case CPU_LINE_BLANK:
        break;
    }
    if (selected && (line->kind == CPU_LINE_MAP || line->kind == CPU_LINE_BLANK))
        draw(y, 0, 1, ROLE_SELECTION, screen_glyphs()->cursor);
    strbuf_free(&text);
}

static void draw_keys(const struct cpu_view *v, const struct place *p)
{
    int column = 1;
    if (v->message) {
        draw(p->rows - 1, 1, p->columns - 1, ROLE_ERROR, v->message);
        return;
    }
    for (size_t i = 0; i < cpu_key_row_count; i++) {
        const struct cpu_key_row *key = &cpu_key_rows[i];
        const size_t first = strcspn(key->keys, " ");
        char name[16];
        if (!key->brief || column + (int)first + 3 + (int)strlen(key->brief) > p->columns)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)first, key->keys);
        column += screen_text(p->rows - 1, column, p->columns - column, ROLE_KEY, name) + 1;
        column += screen_text(p->rows - 1, column, p->columns - column, ROLE_DIM, key->brief) + 2;
    }
}

static void draw_help(const struct place *p)
{
    draw(0, 1, p->columns - 1, ROLE_TITLE, "Keys of rooftop cpu (any key goes back)");
    for (size_t i = 0; i < cpu_key_row_count && (int)i + 2 < p->rows; i++) {
        draw((int)i + 2, 2, 10, ROLE_KEY, cpu_key_rows[i].keys);
        draw((int)i + 2, 13, p->columns - 13, ROLE_NORMAL, cpu_key_rows[i].help);
    }
    struct strbuf text = {0};
    strbuf_addf(&text, "In the boxes %s is what comes from memory or PCIe, %s what goes to it.",
                screen_glyphs()->up, screen_glyphs()->down);
    draw((int)cpu_key_row_count + 3, 2, p->columns - 2, ROLE_DIM, text.data);
    strbuf_free(&text);
}

/* Draws a text wrapped. Returns the row behind it. */
static int draw_wrapped(int row, int column, int width, enum role role, const char *text)
{
    for (const char *at = text; *at;) {
        const size_t length = safe_text_wrap(at, width > 8 ? (size_t)width : 8);
        struct strbuf line = {0};
        strbuf_add(&line, at, length);
        draw(row++, column, width, role, line.data);
        strbuf_free(&line);
        at += length;
        at += strspn(at, " ");
    }
    return row;
}

struct listing {
    const struct cpu_view *view;
    int row;
    const struct place *place;
    const struct cpu_event *seen[16];
    size_t count;
};

static double count_at(const struct cpu_view *v, const struct cpu_unit *unit,
                       const struct cpu_event *event, int socket)
{
    for (size_t i = 0; i < v->run->count; i++)
        if (v->run->counts[i].unit == unit && v->run->counts[i].event == event &&
            v->run->counts[i].socket == socket) {
            const struct cpu_value value = cpu_run_value(v->run, i, cpu_view_step(v));
            return value.state == CPU_COUNTED ? value.value : NAN;
        }
    return NAN;
}

static void list_event(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    struct listing *l = context;
    char text[160];
    for (size_t i = 0; i < l->count; i++)
        if (l->seen[i] == event)
            return;
    if (l->count == sizeof l->seen / sizeof *l->seen)
        return;
    l->seen[l->count++] = event;
    snprintf(text, sizeof text, "%-28s 0x%-10llx", event->name, (unsigned long long)event->id);
    draw(l->row, INDENT, l->place->columns - INDENT, ROLE_NORMAL, text);
    int column = INDENT + 42;
    for (size_t i = 0; i < l->place->count; i++) {
        const double value =
            count_at(l->view, unit, event, l->view->values.places[l->place->shown[i]].socket);
        if (isnan(value))
            continue;
        struct strbuf number = {0};
        add_whole(&number, value, NARROW_COUNT);
        draw_right(l->row, column, NARROW_COUNT, ROLE_NORMAL, number.data);
        strbuf_free(&number);
        column += NARROW_COUNT + 1;
    }
    draw(l->row, column + 1, l->place->columns - column - 2, ROLE_DIM, event->text);
    l->row++;
}

static void draw_explanation(const struct cpu_view *v, const struct place *p)
{
    const size_t row = cpu_view_row(v);
    if (row == SIZE_MAX)
        return;
    const struct cpu_metric *metric = v->values.rows[row].chosen->metric;
    struct strbuf text = {0};
    const size_t place = course_place(v, p, row);
    strbuf_addf(&text, "%s (any key goes back)", metric->label);
    draw(0, 1, p->columns - 1, ROLE_TITLE, text.data);
    int y = draw_wrapped(2, 2, p->columns - 4, ROLE_NORMAL, metric->text);
    strbuf_clear(&text);
    strbuf_addf(&text, "%s%s of %s", metric->id,
                cpu_is_beyond_guide(metric) ? ", a metric of rooftop's own," : "",
                metric->its->text);
    y = draw_wrapped(y + 1, 2, p->columns - 4, ROLE_DIM, text.data);
    strbuf_clear(&text);
    strbuf_addf(&text, "= %s", metric->formula);
    y = draw_wrapped(y + 1, 2, p->columns - 4, ROLE_HEADING, text.data);
    struct listing listing = {.view = v, .row = y + 1, .place = p};
    cpu_metric_events(v->run->catalog, metric, list_event, &listing);
    y = listing.row + 1;
    for (int i = 0; i < CHART_ROWS && v->run->step_count > 1 && place != SIZE_MAX; i++) {
        strbuf_clear(&text);
        add_course(&text, v, metric, place, (size_t)(p->columns - 8), CHART_ROWS - 1 - i,
                   CHART_ROWS);
        draw(y + i, INDENT, p->columns - INDENT, ROLE_BUSY, strbuf_text(&text));
    }
    strbuf_free(&text);
}

void cpu_view_draw(const struct cpu_view *v)
{
    const struct place p = place_for(v);
    screen_clear();
    screen_cursor(0, 0, false);
    if (v->help) {
        draw_help(&p);
    } else if (v->explains) {
        draw_explanation(v, &p);
    } else {
        draw_title(v, &p);
        draw_heading(v, &p);
        for (size_t i = v->top; i < v->line_count && FIRST_ROW + (int)(i - v->top) < p.rows - 1;
             i++)
            draw_line(v, &p, i, FIRST_ROW + (int)(i - v->top));
        draw_keys(v, &p);
    }
    screen_refresh();
}
