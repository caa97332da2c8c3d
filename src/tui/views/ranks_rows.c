#include "tui/views/ranks_rows.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

/* NAME_LEAST: of the column with the names, which gets what is left. From the column EXTRA on, the
 * others only stand beside names of NAME_GOOD columns. */
enum { MARK = 2, GAP = 2, NAME_LEAST = 14, NAME_GOOD = 36, EXTRA = 6, CELL_MOST = 24 };

/* Columns of a table in the order in which they get room; the first one has the names. */
static const struct table {
    size_t columns;
    const char *const *headings;
    const bool *numbers;
    size_t order[RANK_KERNEL_COLUMNS];
} tables[RANKS_TABLES] = {
    [RANKS_OF_PARTS] = {RANK_COLUMNS,
                        rank_columns,
                        rank_is_number,
                        {RANK_LABEL, RANK_RATIO, RANK_TIME, RANK_CLOCK, RANK_RESULTS}},
    [RANKS_OF_KERNELS] = {RANK_KERNEL_COLUMNS,
                          rank_kernel_columns,
                          rank_kernel_is_number,
                          {RANK_KERNEL_NAME, RANK_KERNEL_LONGER, RANK_KERNEL_LOSS, RANK_KERNEL_ON,
                           RANK_KERNEL_SLOWEST, RANK_KERNEL_USUAL, RANK_KERNEL_LAUNCHES,
                           RANK_KERNEL_RANKS, RANK_KERNEL_GRID, RANK_KERNEL_BLOCK}}};

const char *ranks_heading(enum ranks_table_id table, size_t column)
{
    return tables[table].headings[column];
}

bool ranks_is_number(enum ranks_table_id table, size_t column)
{
    return tables[table].numbers[column];
}

static struct ranks_row *add(struct ranks_rows *rows, struct ranks_row row)
{
    mem_grow(&rows->items, rows->count, &rows->capacity, sizeof *rows->items);
    rows->items[rows->count] = row;
    return &rows->items[rows->count++];
}

static void add_finding(struct ranks_rows *rows, const struct rank_spread *spread, size_t at)
{
    char *raw = rank_finding_text(spread, &spread->findings[at], false), *text = safe_text(raw);
    const int room = rows->columns - 2 * MARK - 1;
    bool first = true;
    for (const char *rest = text; *rest;) {
        size_t length = safe_text_wrap(rest, room > 1 ? (size_t)room : 1);
        add(rows, (struct ranks_row){.kind = RANKS_FINDING,
                                     .item = at,
                                     .first = first,
                                     .text = mem_strndup(rest, length)});
        for (rest += length; *rest == ' ';)
            rest++;
        first = false;
    }
    free(text);
    free(raw);
}

static void add_row(struct ranks_rows *rows, const struct rank_spread *spread,
                    enum ranks_table_id table, size_t item)
{
    char *raw[RANK_KERNEL_COLUMNS] = {NULL};
    char **cells = mem_alloc(tables[table].columns * sizeof *cells);
    if (table == RANKS_OF_PARTS)
        rank_cells(&spread->parts[item], false, raw);
    else
        rank_kernel_cells(spread, &spread->kernels[item], false, raw);
    for (size_t i = 0; i < tables[table].columns; i++) {
        cells[i] = safe_text(raw[i]);
        free(raw[i]);
    }
    add(rows, (struct ranks_row){.kind = RANKS_ROW, .table = table, .item = item, .cells = cells});
}

static void add_table(struct ranks_rows *rows, const struct rank_spread *spread,
                      enum ranks_table_id table, const char *title, size_t count)
{
    if (rows->count)
        add(rows, (struct ranks_row){.kind = RANKS_GAP});
    add(rows, (struct ranks_row){.kind = RANKS_TITLE, .text = mem_strdup(title)});
    add(rows, (struct ranks_row){.kind = RANKS_HEADINGS, .table = table});
    for (size_t i = 0; i < count; i++)
        add_row(rows, spread, table, i);
}

static int widest(const struct ranks_rows *rows, enum ranks_table_id table, size_t column)
{
    int width = (int)safe_text_width(ranks_heading(table, column));
    for (size_t i = 0; i < rows->count; i++) {
        const struct ranks_row *row = &rows->items[i];
        if (row->kind != RANKS_ROW || row->table != table)
            continue;
        int own = (int)safe_text_width(row->cells[column]);
        width = own > width ? own : width;
    }
    return width;
}

static void lay_out(struct ranks_rows *rows, enum ranks_table_id id)
{
    const struct table *table = &tables[id];
    struct ranks_layout *layout = &rows->layouts[id];
    const size_t name = table->order[0];
    const int whole = widest(rows, id, name), good = whole < NAME_GOOD ? whole : NAME_GOOD;
    int room = rows->columns - 2 * MARK - 1, at = 2 * MARK;
    *layout = (struct ranks_layout){.columns = table->columns};
    layout->width[name] = whole < NAME_LEAST ? whole : NAME_LEAST;
    room -= layout->width[name];
    for (size_t i = 1; i < table->columns; i++) {
        int width = widest(rows, id, table->order[i]);
        width = width > CELL_MOST ? CELL_MOST : width;
        /* The first one that has no room ends it, so that the order tells what is seen. */
        const int more = i < EXTRA ? 0 : good - layout->width[name];
        if (room < width + GAP + (more > 0 ? more : 0))
            break;
        layout->width[table->order[i]] = width;
        room -= width + GAP;
    }
    if (room > 0)
        layout->width[name] +=
            room < whole - layout->width[name] ? room : whole - layout->width[name];
    for (size_t i = 0; i < table->columns; i++) {
        layout->start[i] = at;
        at += layout->width[i] ? layout->width[i] + GAP : 0;
    }
}

void ranks_rows_make(struct ranks_rows *rows, const struct rank_spread *spread, int columns)
{
    ranks_rows_free(rows);
    rows->columns = columns;
    for (size_t i = 0; i < spread->finding_count; i++)
        add_finding(rows, spread, i);
    add_table(rows, spread, RANKS_OF_PARTS, "Ranks", spread->part_count);
    add_table(rows, spread, RANKS_OF_KERNELS, rank_kernels_title, spread->kernel_count);
    for (int i = 0; i < RANKS_TABLES; i++)
        lay_out(rows, (enum ranks_table_id)i);
}

void ranks_rows_free(struct ranks_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        struct ranks_row *row = &rows->items[i];
        for (size_t j = 0; row->cells && j < tables[row->table].columns; j++)
            free(row->cells[j]);
        free(row->cells);
        free(row->text);
    }
    free(rows->items);
    *rows = (struct ranks_rows){0};
}
