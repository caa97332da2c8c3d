#include "code_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_title.h"
#include "fit_apart.h"
#include "mem.h"
#include "safe_text.h"
#include "short_number.h"

/* Bytes of a sector, threads of a warp. */
enum { SECTOR = 32, WARP = 32 };

static const char stall_prefix[] = "smsp__pcsamp_warps_issue_stalled_";
static const char sample_count[] = "smsp__pcsamp_sample_count";
static const char not_issued[] = "_not_issued";

/* The columns that come first, in this order; of one title the first one that the result has. */
static const struct {
    enum code_kind kind;
    const char *title, *metric, *over;
    double factor;
    int width;
} first[] = {
    {CODE_SUM, "Samples", "group:smsp__pcsamp_warp_stall_reasons", NULL, 1, 7},
    {CODE_SUM, "Samples", sample_count, NULL, 1, 7},
    {CODE_STALL, "Stall", NULL, NULL, 1, 14},
    {CODE_SUM, "Inst", "inst_executed", NULL, 1, 5},
    {CODE_THREADS, "Thr/inst", "thread_inst_executed", "inst_executed", 1, 8},
    {CODE_SUM, "L2 bytes", "memory_l2_theoretical_sectors_global", NULL, SECTOR, 8},
    {CODE_SUM, "Excess", "derived__memory_l2_theoretical_sectors_global_excessive", NULL, 1, 6},
    {CODE_SUM, "Sh excess", "derived__memory_l1_wavefronts_shared_excessive", NULL, 1, 9},
    {CODE_THREADS, "True/inst", "thread_inst_executed_true", "inst_executed", 1, 9},
};

/* What cannot be added up. */
static const char *const averages[] = {"derived__avg_", "derived__derivative_",
                                       "derived__memory_l1_conflicts_shared_nway"};

static bool has_number(const struct source_metrics *metrics, const struct source_column *column)
{
    for (size_t i = 0; column && i < metrics->instructions; i++)
        if (column->numbers[i] != 0)
            return true;
    return false;
}

/* What is shown: a result's metrics, and those that it is compared with, or NULL. */
struct compared {
    const struct source_metrics *now, *before;
};

/* Whether it is anything but 0, or was. */
static bool has_any(const struct compared *metrics, const struct source_column *column)
{
    return has_number(metrics->now, column) ||
           (metrics->before &&
            has_number(metrics->before, source_metrics_find(metrics->before, column->metric)));
}

static bool is_stall(const char *metric)
{
    size_t length = strlen(metric), end = sizeof not_issued - 1;
    return strncmp(metric, stall_prefix, sizeof stall_prefix - 1) == 0 &&
           (length < end || strcmp(metric + length - end, not_issued) != 0);
}

static bool is_average(const char *metric)
{
    for (size_t i = 0; i < sizeof averages / sizeof *averages; i++)
        if (strncmp(metric, averages[i], strlen(averages[i])) == 0)
            return true;
    return false;
}

static struct code_column *add(struct code_columns *columns, const struct code_column *column)
{
    mem_grow(&columns->items, columns->count, &columns->capacity, sizeof *columns->items);
    columns->items[columns->count] = *column;
    return &columns->items[columns->count++];
}

static bool has_title(const struct code_columns *columns, const char *title)
{
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].title, title) == 0)
            return true;
    return false;
}

static void add_first(struct code_columns *columns, const struct compared *metrics, size_t i)
{
    const struct source_column *of =
        first[i].metric ? source_metrics_find(metrics->now, first[i].metric) : NULL;
    const struct source_column *over =
        first[i].over ? source_metrics_find(metrics->now, first[i].over) : NULL;
    bool there = first[i].kind == CODE_STALL
                     ? columns->stall_count
                     : of && has_any(metrics, of) && (over || !first[i].over);
    if (!there || has_title(columns, first[i].title))
        return;
    struct code_column column = {.kind = first[i].kind,
                                 .leads = true,
                                 .label = of ? of->label : "Warp stalls",
                                 .of = of,
                                 .over = over,
                                 .factor = first[i].factor,
                                 .width = first[i].width};
    snprintf(column.title, sizeof column.title, "%s", first[i].title);
    add(columns, &column);
}

static bool is_shown(const struct code_columns *columns, const struct source_column *of)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->items[i].of == of)
            return true;
    return false;
}

static void add_other(struct code_columns *columns, const struct compared *metrics,
                      const struct source_column *of)
{
    /* The number of samples is the sum over what they wait for. */
    bool again = strcmp(of->metric, sample_count) == 0 && has_title(columns, "Samples");
    if (again || is_shown(columns, of) || !has_any(metrics, of))
        return;
    struct code_column column = {.kind = of->codes                ? CODE_NAMES
                                         : is_average(of->metric) ? CODE_MOST
                                                                  : CODE_SUM,
                                 .label = of->label,
                                 .of = of,
                                 .factor = 1};
    add(columns, &column);
}

/* Bytes of a text that fit into so many, of whole characters. */
static size_t whole(const char *text, size_t most)
{
    size_t length = strlen(text);
    if (length <= most)
        return length;
    while (most && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

/* Short titles of those that have none of their own, which can be told from each other. */
static void set_titles(struct code_columns *columns)
{
    static const char prefix[] = "stall_";
    const char **titles = mem_alloc((columns->count + 1) * sizeof *titles);
    struct strbuf *texts = mem_alloc((columns->count + 1) * sizeof *texts);
    for (size_t i = 0; i < columns->count; i++) {
        const struct code_column *column = &columns->items[i];
        bool stall = strncmp(column->label, prefix, sizeof prefix - 1) == 0;
        if (!column->leads)
            code_title(&texts[i], column->label + (stall ? sizeof prefix - 1 : 0));
        titles[i] = column->leads ? column->title : texts[i].data;
    }
    for (size_t i = 0; i < columns->count; i++) {
        struct code_column *column = &columns->items[i];
        struct strbuf fitted = {0};
        if (column->leads)
            continue;
        strbuf_adds(&fitted, "");
        fit_apart(&fitted, titles[i], CODE_TITLE, titles, columns->count);
        /* Twelve columns of characters of four bytes each are too much. */
        fitted.data[whole(fitted.data, sizeof column->title - 1)] = '\0';
        strcpy(column->title, fitted.data);
        int width = (int)safe_text_width(column->title),
            least = column->kind == CODE_NAMES ? 12 : 7;
        column->width = width > least ? width : least;
        strbuf_free(&fitted);
    }
    for (size_t i = 0; i < columns->count; i++)
        strbuf_free(&texts[i]);
    free(texts);
    free(titles);
}

void code_columns_find(struct code_columns *columns, const struct source_metrics *now,
                       const struct source_metrics *before)
{
    const struct compared metrics = {now, before};
    *columns = (struct code_columns){0};
    for (size_t i = 0; i < now->count && columns->stall_count < CODE_MOST_STALLS; i++)
        if (is_stall(now->columns[i].metric) && has_any(&metrics, &now->columns[i]))
            columns->stalls[columns->stall_count++] = &now->columns[i];
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        add_first(columns, &metrics, i);
    for (size_t i = 0; i < now->count; i++)
        add_other(columns, &metrics, &now->columns[i]);
    set_titles(columns);
}

void code_columns_free(struct code_columns *columns)
{
    free(columns->items);
    *columns = (struct code_columns){0};
}

bool code_column_has_heat(const struct code_column *column)
{
    return column->kind == CODE_SUM || column->kind == CODE_MOST || column->kind == CODE_THREADS;
}

bool code_column_value(const struct code_column *column, const size_t *instructions, size_t count,
                       double *value)
{
    double over;
    switch (column->kind) {
    case CODE_SUM:
        if (!source_metrics_sum(column->of, instructions, count, value))
            return false;
        *value *= column->factor;
        return true;
    case CODE_MOST:
        *value = 0;
        for (size_t i = 0; i < count; i++)
            if (column->of->numbers[instructions[i]] > *value)
                *value = column->of->numbers[instructions[i]];
        return source_metrics_known(column->of, instructions, count);
    case CODE_THREADS:
        if (!source_metrics_sum(column->of, instructions, count, value) ||
            !source_metrics_sum(column->over, instructions, count, &over) || over <= 0)
            return false;
        *value /= over;
        return true;
    default:
        return false;
    }
}

bool code_column_heat(const struct code_column *column, const size_t *instructions, size_t count,
                      double *heat)
{
    double over;
    if (column->kind != CODE_THREADS)
        return code_column_value(column, instructions, count, heat);
    if (!source_metrics_sum(column->of, instructions, count, heat) ||
        !source_metrics_sum(column->over, instructions, count, &over))
        return false;
    *heat = over * WARP > *heat ? over * WARP - *heat : 0;
    return true;
}

bool code_columns_is_stall(const struct code_columns *columns, const struct code_column *column)
{
    for (size_t i = 0; i < columns->stall_count; i++)
        if (column->of == columns->stalls[i])
            return true;
    return false;
}

static int by_samples(const void *a, const void *b)
{
    const struct code_stall *x = a, *y = b;
    return (x->samples < y->samples) - (x->samples > y->samples);
}

size_t code_columns_stalls(const struct code_columns *columns, const size_t *instructions,
                           size_t count, struct code_stall stalls[CODE_MOST_STALLS])
{
    size_t found = 0;
    for (size_t i = 0; i < columns->stall_count; i++) {
        double samples;
        const char *label = columns->stalls[i]->label;
        if (!source_metrics_sum(columns->stalls[i], instructions, count, &samples) || samples <= 0)
            continue;
        if (strncmp(label, "stall_", 6) == 0)
            label += 6;
        stalls[found++] = (struct code_stall){label, samples};
    }
    if (found)
        qsort(stalls, found, sizeof *stalls, by_samples);
    return found;
}

/* "long_sb 84%" */
static void add_stall(struct strbuf *out, const struct code_columns *columns,
                      const size_t *instructions, size_t count)
{
    struct code_stall stalls[CODE_MOST_STALLS];
    size_t found = code_columns_stalls(columns, instructions, count, stalls);
    double total = 0;
    for (size_t i = 0; i < found; i++)
        total += stalls[i].samples;
    if (!found)
        return;
    char *name = safe_text(stalls[0].name);
    safe_text_fit(out, name, 10);
    strbuf_addf(out, " %.0f%%", stalls[0].samples / total * 100);
    free(name);
}

void code_column_add(struct strbuf *out, const struct code_columns *columns,
                     const struct code_column *column, const size_t *instructions, size_t count)
{
    double value;
    strbuf_adds(out, "");
    if (column->kind == CODE_STALL)
        add_stall(out, columns, instructions, count);
    else if (column->kind == CODE_NAMES && source_metrics_known(column->of, instructions, count))
        source_metrics_add(out, column->of, instructions, count);
    else if (code_column_value(column, instructions, count, &value))
        short_number(out, value);
}

/* What a column may take, the first that has room: the value and its change, the change in place of
 * the value, of the heat column behind its bar; of what has no number the value alone, which
 * changes little. false: there is no room for any of that. */
static bool place(struct code_layout *layout, size_t index, const struct code_column *column,
                  bool heat, int change, int *at, int end)
{
    bool numbers = code_column_has_heat(column);
    int value = heat ? CODE_HEAT : column->width, title = (int)safe_text_width(column->title) + 2;
    int alone = change > title ? change : title;
    const struct {
        bool possible;
        int value, change;
    } forms[] = {{change, value, numbers ? change : column->width},
                 {change && heat, CODE_BAR, alone},
                 {change && numbers, 0, alone},
                 {!change || !numbers || heat, value, 0}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int width = forms[i].value + forms[i].change + (forms[i].value && forms[i].change);
        if (!forms[i].possible || *at + width + 1 > end || layout->count == CODE_MOST_SHOWN)
            continue;
        int shown = layout->count++;
        layout->shown[shown] = index;
        layout->start[shown] = *at;
        layout->width[shown] = forms[i].value;
        layout->change[shown] = forms[i].change;
        *at += width + 1;
        return true;
    }
    return false;
}

void code_layout(struct code_layout *layout, const struct code_columns *columns,
                 const struct code_room *room)
{
    /* What came to be shown of each column takes from the text. */
    int share = (room->width - CODE_MARKS) / (room->change ? 3 : 2);
    int least = room->longest < share ? room->longest : share;
    int end = room->width - least - room->number - 1, at = CODE_MARKS;
    size_t heat = room->heat, skipped = room->skipped;
    *layout = (struct code_layout){0};
    bool more = heat >= columns->count ||
                place(layout, heat, &columns->items[heat], CODE_HEAT, room->change, &at, end);
    for (size_t i = 0; i < columns->count && more; i++) {
        if (i == heat)
            continue;
        if (skipped)
            skipped--;
        else
            more = place(layout, i, &columns->items[i], false, room->change, &at, end);
    }
    layout->number_start = at;
    layout->text_start = at + room->number + 1;
    layout->text_width = room->width > layout->text_start ? room->width - layout->text_start : 0;
}
