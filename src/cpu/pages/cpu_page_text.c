/* Text and Markdown have the same tables: one for each group, a column for each place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/pages/cpu_page_forms.h"
#include "cpu/values/cpu_turns.h"
#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"

enum { MOST_PLACES = 12, FIRST_PLACE = 2, WIDEST = 100 };

/* The places that a group's metrics have. */
static size_t places_of(const struct cpu_values *values, size_t from, size_t to, size_t *places)
{
    size_t count = 0;
    for (size_t j = 0; j < values->place_count && count < MOST_PLACES; j++)
        for (size_t i = from; i < to; i++)
            if (cpu_values_cell(values, i, j)) {
                places[count++] = j;
                break;
            }
    return count;
}

/* Fills the table of the rows from `from` on that are of one group. Returns the row behind them. */
static void fill(const struct cpu_values *values, size_t from, size_t to, const size_t *places,
                 size_t count, struct text_table *table)
{
    for (size_t i = from; i < to; i++) {
        struct strbuf cells[MOST_PLACES + FIRST_PLACE] = {{0}};
        const char *shown[MOST_PLACES + FIRST_PLACE];
        cpu_label_text(&cells[0], values->rows[i].chosen->metric);
        strbuf_adds(&cells[1], values->rows[i].chosen->metric->unit);
        for (size_t j = 0; j < count; j++) {
            const struct cpu_cell *cell = cpu_values_cell(values, i, places[j]);
            strbuf_adds(&cells[j + FIRST_PLACE], "");
            if (cell)
                cpu_cell_text(&cells[j + FIRST_PLACE], cell);
        }
        for (size_t j = 0; j < count + FIRST_PLACE; j++)
            shown[j] = cells[j].data;
        text_table_add(table, shown);
        for (size_t j = 0; j < count + FIRST_PLACE; j++)
            strbuf_free(&cells[j]);
    }
}

static size_t group_end(const struct cpu_values *values, size_t from)
{
    size_t to = from;
    while (to < values->row_count &&
           values->rows[to].chosen->group == values->rows[from].chosen->group)
        to++;
    return to;
}

static void print_group(const struct cpu_values *values, size_t from, size_t to, bool markdown,
                        FILE *out)
{
    size_t places[MOST_PLACES];
    char *names[MOST_PLACES + FIRST_PLACE] = {mem_strdup("Metric"), mem_strdup("Unit")};
    bool right[MOST_PLACES + FIRST_PLACE] = {false};
    const size_t count = places_of(values, from, to, places);
    for (size_t i = 0; i < count; i++) {
        struct strbuf name = {0};
        cpu_place_text(&name, values->run, &values->places[places[i]]);
        names[i + FIRST_PLACE] = strbuf_detach(&name);
        right[i + FIRST_PLACE] = true;
    }
    struct text_table table = {.columns = count + FIRST_PLACE,
                               .names = (const char *const *)names,
                               .right = right,
                               .indent = 2};
    fill(values, from, to, places, count, &table);
    fprintf(out, markdown ? "### %s\n\n" : "%s\n", values->rows[from].chosen->group->title);
    if (markdown)
        markdown_table(&table, out);
    else
        text_table_print(&table, out);
    if (!markdown)
        fputc('\n', out);
    text_table_free(&table);
    for (size_t i = 0; i < count + FIRST_PLACE; i++)
        free(names[i]);
}

static void print_sentence(const char *text, bool markdown, FILE *out)
{
    struct strbuf line = {0};
    if (markdown) {
        markdown_add_text(&line, text);
        fprintf(out, "- %s\n", line.data);
        strbuf_free(&line);
        return;
    }
    char *safe = safe_text(text);
    for (const char *at = safe; *at;) {
        const size_t length = safe_text_wrap(at, WIDEST);
        fprintf(out, "  %.*s\n", (int)length, at);
        at += length;
        at += strspn(at, " ");
    }
    free(safe);
}

/* Counts that no metric has used are not lost: their events are listed. */
static void print_unknown(const struct cpu_run *run, bool markdown, FILE *out)
{
    for (size_t i = 0; i < run->count; i++) {
        const struct cpu_count *count = &run->counts[i];
        if (count->event || strcmp(count->name, "duration_time") == 0)
            continue;
        struct strbuf line = {0};
        strbuf_addf(&line, "%s is in no formula: ", count->name);
        if (count->total.state == CPU_COUNTED)
            strbuf_addf(&line, "%.17g", count->total.value);
        else
            strbuf_adds(&line, cpu_state_words[count->total.state]);
        print_sentence(line.data, markdown, out);
        strbuf_free(&line);
    }
}

static void print_notes(const struct cpu_values *values, bool markdown, FILE *out)
{
    const struct cpu_run *run = values->run;
    print_unknown(run, markdown, out);
    for (size_t i = 0; i < run->note_count; i++)
        print_sentence(run->notes[i], markdown, out);
    if (cpu_has_machine_counts(run))
        print_sentence(cpu_machine_words, markdown, out);
    struct strbuf turns = {0};
    cpu_turns_text(&turns, run);
    if (turns.length)
        print_sentence(turns.data, markdown, out);
    strbuf_free(&turns);
    if (cpu_has_estimates(values))
        print_sentence(cpu_estimate_words, markdown, out);
    if (cpu_has_own(values))
        print_sentence(cpu_own_words, markdown, out);
}

/* Where a value is scaled, it is rounded as perf does. */
static void print_counts(const struct cpu_run *run, bool markdown, FILE *out)
{
    static const char *const names[] = {"Event", "Counted", "Of the time"};
    static const bool right[] = {false, true, true};
    struct text_table table = {.columns = 3, .names = names, .right = right, .indent = 2};
    for (size_t i = 0; i < run->count; i++) {
        const struct cpu_value *value = &run->counts[i].total;
        const double share = cpu_value_share(value);
        struct strbuf number = {0}, percent = {0};
        strbuf_adds(&percent, "");
        if (value->state != CPU_COUNTED)
            strbuf_adds(&number, cpu_state_words[value->state]);
        else
            strbuf_addf(&number, "%.0f", value->value);
        if (!isnan(share))
            strbuf_addf(&percent, "%.2f %%", 100 * share);
        text_table_add(&table, (const char *[]){run->counts[i].name, number.data, percent.data});
        strbuf_free(&number);
        strbuf_free(&percent);
    }
    fputs(markdown ? "### Counts\n\n" : "Counts\n", out);
    if (markdown)
        markdown_table(&table, out);
    else
        text_table_print(&table, out);
    if (!markdown)
        fputc('\n', out);
    text_table_free(&table);
}

static void print_findings(const struct cpu_findings *findings, bool markdown, FILE *out)
{
    if (!findings->count)
        return;
    fputs(markdown ? "### Findings\n\n" : "Findings\n", out);
    for (size_t i = 0; i < findings->count; i++) {
        const struct cpu_finding *finding = &findings->list[i];
        struct strbuf line = {0};
        strbuf_adds(&line, finding->title);
        if (finding->socket != CPU_ANY_SOCKET)
            strbuf_addf(&line, ", socket %d", finding->socket);
        strbuf_addf(&line, ": %s", finding->text);
        print_sentence(line.data, markdown, out);
        strbuf_free(&line);
    }
    fputc('\n', out);
}

static void print(const struct cpu_values *values, const struct cpu_findings *findings, bool counts,
                  bool markdown, FILE *out)
{
    struct strbuf head = {0};
    cpu_run_text(&head, values->run);
    char *safe = safe_text(head.data);
    strbuf_clear(&head);
    if (markdown)
        markdown_add_text(&head, safe);
    fprintf(out, "%s\n\n", markdown ? head.data : safe);
    free(safe);
    strbuf_free(&head);
    for (size_t from = 0, to; from < values->row_count; from = to) {
        to = group_end(values, from);
        print_group(values, from, to, markdown, out);
    }
    if (counts)
        print_counts(values->run, markdown, out);
    if (!values->row_count && !counts)
        print_sentence("The counts suffice for no metric of these groups; --group all and --list "
                       "say what there is.",
                       markdown, out);
    print_findings(findings, markdown, out);
    print_notes(values, markdown, out);
}

void cpu_page_text(const struct cpu_values *values, const struct cpu_findings *findings,
                   bool counts, FILE *out)
{
    print(values, findings, counts, false, out);
}

void cpu_page_markdown(const struct cpu_values *values, const struct cpu_findings *findings,
                       bool counts, FILE *out)
{
    print(values, findings, counts, true, out);
}
