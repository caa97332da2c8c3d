#include "tui/cpu/cpu_view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/pages/cpu_page.h"
#include "cpu/values/cpu_turns.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/cpu/cpu_map.h"

enum { FRAME_ROWS = 3, INDENT = 4 };

void cpu_view_open(struct cpu_view *v, const struct cpu_run *run, const struct cpu_choice *choice)
{
    *v = (struct cpu_view){.run = run,
                           .choice = choice,
                           .socket = CPU_ANY_SOCKET,
                           .held = SIZE_MAX,
                           .open = 1,
                           .interval = NAN};
}

static void drop_values(struct cpu_view *v)
{
    if (v->made) {
        cpu_values_free(&v->values);
        cpu_findings_free(&v->findings);
    }
    v->made = false;
}

static void drop_lines(struct cpu_view *v)
{
    for (size_t i = 0; i < v->line_count; i++)
        free(v->lines[i].text);
    v->line_count = 0;
}

void cpu_view_close(struct cpu_view *v)
{
    drop_values(v);
    drop_lines(v);
    free(v->lines);
    free(v->message);
}

void cpu_view_changed(struct cpu_view *v)
{
    if (!v->paused)
        drop_values(v);
}

size_t cpu_view_step(const struct cpu_view *v)
{
    if (v->paused)
        return v->held;
    return (v->now || v->live) && v->run->step_count ? v->run->step_count - 1 : SIZE_MAX;
}

bool cpu_view_shows(const struct cpu_view *v, const struct cpu_place *place)
{
    return v->socket == CPU_ANY_SOCKET || place->socket == v->socket ||
           place->socket == CPU_ANY_SOCKET;
}

static void add(struct cpu_view *v, enum cpu_line_kind kind, size_t index, char *text)
{
    mem_grow(&v->lines, v->line_count, &v->line_capacity, sizeof *v->lines);
    v->lines[v->line_count++] = (struct cpu_line){kind, index, text};
}

static void add_text(struct cpu_view *v, const char *text, int columns)
{
    char *safe = safe_text(text);
    const size_t width = columns > 2 * INDENT ? (size_t)(columns - 2 * INDENT) : 8;
    for (const char *at = safe; *at;) {
        const size_t length = safe_text_wrap(at, width);
        add(v, CPU_LINE_TEXT, 0, mem_strndup(at, length));
        at += length;
        at += strspn(at, " ");
    }
    free(safe);
}

static size_t group_bit(const struct cpu_view *v, const struct cpu_group *group)
{
    for (size_t i = 0; i < v->run->catalog->group_count && i < 63; i++)
        if (v->run->catalog->groups[i] == group)
            return (size_t)1 << i;
    return (size_t)1 << 63;
}

static size_t finding_bit(size_t finding)
{
    return (size_t)1 << (finding < 63 ? finding : 63);
}

static void add_groups(struct cpu_view *v, int columns)
{
    const struct cpu_group *last = NULL;
    for (size_t i = 0; i < v->values.row_count; i++) {
        const struct cpu_group *group = v->values.rows[i].chosen->group;
        const bool open = v->open & group_bit(v, group);
        if (group != last) {
            add(v, CPU_LINE_GROUP, i, NULL);
            if (open)
                add_text(v, group->text, columns);
        }
        last = group;
        if (open)
            add(v, CPU_LINE_METRIC, i, NULL);
    }
}

/* Whether the kernel does not let the user count something. */
static bool is_denied(const struct cpu_run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].total.state == CPU_NOT_PERMITTED)
            return true;
    return false;
}

static void add_run_notes(struct cpu_view *v, int columns)
{
    for (size_t i = 0; i < v->run->note_count; i++)
        add_text(v, v->run->notes[i], columns);
}

static void add_notes(struct cpu_view *v, int columns)
{
    add(v, CPU_LINE_BLANK, 0, NULL);
    if (!is_denied(v->run))
        add_run_notes(v, columns);
    if (cpu_has_machine_counts(v->run))
        add_text(v, cpu_machine_words, columns);
    struct strbuf turns = {0};
    cpu_turns_text(&turns, v->run);
    if (turns.length)
        add_text(v, turns.data, columns);
    strbuf_free(&turns);
    if (cpu_has_estimates(&v->values))
        add_text(v, cpu_estimate_words, columns);
    if (cpu_has_own(&v->values) && !v->counts)
        add_text(v, cpu_own_words, columns);
}

static void make_lines(struct cpu_view *v, int columns)
{
    drop_lines(v);
    if (is_denied(v->run)) /* what to do about it comes first */
        add_run_notes(v, columns);
    for (int i = 0; i < cpu_map_rows(v->run, columns) && !v->counts; i++)
        add(v, CPU_LINE_MAP, (size_t)i, NULL);
    for (size_t i = 0; i < v->findings.count && !v->counts; i++) {
        add(v, CPU_LINE_FINDING, i, NULL);
        if (v->told & finding_bit(i))
            add_text(v, v->findings.list[i].text, columns);
    }
    for (size_t i = 0; i < v->run->count && v->counts; i++)
        add(v, CPU_LINE_COUNT, i, NULL);
    if (!v->counts)
        add_groups(v, columns);
    add_notes(v, columns);
}

void cpu_view_fit(struct cpu_view *v, int columns, int rows)
{
    const size_t shown = rows > FRAME_ROWS ? (size_t)(rows - FRAME_ROWS) : 1;
    if (!v->made) {
        cpu_values_make(&v->values, v->run, v->choice, cpu_view_step(v));
        cpu_findings_make(&v->findings, v->run);
        v->made = true;
    }
    make_lines(v, columns);
    if (v->cursor >= v->line_count)
        v->cursor = v->line_count ? v->line_count - 1 : 0;
    if (v->cursor < v->top)
        v->top = v->cursor;
    if (v->cursor >= v->top + shown)
        v->top = v->cursor - shown + 1;
}

size_t cpu_view_row(const struct cpu_view *v)
{
    const struct cpu_line *line = v->cursor < v->line_count ? &v->lines[v->cursor] : NULL;
    return line && line->kind == CPU_LINE_METRIC ? line->index : SIZE_MAX;
}

void cpu_view_say(struct cpu_view *v, const char *format, ...)
{
    va_list arguments;
    free(v->message);
    va_start(arguments, format);
    if (vasprintf(&v->message, format, arguments) < 0)
        v->message = NULL;
    va_end(arguments);
}

/* Lines that a cursor can stand on; on a small screen every line must be reached, so all are. */
static void move(struct cpu_view *v, long by)
{
    const long last = v->line_count ? (long)v->line_count - 1 : 0;
    long to = (long)v->cursor + by;
    to = to < 0 ? 0 : to > last ? last : to;
    v->cursor = (size_t)to;
}

static void open_line(struct cpu_view *v)
{
    const struct cpu_line *line = v->cursor < v->line_count ? &v->lines[v->cursor] : NULL;
    if (line && line->kind == CPU_LINE_GROUP)
        v->open ^= group_bit(v, v->values.rows[line->index].chosen->group);
    else if (line && line->kind == CPU_LINE_METRIC)
        v->explains = true;
    else if (line && line->kind == CPU_LINE_FINDING)
        v->told ^= finding_bit(line->index);
    else
        cpu_view_say(v, "this opens findings and groups and explains metrics: move to one of them");
}

static void next_socket(struct cpu_view *v)
{
    const int last = (int)v->run->sockets - 1;
    if (last < 1)
        cpu_view_say(v, "there is only one socket");
    else
        v->socket = v->socket >= last ? CPU_ANY_SOCKET : v->socket + 1;
}

static void pause_view(struct cpu_view *v)
{
    v->held = cpu_view_step(v);
    v->paused = !v->paused;
    drop_values(v);
}

static void toggle_now(struct cpu_view *v)
{
    if (v->run->step_count)
        v->now = !v->now;
    else
        cpu_view_say(v, "there are no steps: --interval makes them");
    drop_values(v);
}

static void change_interval(struct cpu_view *v, double factor)
{
    if (!v->live || isnan(v->interval)) {
        cpu_view_say(v, "nothing is counted at this moment");
        return;
    }
    v->interval *= factor;
    v->interval = v->interval < 0.1 ? 0.1 : v->interval > 60 ? 60 : v->interval;
    cpu_view_say(v, "a step each %.1f s", v->interval);
}

static void explain(struct cpu_view *v)
{
    v->explains = cpu_view_row(v) != SIZE_MAX;
    if (!v->explains)
        cpu_view_say(v, "this explains metrics: move to one of them");
}

void cpu_view_act(struct cpu_view *v, enum cpu_action action, int columns, int rows)
{
    (void)columns;
    free(v->message);
    v->message = NULL;
    switch (action) {
    case CPU_UP:
    case CPU_DOWN:
        move(v, action == CPU_UP ? -1 : 1);
        break;
    case CPU_PAGE_UP:
    case CPU_PAGE_DOWN:
        move(v, action == CPU_PAGE_UP ? FRAME_ROWS - rows : rows - FRAME_ROWS);
        break;
    case CPU_FIRST:
    case CPU_LAST:
        move(v, action == CPU_FIRST ? -(long)v->line_count : (long)v->line_count);
        break;
    case CPU_OPEN:
        open_line(v);
        break;
    case CPU_ALL:
        v->open = v->open == SIZE_MAX ? 0 : SIZE_MAX;
        v->told = v->open;
        break;
    case CPU_METRIC_HELP:
        explain(v);
        break;
    case CPU_COUNTS:
        v->counts = !v->counts;
        v->cursor = v->top = 0;
        break;
    case CPU_SOCKETS:
        next_socket(v);
        break;
    case CPU_NOW:
        toggle_now(v);
        break;
    case CPU_PAUSE:
        pause_view(v);
        break;
    case CPU_SLOWER:
    case CPU_FASTER:
        change_interval(v, action == CPU_SLOWER ? 2 : 0.5);
        break;
    case CPU_AGAIN:
        v->again = v->run->command && !v->live && !isnan(v->interval);
        v->quit = v->again;
        if (!v->again)
            cpu_view_say(v, "there is nothing to count again");
        break;
    case CPU_HELP:
        v->help = true;
        break;
    case CPU_QUIT:
        v->quit = true;
        break;
    case CPU_NOTHING:
        break;
    }
}

void cpu_view_key(struct cpu_view *v, int key, int columns, int rows)
{
    if (v->help || v->explains)
        v->help = v->explains = false;
    else
        cpu_view_act(v, cpu_key_action(key), columns, rows);
    cpu_view_fit(v, columns, rows);
}
