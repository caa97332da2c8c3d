#include "tui/source/source_before.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

void source_before_init(struct source_before *before, const struct source_options *options,
                        struct loop *loop)
{
    *before = (struct source_before){.options = *options};
    before->options.notes = NULL;
    source_ask_init(&before->ask, loop);
}

static void forget_match(struct source_before *before)
{
    source_match_free(&before->code);
    for (int side = 0; side < SOURCE_SIDES; side++) {
        free(before->lines[side]);
        before->lines[side] = NULL;
    }
    before->matched = false;
}

void source_before_close(struct source_before *before)
{
    source_ask_stop(&before->ask);
    forget_match(before);
    if (before->open)
        source_function_free(before->open);
    before->open = NULL;
    before->looked = false;
}

void source_before_set(struct source_before *before, const struct result *result, const char *name)
{
    source_before_close(before);
    code_listing_free(before->functions, before->count);
    if (before->set)
        source_set_free(before->set);
    free(before->name);
    before->functions = NULL;
    before->count = 0;
    before->set = NULL;
    before->name = name ? mem_strdup(name) : NULL;
    before->result = result;
}

void source_before_free(struct source_before *before)
{
    source_before_set(before, NULL, NULL);
}

void source_before_open(struct source_before *before, const struct source_function *now,
                        const struct result *result)
{
    if (!before->result || before->looked)
        return;
    before->looked = true;
    if (!before->set) {
        before->set = source_set_new(before->result->report, &before->options);
        before->count = code_listing_find(before->set, before->result, &before->functions);
    }
    size_t at = source_match_function(now->view, result->mangled, before->functions, before->count,
                                      before->result->mangled);
    if (at == before->count)
        return;
    before->duration = value_change_duration(result, before->result);
    before->open = source_function_open(&before->functions[at], before->result,
                                        source_set_files(before->set), NULL);
    if (!source_match_is_same(now->view, before->open->view))
        source_ask_start(&before->ask, before->set, before->open);
}

/* Returns the file with the function's PTX, without lines if there is none. */
static struct file_lines ptx_of(const struct source_function *function)
{
    const struct source_sheet *sheet = &function->ptx_sheet;
    return sheet->texts ? (struct file_lines){sheet->texts, (size_t *)sheet->lengths, sheet->rows}
                        : (struct file_lines){0};
}

void source_before_match(struct source_before *before, const struct source_function *now,
                         bool waits)
{
    const struct source_function *then = before->open;
    if (!then || before->matched || before->ask.run ||
        (waits && !source_match_is_same(now->view, then->view)))
        return;
    const struct code_side a = {now->view, &now->cuda.lines, now->texts};
    const struct code_side b = {then->view, &then->cuda.lines, then->texts};
    const struct file_lines ptx = ptx_of(now), ptx_then = ptx_of(then);
    source_match_make(&before->code, now->view, then->view);
    before->lines[SOURCE_VIEW_CUDA] = source_match_lines(&a, &b, &before->gone[SOURCE_VIEW_CUDA]);
    before->lines[SOURCE_VIEW_PTX] =
        source_match_text(CODE_FORM_PTX, &now->ptx.lines, &ptx, &then->ptx.lines, &ptx_then,
                          &before->gone[SOURCE_VIEW_PTX]);
    before->gone[SOURCE_VIEW_SASS] = before->code.gone;
    before->matched = true;
}

bool source_before_shows(const struct source_before *before)
{
    return before->matched && !before->off && before->code.by != SOURCE_UNMATCHED;
}

enum source_partner source_before_row(const struct source_before *before,
                                      const struct source_sheet *sheet, size_t row, size_t *one,
                                      const size_t **instructions, size_t *count)
{
    *count = 0;
    if (!source_before_shows(before) || row >= sheet->rows)
        return SOURCE_NO_CODE;
    if (sheet->side == SOURCE_VIEW_SASS) {
        *one = before->code.partners[row];
        *instructions = one;
        *count = *one != NO_PARTNER;
        return *count ? SOURCE_PAIRED : SOURCE_NEW;
    }
    if (!sheet->line_of[row])
        return SOURCE_NO_CODE;
    const struct source_function *then = before->open;
    size_t partner = before->lines[sheet->side][sheet->line_of[row] - 1];
    if (partner != NO_PARTNER)
        *instructions = source_links_of_line(
            sheet->side == SOURCE_VIEW_PTX ? &then->ptx.links : &then->cuda.links, partner, count);
    return *count ? SOURCE_PAIRED : SOURCE_NEW;
}

/* Returns what the instructions wait for most, "-" for nothing. */
static const char *top_stall(const struct source_columns *columns, const size_t *instructions,
                             size_t count)
{
    struct source_stall stalls[SOURCE_MOST_STALLS];
    return source_columns_stalls(columns, instructions, count, stalls) ? stalls[0].name : "-";
}

struct value_change source_before_change(const struct source_before *before,
                                         const struct source_columns *columns,
                                         const struct source_column *column,
                                         const size_t *instructions, size_t count,
                                         const size_t *partners, size_t partner_count)
{
    static const char threads[] = "smsp__thread_inst_executed_per_inst_executed.ratio";
    const struct source_metrics *then = &before->open->view->metrics;
    struct source_column like = *column;
    double number = NAN, was = NAN;
    if (column->kind == SOURCE_STALL)
        return source_change_text(top_stall(&before->open->columns, partners, partner_count),
                                  top_stall(columns, instructions, count));
    if (column->kind == SOURCE_NAMES)
        return source_change_of(column->of, instructions, count, then, partners, partner_count,
                                before->duration);
    like.of = source_metrics_find(then, column->of->metric);
    like.over = column->over ? source_metrics_find(then, column->over->metric) : NULL;
    if (!like.of || (column->over && !like.over))
        return (struct value_change){.before = NAN, .percent = NAN};
    source_column_value(column, instructions, count, &number);
    source_column_value(&like, partners, partner_count, &was);
    return source_change_judge(column->kind == SOURCE_THREADS ? threads : column->of->metric, was,
                               number, before->duration);
}

static size_t count_fresh(const struct source_before *before, const struct source_function *now,
                          enum source_side side)
{
    const struct source_lines *lines = side == SOURCE_VIEW_PTX ? &now->ptx.lines : &now->cuda.lines;
    size_t fresh = 0;
    if (side == SOURCE_VIEW_SASS)
        return before->code.fresh;
    for (size_t i = 0; i < lines->count; i++)
        fresh += before->lines[side][i] == NO_PARTNER;
    return fresh;
}

void source_before_tell(const struct source_before *before, const struct source_function *now,
                        enum source_side side, struct strbuf *out)
{
    strbuf_adds(out, "");
    if (!before->result)
        return;
    if (!before->open) {
        strbuf_adds(out, before->looked ? "it has no code of this function" : "");
    } else if (before->off) {
        strbuf_adds(out, "changes are off (c)");
    } else if (!before->matched) {
        strbuf_adds(out, "disassembling...");
    } else if (before->code.by == SOURCE_UNMATCHED) {
        strbuf_adds(out, "different code, for another architecture and without text");
    } else {
        size_t fresh = count_fresh(before, now, side), gone = before->gone[side];
        if (before->code.by == SOURCE_SAME_CODE)
            strbuf_adds(out, "the same code");
        else
            strbuf_adds(out, before->code.by == SOURCE_BY_BYTES
                                 ? "different code (no text: by opcodes)"
                                 : "different code");
        if (fresh || gone)
            strbuf_addf(out, ": %zu new (+), %zu only in the baseline", fresh, gone);
        /* The column of live registers is no metric and always there. */
        if (before->open->view->metrics.count <= 1)
            strbuf_adds(out, "; without source metrics");
    }
}
