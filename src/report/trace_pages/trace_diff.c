#include "report/trace_pages/trace_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/page_parts/json_document.h"
#include "report/trace/trace_gaps.h"
#include "report/trace_pages/trace_page_forms.h"
#include "report/trace_pages/trace_print.h"

#define LEAST_CHANGE 0.02
#define LEAST_SINGLE 0.10
#define ERRORS 3
#define LEAST_WORSE 0.001 /* of the span */

struct row {
    char *text; /* owned */
    struct trace_side sides[2];
};

/* Rows by key, which is not shown. */
struct rows {
    struct name_index keys; /* owned */
    struct row *list;
    size_t capacity;
};

void trace_side_add(struct trace_side *side, double value)
{
    const double off = value - side->mean;
    side->count++;
    side->timed++;
    side->total += value;
    side->mean += off / (double)side->timed;
    side->squares += off * (value - side->mean);
}

static double error_of(const struct trace_side *side)
{
    const double n = (double)side->timed;
    return side->squares / (n - 1) / n; /* squared */
}

enum trace_verdict trace_diff_judge(const struct trace_side *a, const struct trace_side *b)
{
    if (!a->count || !b->count)
        return a->count ? TRACE_GONE : TRACE_NEW;
    const double change = b->mean - a->mean;
    const bool single = a->timed < 2 || b->timed < 2;
    const double least = (single ? LEAST_SINGLE : LEAST_CHANGE) * a->mean;
    const double noise = single ? 0 : ERRORS * sqrt(error_of(a) + error_of(b));
    if (a->timed && b->timed && fabs(change) > fmax(least, noise))
        return change > 0 ? TRACE_SLOWER : TRACE_FASTER;
    return a->count == b->count ? TRACE_ALIKE : a->count > b->count ? TRACE_FEWER : TRACE_MORE;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* The row with this key; `text` is what is shown for a new one. Takes the key over. */
static struct row *row_at(struct rows *rows, char *key, const char *text)
{
    const size_t known = rows->keys.count, at = name_index_add(&rows->keys, key);
    if (at < known) {
        free(key);
        return &rows->list[at];
    }
    mem_grow(&rows->list, known, &rows->capacity, sizeof *rows->list);
    rows->list[at] = (struct row){.text = mem_strdup(text)};
    return &rows->list[at];
}

static void free_rows(struct rows *rows)
{
    for (size_t i = 0; i < rows->keys.count; i++) {
        free((char *)(uintptr_t)rows->keys.names[i]);
        free(rows->list[i].text);
    }
    name_index_free(&rows->keys);
    free(rows->list);
}

static void add_span(struct trace_side *side, uint64_t start, uint64_t end)
{
    if (trace_span_is_good(start, end))
        trace_side_add(side, (double)(end - start));
    else
        side->count++;
}

static void add_kernels(const struct trace_view *view, int side, struct rows *rows)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_KERNEL, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_KERNEL, SPAN_END);
    const uint64_t *name = trace_column(trace, TRACE_KERNEL, KERNEL_NAME);
    const size_t strings = trace_string_count(trace);
    uint32_t *known = mem_alloc((strings + 1) * sizeof *known); /* by string: row + 1 */
    for (size_t i = 0; i < trace_count(trace, TRACE_KERNEL); i++) {
        const size_t at = name[i] < strings ? name[i] : strings;
        if (!trace_view_takes(view, name[i]))
            continue;
        if (!known[at])
            known[at] = (uint32_t)(row_at(rows, mem_strdup(trace_string(trace, name[i])),
                                          trace_kernel_name(view->names, name[i])) -
                                   rows->list) +
                        1;
        add_span(&rows->list[known[at] - 1].sides[side], start[i], end[i]);
    }
    free(known);
}

static void add_copies(const struct trace_view *view, int side, struct rows *rows)
{
    struct trace *trace = view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_COPY, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_COPY, SPAN_END);
    const uint64_t *kind = trace_column(trace, TRACE_COPY, COPY_KIND);
    const uint64_t *from = trace_column(trace, TRACE_COPY, COPY_FROM);
    const uint64_t *to = trace_column(trace, TRACE_COPY, COPY_TO);
    for (size_t i = 0; i < trace_count(trace, TRACE_COPY); i++) {
        char *key = mem_printf("%s, %s to %s", trace_copy_word(kind[i]), trace_memory_word(from[i]),
                               trace_memory_word(to[i]));
        char *text = mem_strdup(key);
        add_span(&row_at(rows, key, text)->sides[side], start[i], end[i]);
        free(text);
    }
}

static void add_gaps(const struct trace_view *view, int side, struct rows *rows)
{
    struct trace_threads threads;
    struct trace_gaps gaps;
    trace_threads_make(&threads, view->index->trace);
    trace_gaps_make(&gaps, view->index, &threads);
    for (size_t i = 0; i < gaps.count; i++) {
        const char *cause = gap_cause_texts[gaps.gaps[i].cause];
        add_span(&row_at(rows, mem_strdup(cause), cause)->sides[side], gaps.gaps[i].start,
                 gaps.gaps[i].end);
    }
    trace_gaps_free(&gaps);
    trace_threads_free(&threads);
}

/* --- tables ----------------------------------------------------------------------------------- */

static const struct subject {
    enum trace_page page;
    const char *word, *title, *heading;
    void (*add)(const struct trace_view *view, int side, struct rows *rows);
    bool judged; /* slower ones are worse; idle times follow from the rest */
} subjects[] = {
    {TRACE_PAGE_KERNELS, "kernels", "Kernels, by the change of their time", "Kernel", add_kernels,
     true},
    {TRACE_PAGE_COPIES, "copies", "Copies, by the change of their time", "Copy", add_copies, true},
    {TRACE_PAGE_GAPS, "gaps", "Idle times of the GPUs, by their change", "Cause", add_gaps, false},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const char *const verdicts[] = {
    [TRACE_ALIKE] = "alike", [TRACE_FASTER] = "shorter", [TRACE_SLOWER] = "longer",
    [TRACE_FEWER] = "fewer", [TRACE_MORE] = "more",      [TRACE_GONE] = "gone",
    [TRACE_NEW] = "new"};

static int by_change(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    const double cx = fabs(x->sides[1].total - x->sides[0].total),
                 cy = fabs(y->sides[1].total - y->sides[0].total);
    if (cx != cy)
        return cx > cy ? -1 : 1;
    if (x->sides[0].total != y->sides[0].total)
        return x->sides[0].total > y->sides[0].total ? -1 : 1;
    return strcmp(x->text, y->text);
}

static void columns(struct trace_table *table, const char *heading)
{
    trace_table_column(table, heading, "name", UNIT_TEXT);
    trace_table_column(table, "Change", "change_ns", UNIT_TIME);
    trace_table_column(table, "of A", "change_pct", UNIT_PERCENT);
    trace_table_column(table, "Total A", "a_total_ns", UNIT_TIME);
    trace_table_column(table, "Total B", "b_total_ns", UNIT_TIME);
    trace_table_column(table, "Count A", "a_count", UNIT_COUNT);
    trace_table_column(table, "Count B", "b_count", UNIT_COUNT);
    trace_table_column(table, "Mean A", "a_mean_ns", UNIT_TIME);
    trace_table_column(table, "Mean B", "b_mean_ns", UNIT_TIME);
    trace_table_column(table, "Means", "mean_change_pct", UNIT_PERCENT);
    trace_table_column(table, "Each Is", "verdict", UNIT_TEXT);
}

static double percent(double from, double to)
{
    return from > 0 ? 100 * (to - from) / from : NAN;
}

static void cells(struct trace_table *table, const struct row *row, const char *verdict)
{
    const struct trace_side *a = &row->sides[0], *b = &row->sides[1];
    const double means[] = {a->timed ? a->mean : NAN, b->timed ? b->mean : NAN};
    trace_table_text(table, row->text);
    trace_table_number(table, b->total - a->total);
    trace_table_number(table, percent(a->total, b->total));
    trace_table_number(table, a->total);
    trace_table_number(table, b->total);
    trace_table_number(table, (double)a->count);
    trace_table_number(table, (double)b->count);
    trace_table_number(table, means[0]);
    trace_table_number(table, means[1]);
    trace_table_number(table, percent(means[0], means[1]));
    trace_table_text(table, verdict);
}

static double span_of(const struct trace_view *view)
{
    return (double)(view->index->end - view->index->start);
}

static struct trace_table *subject_table(const struct subject *subject,
                                         const struct trace_view views[2], bool *worse)
{
    struct rows rows = {0};
    struct trace_table *table = trace_table_new(subject->word, subject->title);
    columns(table, subject->heading);
    for (int side = 0; side < 2; side++)
        subject->add(&views[side], side, &rows);
    struct row all = {.text = (char *)(uintptr_t) "(all)"};
    for (size_t i = 0; i < rows.keys.count; i++) {
        const struct row *row = &rows.list[i];
        const double change = row->sides[1].total - row->sides[0].total;
        *worse = *worse || (subject->judged && change > LEAST_WORSE * span_of(&views[0]) &&
                            trace_diff_judge(&row->sides[0], &row->sides[1]) == TRACE_SLOWER);
        for (int side = 0; side < 2; side++) {
            all.sides[side].count += row->sides[side].count;
            all.sides[side].timed += row->sides[side].timed;
            all.sides[side].total += row->sides[side].total;
        }
    }
    for (int side = 0; side < 2; side++)
        if (all.sides[side].timed)
            all.sides[side].mean = all.sides[side].total / (double)all.sides[side].timed;
    if (rows.keys.count)
        qsort(rows.list, rows.keys.count, sizeof *rows.list, by_change);
    if (rows.keys.count > 1)
        cells(table, &all, ""); /* its mean also changes if there are more of one kind */
    for (size_t i = 0; i < rows.keys.count; i++)
        cells(table, &rows.list[i],
              verdicts[trace_diff_judge(&rows.list[i].sides[0], &rows.list[i].sides[1])]);
    free_rows(&rows);
    return table;
}

static double busy_of(const struct trace_view *view)
{
    struct trace_table *overlap;
    double busy = 0;
    trace_page_overlap(view, &overlap);
    for (size_t i = 0; i < overlap->rows; i++)
        busy += trace_table_cell(overlap, i, 3)->number;
    if (overlap->rows)
        busy /= (double)overlap->rows;
    trace_table_free(overlap);
    return busy;
}

static struct trace_table *both_table(const struct trace_view views[2], const char *const names[2])
{
    struct trace_table *table = trace_table_new("summary", "Traces");
    trace_table_column(table, "Side", "side", UNIT_TEXT);
    trace_table_column(table, "Trace", "trace", UNIT_TEXT);
    trace_table_column(table, "Span", "span_ns", UNIT_TIME);
    trace_table_column(table, "GPU Busy of Span", "busy_pct", UNIT_PERCENT);
    trace_table_column(table, "Kernels", "kernels", UNIT_COUNT);
    trace_table_column(table, "Copies", "copies", UNIT_COUNT);
    trace_table_column(table, "Fills", "fills", UNIT_COUNT);
    for (int side = 0; side < 2; side++) {
        struct trace *trace = views[side].index->trace;
        trace_table_text(table, side ? "B" : "A");
        trace_table_text(table, names[side]);
        trace_table_number(table, span_of(&views[side]));
        trace_table_number(table, busy_of(&views[side]));
        trace_table_number(table, (double)trace_count(trace, TRACE_KERNEL));
        trace_table_number(table, (double)trace_count(trace, TRACE_COPY));
        trace_table_number(table, (double)trace_count(trace, TRACE_FILL));
    }
    return table;
}

size_t trace_diff_make(const struct trace_view views[2], const char *const names[2], unsigned pages,
                       struct trace_table **tables, bool *worse)
{
    size_t count = 0;
    *worse = false;
    tables[count++] = both_table(views, names);
    for (size_t i = 0; i < SUBJECTS; i++)
        if (pages & 1u << subjects[i].page)
            tables[count++] = subject_table(&subjects[i], views, worse);
    return count;
}

bool trace_diff_print(const struct trace_view views[2], const char *const names[2], unsigned pages,
                      enum page_format format, FILE *out)
{
    struct trace_table *tables[TRACE_DIFF_TABLES];
    struct json_writer json;
    bool worse;
    const size_t count = trace_diff_make(views, names, pages, tables, &worse);
    if (format == FORMAT_JSON) {
        json_document_begin(&json, "rooftop-trace-diff", out);
        json_open(&json, "tables", JSON_ARRAY);
    }
    for (size_t i = 0; i < count; i++) {
        if (i && format == FORMAT_CSV)
            fputc('\n', out); /* an empty line between two tables */
        trace_print(tables[i], format, &json, out);
        trace_table_free(tables[i]);
    }
    if (format == FORMAT_JSON)
        json_document_end(&json, NULL);
    return worse;
}
