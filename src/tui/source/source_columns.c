/* How it works: the table `first` names the columns that come first; all other metrics of the
 * result follow. Titles are shortened so that they still differ (source_title.h, fit_apart.h). The
 * layout tries for each column several forms, from value and change together to the value alone,
 * and takes the first that fits into what the text leaves. So a narrow side shows fewer columns,
 * and in shorter forms. */
#include "tui/source/source_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/fit_apart.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/glossary.h"
#include "tui/source/source_title.h"
#include "tui/term/short_number.h"

/* Bytes of a sector, threads of a warp. */
enum { SECTOR = 32, WARP = 32 };

/* Columns of a stall's name, and of the share behind it, " 100%". */
enum { STALL_SHORT = 10, STALL_LONGEST = 24, STALL_SHARE = 5 };

/* The columns of a text that are enough for most of its lines. */
enum { TEXT_ENOUGH = 40 };

static const char stall_prefix[] = "smsp__pcsamp_warps_issue_stalled_";
static const char sample_count[] = "smsp__pcsamp_sample_count";
static const char not_issued[] = "_not_issued";

/* The columns that come first, in this order. Of those with one title the first one in the result
 * is taken. */
static const struct {
    enum source_column_kind kind;
    const char *title, *metric, *over;
    double factor;
    int width;
} first[] = {
    {SOURCE_SUM, "Samples", "group:smsp__pcsamp_warp_stall_reasons", NULL, 1, 7},
    {SOURCE_SUM, "Samples", sample_count, NULL, 1, 7},
    {SOURCE_STALL, "Stall", NULL, NULL, 1, 14},
    {SOURCE_SUM, "Inst", "inst_executed", NULL, 1, 5},
    {SOURCE_THREADS, "Thr/inst", "thread_inst_executed", "inst_executed", 1, 8},
    {SOURCE_SUM, "L2 bytes", "memory_l2_theoretical_sectors_global", NULL, SECTOR, 8},
    {SOURCE_SUM, "Excess", "derived__memory_l2_theoretical_sectors_global_excessive", NULL, 1, 6},
    {SOURCE_SUM, "Sh excess", "derived__memory_l1_wavefronts_shared_excessive", NULL, 1, 9},
    {SOURCE_THREADS, "True/inst", "thread_inst_executed_true", "inst_executed", 1, 9},
    {SOURCE_MOST, "Live", source_metrics_live, NULL, 1, 5},
};

/* Metrics that cannot be added up. */
static const char *const averages[] = {"derived__avg_", "derived__derivative_",
                                       "derived__memory_l1_conflicts_shared_nway"};

static bool has_number(const struct source_metrics *metrics, const struct code_column *column)
{
    for (size_t i = 0; column && i < metrics->instructions; i++)
        if (column->numbers[i] != 0)
            return true;
    return false;
}

/* The metrics of a result and those of its baseline, or NULL. */
struct compared {
    const struct source_metrics *now, *before;
};

/* Returns whether the metric is anything but 0, now or in the baseline. */
static bool has_any(const struct compared *metrics, const struct code_column *column)
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

static struct source_column *add(struct source_columns *columns, const struct source_column *column)
{
    mem_grow(&columns->items, columns->count, &columns->capacity, sizeof *columns->items);
    columns->items[columns->count] = *column;
    return &columns->items[columns->count++];
}

static bool has_title(const struct source_columns *columns, const char *title)
{
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].title, title) == 0)
            return true;
    return false;
}

static void take_name(void *context, const struct glossary_term *term)
{
    const char **name = context;
    if (!*name && strcmp(term->topic, "stall") == 0)
        *name = term->name;
}

/* "Long Scoreboard" for the label "stall_long_sb". */
static const char *stall_name(const char *label)
{
    static const char prefix[] = "stall_";
    const char *name = NULL;
    if (strncmp(label, prefix, sizeof prefix - 1) != 0)
        return label;
    glossary_find(label, take_name, &name);
    return name ? name : label + sizeof prefix - 1;
}

/* Only the stalls that most samples of an instruction are of have to have room. */
static int full_width(const struct source_columns *columns, size_t instructions)
{
    size_t most = 0;
    for (size_t i = 0; i < instructions; i++) {
        struct source_stall stalls[SOURCE_MOST_STALLS];
        if (!source_columns_stalls(columns, &i, 1, stalls))
            continue;
        char *name = safe_text(stalls[0].full);
        const size_t width = safe_text_width(name);
        most = width > most ? width : most;
        free(name);
    }
    return most ? (int)(most < STALL_LONGEST ? most : STALL_LONGEST) + STALL_SHARE : 0;
}

static void add_first(struct source_columns *columns, const struct compared *metrics, size_t i)
{
    const struct code_column *of =
        first[i].metric ? source_metrics_find(metrics->now, first[i].metric) : NULL;
    const struct code_column *over =
        first[i].over ? source_metrics_find(metrics->now, first[i].over) : NULL;
    bool there = first[i].kind == SOURCE_STALL
                     ? columns->stall_count
                     : of && has_any(metrics, of) && (over || !first[i].over);
    if (!there || has_title(columns, first[i].title))
        return;
    struct source_column column = {.kind = first[i].kind,
                                   .leads = true,
                                   .label = of ? of->label : "Warp stalls",
                                   .of = of,
                                   .over = over,
                                   .factor = first[i].factor,
                                   .width = first[i].width};
    if (column.kind == SOURCE_STALL)
        column.full = full_width(columns, metrics->now->instructions);
    snprintf(column.title, sizeof column.title, "%s", first[i].title);
    add(columns, &column);
}

static bool is_shown(const struct source_columns *columns, const struct code_column *of)
{
    for (size_t i = 0; i < columns->count; i++)
        if (columns->items[i].of == of)
            return true;
    return false;
}

static void add_other(struct source_columns *columns, const struct compared *metrics,
                      const struct code_column *of)
{
    /* The column of all samples is already the sum of the stalls. */
    bool again = strcmp(of->metric, sample_count) == 0 && has_title(columns, "Samples");
    if (again || is_shown(columns, of) || !has_any(metrics, of))
        return;
    struct source_column column = {.kind = of->codes                ? SOURCE_NAMES
                                           : is_average(of->metric) ? SOURCE_MOST
                                                                    : SOURCE_SUM,
                                   .label = of->label,
                                   .of = of,
                                   .factor = 1};
    add(columns, &column);
}

/* Returns the bytes of the whole characters that fit into `most` bytes. */
static size_t whole(const char *text, size_t most)
{
    size_t length = strlen(text);
    if (length <= most)
        return length;
    while (most && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

/* Gives short, distinct titles to the columns that have none. */
static void set_titles(struct source_columns *columns)
{
    static const char prefix[] = "stall_";
    const char **titles = mem_alloc((columns->count + 1) * sizeof *titles);
    struct strbuf *texts = mem_alloc((columns->count + 1) * sizeof *texts);
    for (size_t i = 0; i < columns->count; i++) {
        const struct source_column *column = &columns->items[i];
        bool stall = strncmp(column->label, prefix, sizeof prefix - 1) == 0;
        if (!column->leads)
            source_title(&texts[i], column->label + (stall ? sizeof prefix - 1 : 0));
        titles[i] = column->leads ? column->title : texts[i].data;
    }
    for (size_t i = 0; i < columns->count; i++) {
        struct source_column *column = &columns->items[i];
        struct strbuf fitted = {0};
        if (column->leads)
            continue;
        strbuf_adds(&fitted, "");
        fit_apart(&fitted, titles[i], SOURCE_TITLE, titles, columns->count);
        /* Twelve characters may have four bytes each, which is too much. */
        fitted.data[whole(fitted.data, sizeof column->title - 1)] = '\0';
        strcpy(column->title, fitted.data);
        int width = (int)safe_text_width(column->title),
            least = column->kind == SOURCE_NAMES ? 12 : 7;
        column->width = width > least ? width : least;
        strbuf_free(&fitted);
    }
    for (size_t i = 0; i < columns->count; i++)
        strbuf_free(&texts[i]);
    free(texts);
    free(titles);
}

/* Moves the hidden columns behind the others. */
static void hide(struct source_columns *columns, const struct source_chosen *chosen)
{
    struct source_column *hidden = mem_alloc((columns->count + 1) * sizeof *hidden);
    size_t hidden_count = 0;
    for (size_t i = 0; i < columns->count; i++) {
        const struct source_column *column = &columns->items[i];
        if (!column->of || source_chosen_sees(chosen, column->of, column->leads))
            columns->items[columns->seen++] = *column;
        else
            hidden[hidden_count++] = *column;
    }
    if (hidden_count)
        memcpy(&columns->items[columns->seen], hidden, hidden_count * sizeof *hidden);
    free(hidden);
}

void source_columns_find(struct source_columns *columns, const struct source_metrics *now,
                         const struct source_metrics *before, const struct source_chosen *chosen)
{
    const struct compared metrics = {now, before};
    *columns = (struct source_columns){0};
    for (size_t i = 0; i < now->count && columns->stall_count < SOURCE_MOST_STALLS; i++)
        if (is_stall(now->columns[i].metric) && has_any(&metrics, &now->columns[i])) {
            columns->stall_names[columns->stall_count] = stall_name(now->columns[i].label);
            columns->stalls[columns->stall_count++] = &now->columns[i];
        }
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        add_first(columns, &metrics, i);
    for (size_t i = 0; i < now->count; i++)
        add_other(columns, &metrics, &now->columns[i]);
    set_titles(columns);
    hide(columns, chosen);
}

void source_columns_free(struct source_columns *columns)
{
    free(columns->items);
    *columns = (struct source_columns){0};
}

bool source_column_has_heat(const struct source_column *column)
{
    return column->kind == SOURCE_SUM || column->kind == SOURCE_MOST ||
           column->kind == SOURCE_THREADS;
}

bool source_column_value(const struct source_column *column, const size_t *instructions,
                         size_t count, double *value)
{
    double over;
    switch (column->kind) {
    case SOURCE_SUM:
        if (!source_metrics_sum(column->of, instructions, count, value))
            return false;
        *value *= column->factor;
        return true;
    case SOURCE_MOST:
        *value = 0;
        for (size_t i = 0; i < count; i++)
            if (column->of->numbers[instructions[i]] > *value)
                *value = column->of->numbers[instructions[i]];
        return source_metrics_known(column->of, instructions, count);
    case SOURCE_THREADS:
        if (!source_metrics_sum(column->of, instructions, count, value) ||
            !source_metrics_sum(column->over, instructions, count, &over) || over <= 0)
            return false;
        *value /= over;
        return true;
    default:
        return false;
    }
}

bool source_column_heat(const struct source_column *column, const size_t *instructions,
                        size_t count, double *heat)
{
    double over;
    if (column->kind != SOURCE_THREADS)
        return source_column_value(column, instructions, count, heat);
    if (!source_metrics_sum(column->of, instructions, count, heat) ||
        !source_metrics_sum(column->over, instructions, count, &over))
        return false;
    *heat = over * WARP > *heat ? over * WARP - *heat : 0;
    return true;
}

bool source_columns_is_stall(const struct source_columns *columns,
                             const struct source_column *column)
{
    for (size_t i = 0; i < columns->stall_count; i++)
        if (column->of == columns->stalls[i])
            return true;
    return false;
}

static int by_samples(const void *a, const void *b)
{
    const struct source_stall *x = a, *y = b;
    return (x->samples < y->samples) - (x->samples > y->samples);
}

size_t source_columns_stalls(const struct source_columns *columns, const size_t *instructions,
                             size_t count, struct source_stall stalls[SOURCE_MOST_STALLS])
{
    size_t found = 0;
    for (size_t i = 0; i < columns->stall_count; i++) {
        double samples;
        const char *label = columns->stalls[i]->label;
        if (!source_metrics_sum(columns->stalls[i], instructions, count, &samples) || samples <= 0)
            continue;
        if (strncmp(label, "stall_", 6) == 0)
            label += 6;
        stalls[found++] = (struct source_stall){label, columns->stall_names[i], samples};
    }
    if (found)
        qsort(stalls, found, sizeof *stalls, by_samples);
    return found;
}

/* Appends "long_sb 84%" or "Long Scoreboard 84%". */
static void add_stall(struct strbuf *out, const struct source_columns *columns,
                      const size_t *instructions, size_t count, bool full)
{
    struct source_stall stalls[SOURCE_MOST_STALLS];
    size_t found = source_columns_stalls(columns, instructions, count, stalls);
    double total = 0;
    for (size_t i = 0; i < found; i++)
        total += stalls[i].samples;
    if (!found)
        return;
    char *name = safe_text(full ? stalls[0].full : stalls[0].name);
    safe_text_fit(out, name, full ? STALL_LONGEST : STALL_SHORT);
    strbuf_addf(out, " %.0f%%", stalls[0].samples / total * 100);
    free(name);
}

void source_column_add(struct strbuf *out, const struct source_columns *columns,
                       const struct source_column *column, const size_t *instructions, size_t count,
                       bool full)
{
    double value;
    strbuf_adds(out, "");
    if (column->kind == SOURCE_STALL)
        add_stall(out, columns, instructions, count, full);
    else if (column->kind == SOURCE_NAMES && source_metrics_known(column->of, instructions, count))
        source_metrics_add(out, column->of, instructions, count);
    else if (source_column_value(column, instructions, count, &value))
        short_number(out, value);
}

/* Places a column in the first form that has room: the value and its change; the change alone (for
 * the heat column behind its bar); the value alone for columns without numbers, which change
 * little. Returns false if no form has room. */
static bool place(struct source_layout *layout, size_t index, const struct source_column *column,
                  bool heat, int change, int *at, int end)
{
    bool numbers = source_column_has_heat(column);
    int value = heat ? SOURCE_HEAT : column->width, title = (int)safe_text_width(column->title) + 2;
    int alone = change > title ? change : title;
    const struct {
        bool possible;
        int value, change;
    } forms[] = {{change, value, numbers ? change : column->width},
                 {change && heat, SOURCE_BAR, alone},
                 {change && numbers, 0, alone},
                 {!change || !numbers || heat, value, 0}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int width = forms[i].value + forms[i].change + (forms[i].value && forms[i].change);
        if (!forms[i].possible || *at + width + 1 > end || layout->count == SOURCE_MOST_SHOWN)
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

/* Gives room that no column takes to the names of stalls, as long as the text has enough. */
static void widen_stalls(struct source_layout *layout, const struct source_columns *columns,
                         const struct source_room *room, int *at)
{
    const int text = room->longest < TEXT_ENOUGH ? room->longest : TEXT_ENOUGH;
    const int end = room->width - text - room->number - 1;
    for (int i = 0; i < layout->count; i++) {
        const struct source_column *column = &columns->items[layout->shown[i]];
        const int more = column->full - layout->width[i];
        if (column->kind != SOURCE_STALL || layout->width[i] != column->width || more <= 0 ||
            *at + more > end)
            continue;
        layout->width[i] += more;
        for (int j = i + 1; j < layout->count; j++)
            layout->start[j] += more;
        *at += more;
    }
}

void source_layout(struct source_layout *layout, const struct source_columns *columns,
                   const struct source_room *room)
{
    /* The text gives up room for the changes. */
    int share = (room->width - SOURCE_MARKS) / (room->change ? 3 : 2);
    int least = room->longest < share ? room->longest : share;
    int end = room->width - least - room->number - 1, at = SOURCE_MARKS;
    size_t heat = room->heat, skipped = room->skipped;
    *layout = (struct source_layout){0};
    bool more = heat >= columns->seen ||
                place(layout, heat, &columns->items[heat], SOURCE_HEAT, room->change, &at, end);
    for (size_t i = 0; i < columns->seen && more; i++) {
        if (i == heat)
            continue;
        if (skipped)
            skipped--;
        else
            more = place(layout, i, &columns->items[i], false, room->change, &at, end);
    }
    widen_stalls(layout, columns, room, &at);
    layout->number_start = at;
    layout->text_start = at + room->number + 1;
    layout->text_width = room->width > layout->text_start ? room->width - layout->text_start : 0;
}
