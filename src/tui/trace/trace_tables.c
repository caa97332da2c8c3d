#include "tui/trace/trace_tables.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/trace_pages/trace_print.h"

/* A page may have several tables. */
static const struct {
    const char *word;
    enum trace_page page;
    size_t table;
} known[] = {
    {"findings", TRACE_PAGE_SUMMARY, 1},
    {"kernels", TRACE_PAGE_KERNELS, 0},
    {"gaps", TRACE_PAGE_GAPS, 1},
    {"causes", TRACE_PAGE_GAPS, 0},
    {"copies", TRACE_PAGE_COPIES, 0},
    {"fills", TRACE_PAGE_FILLS, 0},
    {"api", TRACE_PAGE_API, 0},
    {"launches", TRACE_PAGE_LAUNCHES, 0},
    {"sync", TRACE_PAGE_SYNC, 0},
    {"nvtx", TRACE_PAGE_NVTX, 0},
    {"overlap", TRACE_PAGE_OVERLAP, 0},
    {"streams", TRACE_PAGE_STREAMS, 0},
    {"um", TRACE_PAGE_UM, 0},
    {"memory", TRACE_PAGE_MEMORY, 0},
    {"graphs", TRACE_PAGE_GRAPHS, 0},
    {"device-graphs", TRACE_PAGE_GRAPHS, 1},
    {"overhead", TRACE_PAGE_OVERHEAD, 0},
    {"ranks", TRACE_PAGE_RANKS, 0},
    {"cpu", TRACE_PAGE_CPU, 0},
    {"jit", TRACE_PAGE_JIT, 0},
    {"env", TRACE_PAGE_ENVIRONMENT, 0},
    {"throttling", TRACE_PAGE_ENVIRONMENT, 1},
    {"decompress", TRACE_PAGE_DECOMPRESSIONS, 0},
    {"summary", TRACE_PAGE_SUMMARY, 0},
};
_Static_assert(sizeof known / sizeof *known == TRACE_TABLES, "each table has a word");

/* A table is made anew such that it takes one part of so many of the time. */
enum { SHARE = 5 };

const char *trace_tables_word(size_t which)
{
    return known[which].word;
}

void trace_tables_open(struct trace_tables *tables)
{
    *tables = (struct trace_tables){.sort = SIZE_MAX};
}

static void drop(struct trace_tables *t)
{
    trace_table_free(t->table);
    free(t->order);
    t->table = NULL;
    t->order = NULL;
}

void trace_tables_close(struct trace_tables *tables)
{
    drop(tables);
}

static const struct trace_cell *cell(const struct trace_tables *t, size_t shown, size_t column)
{
    return trace_table_cell(t->table, t->order[shown], column);
}

static void measure(struct trace_tables *t)
{
    for (size_t i = 0; i < t->table->column_count; i++) {
        const struct trace_heading *heading = &t->table->columns[i];
        t->widths[i] = safe_text_width(heading->title);
        for (size_t row = 0; row < t->table->rows; row++) {
            struct strbuf text = {0};
            strbuf_adds(&text, "");
            trace_cell_text(&text, heading->unit, trace_table_cell(t->table, row, i));
            const size_t width = safe_text_width(text.data);
            t->widths[i] = width > t->widths[i] ? width : t->widths[i];
            strbuf_free(&text);
        }
    }
}

/* Values that are not there come last in both directions. */
static int compare(const void *a, const void *b, void *context)
{
    const struct trace_tables *t = context;
    const size_t first = *(const size_t *)a, second = *(const size_t *)b;
    const struct trace_cell *x = trace_table_cell(t->table, first, t->sort),
                            *y = trace_table_cell(t->table, second, t->sort);
    int order;
    if (t->table->columns[t->sort].unit == UNIT_TEXT) {
        order = strcmp(x->text ? x->text : "", y->text ? y->text : "");
    } else if (isnan(x->number) || isnan(y->number)) {
        order = isnan(x->number) - isnan(y->number);
        return order ? order : (first > second) - (first < second);
    } else {
        order = (x->number < y->number) - (x->number > y->number);
    }
    order = t->reverse ? -order : order;
    return order ? order : (first > second) - (first < second);
}

static void sort(struct trace_tables *t)
{
    const size_t rows = t->table->rows;
    for (size_t i = 0; i < rows; i++)
        t->order[i] = t->sort == SIZE_MAX && t->reverse ? rows - 1 - i : i;
    if (t->sort < t->table->column_count && rows)
        qsort_r(t->order, rows, sizeof *t->order, compare, t);
}

/* What names a row: its first text, or its first number. */
static char *name_of(const struct trace_tables *t, size_t shown)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    trace_cell_text(&text, t->table->columns[0].unit, cell(t, shown, 0));
    return strbuf_detach(&text);
}

static void go_to_name(struct trace_tables *t, const char *name)
{
    for (size_t i = 0; i < t->table->rows; i++) {
        char *other = name_of(t, i);
        const bool same = strcmp(name, other) == 0;
        free(other);
        if (same) {
            t->cursor.at = i;
            return;
        }
    }
}

bool trace_tables_are_due(const struct trace_tables *t, bool ended)
{
    return !t->table || (t->stale && (ended || nanoseconds() - t->made >= t->cost * SHARE));
}

void trace_tables_make(struct trace_tables *t, const struct trace_view *view)
{
    const int64_t now = nanoseconds();
    struct trace_table *made[TRACE_MOST_TABLES] = {0};
    const size_t count = trace_page_make(view, known[t->which].page, made);
    char *name = t->table && t->cursor.at < t->table->rows ? name_of(t, t->cursor.at) : NULL;
    drop(t);
    for (size_t i = 0; i < count; i++)
        if (i != known[t->which].table)
            trace_table_free(made[i]);
    t->table = made[known[t->which].table];
    if (!t->table) { /* the page has this table only if there is something in it */
        t->table = trace_table_new(trace_page_names[known[t->which].page], "");
        trace_table_column(t->table, "", "", UNIT_TEXT);
    }
    t->order = mem_alloc((t->table->rows + 1) * sizeof *t->order);
    measure(t);
    sort(t);
    if (name)
        go_to_name(t, name);
    free(name);
    t->stale = false;
    t->made = nanoseconds();
    t->cost = t->made - now;
}

void trace_tables_show(struct trace_tables *tables, size_t which)
{
    if (which == tables->which)
        return;
    trace_tables_close(tables);
    trace_tables_open(tables);
    tables->which = which;
}

void trace_tables_step(struct trace_tables *tables, int step)
{
    trace_tables_show(tables, (tables->which + TRACE_TABLES + (size_t)step) % TRACE_TABLES);
}

bool trace_tables_find(struct trace_tables *tables, const char *word)
{
    size_t found = TRACE_TABLES, count = 0;
    for (size_t i = 0; i < TRACE_TABLES && *word; i++) {
        if (strcmp(known[i].word, word) == 0) {
            trace_tables_show(tables, i);
            return true;
        }
        if (strncmp(known[i].word, word, strlen(word)) == 0) {
            found = i;
            count++;
        }
    }
    if (count == 1)
        trace_tables_show(tables, found);
    return count == 1;
}

static void sort_again(struct trace_tables *t)
{
    char *name = t->cursor.at < t->table->rows ? name_of(t, t->cursor.at) : NULL;
    sort(t);
    if (name)
        go_to_name(t, name);
    free(name);
}

void trace_tables_sort(struct trace_tables *t)
{
    if (!t->table)
        return;
    t->sort = t->sort == SIZE_MAX ? 0 : t->sort + 1;
    t->reverse = false;
    if (t->sort >= t->table->column_count)
        t->sort = SIZE_MAX;
    sort_again(t);
}

void trace_tables_reverse(struct trace_tables *t)
{
    if (!t->table)
        return;
    t->reverse = !t->reverse;
    sort_again(t);
}

void trace_tables_sort_text(const struct trace_tables *t, struct strbuf *out)
{
    if (!t->table || t->sort == SIZE_MAX) {
        strbuf_adds(out,
                    t->reverse ? "the order of the page, turned around" : "the order of the page");
        return;
    }
    const struct trace_heading *heading = &t->table->columns[t->sort];
    const bool text = heading->unit == UNIT_TEXT;
    strbuf_addf(out, "%s, %s", heading->title,
                text ? (t->reverse ? "from Z to A" : "from A to Z")
                     : (t->reverse ? "the smallest first" : "the largest first"));
}

static bool has_text(const void *context, size_t row, const char *text)
{
    const struct trace_tables *t = context;
    for (size_t i = 0; i < t->table->column_count; i++) {
        const char *shown = cell(t, row, i)->text;
        if (shown && strcasestr(shown, text))
            return true;
    }
    return false;
}

bool trace_tables_search(struct trace_tables *t, const char *text)
{
    return t->table && *text &&
           row_cursor_search(&t->cursor, t->table->rows, has_text, t, text, 1, false);
}

struct trace_spot trace_tables_spot(const struct trace_tables *t)
{
    return t->table && t->cursor.at < t->table->rows
               ? trace_table_spot(t->table, t->order[t->cursor.at])
               : (struct trace_spot){.form = SPOT_NONE};
}
