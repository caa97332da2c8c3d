#include "tui/views/metric_help.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/base/safe_text.h"
#include "report/content/view_cells.h"
#include "report/expr/expr.h"
#include "report/metric/glossary.h"
#include "report/metric/memory_items.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/metric_words.h"
#include "report/metric/unit_spelling.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_description.h"
#include "report/section/section_metrics.h"
#include "tui/list/list_column.h"
#include "tui/views/raw_rows.h"
#include "tui/views/term_numbers.h"
#include "tui/widgets/number_line.h"

enum { MOST_SIBLINGS = 24, MOST_OPERANDS = 200 };

void metric_help_free(struct metric_help *help)
{
    for (size_t i = 0; i < help->count; i++) {
        free(help->lines[i].label);
        free(help->lines[i].text);
        free(help->lines[i].to);
    }
    free(help->lines);
    free(help->name);
    *help = (struct metric_help){0};
}

static struct help_line *add(struct metric_help *help, const char *label, const char *text)
{
    mem_grow(&help->lines, help->count, &help->capacity, sizeof *help->lines);
    struct help_line *line = &help->lines[help->count++];
    *line = (struct help_line){.label = label ? safe_text(label) : NULL, .text = safe_text(text)};
    return line;
}

static void add_heading(struct metric_help *help, const char *text)
{
    add(help, NULL, text)->heading = true;
}

static void add_link(struct metric_help *help, const char *label, const char *text,
                     enum help_target target, const char *to)
{
    struct help_line *line = add(help, label, text);
    line->target = target;
    line->to = mem_strdup(to);
}

static const struct result *result_of(const struct metric_question *q)
{
    return q->details->result;
}

/* "8.39 Mbyte", "n/a" */
static char *value_here(const struct result *result, const char *metric)
{
    struct view_cell cell;
    view_cell_fill(&cell, result, metric, "", (struct view_style){.usual_units = true});
    char *text = mem_printf("%s%s%s", cell.value, *cell.unit && !cell.missing ? " " : "",
                            cell.missing ? "" : cell.unit);
    view_cell_free(&cell);
    return text;
}

static void add_metric(struct metric_help *help, const struct metric_question *q,
                       const char *metric)
{
    char *value = value_here(result_of(q), metric);
    add_link(help, value, metric, HELP_METRIC, metric);
    free(value);
}

/* ---- the value ---- */

static size_t place_of(const struct result *result, const char *name)
{
    size_t i = result->metric_count;
    while (i && strcmp(result_metric_name(result, i - 1), name) != 0)
        i--;
    return i ? i - 1 : result->metric_count;
}

static void add_instances(struct metric_help *help, const struct result *result, size_t at)
{
    if (!result_has_instances(result, at))
        return;
    char *text = mem_printf("%zu, which the raw view lists",
                            result_instances(result, at)->n_metricvaluelist);
    add(help, "Instances", text);
    free(text);
}

static bool says_the_same(const char *shown, const char *exact)
{
    for (; *shown; shown++)
        if (*shown != ',' && *shown != *exact++)
            return false;
    return !*exact;
}

static void add_exact(struct metric_help *help, const struct result *result, const char *name)
{
    char unit[48], *shown = value_here(result, name);
    double number, peak = number_peak(result, name);
    struct strbuf exact = {0};
    metric_unit(name, unit, sizeof unit);
    unit_spell(unit, sizeof unit);
    add(help, "Value", shown);
    if (result_number(result, name, &number)) {
        char counted[sizeof unit];
        memcpy(counted, unit, sizeof unit);
        unit_count(counted, sizeof counted, number);
        number_add_exact(&exact, number);
        strbuf_addf(&exact, "%s%s", *unit ? " " : "", counted);
        if (!says_the_same(shown, exact.data))
            add(help, "In full", exact.data);
    }
    add(help, "Unit", *unit ? unit : "none");
    if (!isnan(peak)) {
        char *share = mem_printf("%.4g %%", peak);
        add(help, "Of the peak", share);
        free(share);
    }
    strbuf_free(&exact);
    free(shown);
}

static void tell_value(struct metric_help *help, const struct metric_question *q)
{
    const struct result *result = result_of(q);
    char *heading = result ? mem_printf("In result %zu", result->id) : mem_strdup("Value");
    add_heading(help, heading);
    free(heading);
    if (!result) {
        add(help, NULL, "no result is open");
        return;
    }
    size_t at = place_of(result, q->name);
    if (at == result->metric_count) {
        add(help, "Value", "none: no section and no option asked for it");
        return;
    }
    add_exact(help, result, q->name);
    const char *absence = raw_rows_absence(result, at);
    if (absence)
        add(help, "Why none", absence);
    add_instances(help, result, at);
}

/* ---- what it is ---- */

/* What the sections that are shown say about the metric. */
static void tell_descriptions(struct metric_help *help, const struct metric_question *q)
{
    for (size_t i = 0; i < q->details->count; i++) {
        const struct section_view *view = q->details->sections[i].view;
        const char *text = view ? section_description(view->section, q->name) : NULL;
        if (!text)
            continue;
        char *label = mem_printf("%s says", view->section->displayname);
        add(help, label, text);
        free(label);
    }
}

enum { MOST_NUMBERS = 4, MOST_TERMS = 8 };

struct terms {
    struct metric_help *help;
    size_t count;
};

static void add_term(void *context, const struct glossary_term *term)
{
    struct terms *terms = context;
    if (terms->count == MOST_TERMS)
        return;
    if (!terms->count++)
        add_heading(terms->help, "Terms");
    char *text = mem_printf("%s%s%s", term->text, *term->advice ? " " : "", term->advice);
    add(terms->help, term->name, text);
    free(text);
}

/* The terms of the glossary that are in the name, or in the label of a number of a table. */
static void tell_terms(struct metric_help *help, const struct metric_question *q)
{
    struct terms terms = {help, 0};
    glossary_of_metric(q->label ? q->label : q->name, add_term, &terms);
}

static void tell_name(struct metric_help *help, const struct metric_question *q)
{
    struct metric_words words = metric_words(q->name);
    add_heading(help, "What it is");
    add(help, NULL, words.sentence.data);
    if (q->description && *q->description)
        add(help, "CUPTI says", q->description);
    tell_descriptions(help, q);
    bool any = false;
    for (int i = 0; i < METRIC_PARTS; i++) {
        const struct metric_part *part = &words.parts[i];
        if (!part->name.length)
            continue;
        if (!any)
            add_heading(help, "Its name");
        any = true;
        char *text = strcmp(part->name.data, part->words.data) == 0
                         ? mem_strdup(part->name.data)
                         : mem_printf("%s: %s", part->name.data, part->words.data);
        add(help, metric_part_names[i], text);
        free(text);
    }
    metric_words_free(&words);
}

/* ---- what it is made of ---- */

struct names {
    char **list;
    size_t count, capacity;
};

static void take_name(void *context, const char *name)
{
    struct names *names = context;
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->list[i], name) == 0)
            return;
    if (names->count >= MOST_OPERANDS)
        return;
    mem_grow(&names->list, names->count, &names->capacity, sizeof *names->list);
    names->list[names->count++] = mem_strdup(name);
}

static void free_names(struct names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->list[i]);
    free(names->list);
}

static void tell_formula(struct metric_help *help, const struct metric_question *q,
                         const char *title, const char *formula)
{
    struct names names = {0};
    struct error error;
    add_heading(help, title);
    add(help, NULL, formula);
    if (expr_metrics(formula, take_name, &names, &error) && result_of(q))
        for (size_t i = 0; i < names.count; i++)
            add_metric(help, q, names.list[i]);
    free_names(&names);
}

/* A metric that a section defines: its expression. */
static void tell_definitions(struct metric_help *help, const struct metric_question *q)
{
    for (size_t i = 0; i < q->details->count; i++) {
        const struct section_view *view = q->details->sections[i].view;
        const Rep__ProfilerSectionMetricDefinitions *all =
            view ? view->section->metricdefinitions : NULL;
        for (size_t j = 0; all && j < all->n_metricdefinitions; j++) {
            const Rep__ProfilerSectionMetricDefinition *definition = all->metricdefinitions[j];
            if (strcmp(definition->name, q->name) != 0)
                continue;
            char *title = mem_printf("Defined by the section %s as", view->section->displayname);
            tell_formula(help, q, title, definition->expression);
            free(title);
            return;
        }
    }
}

struct part {
    char *name;
    double value;
};

/* The greatest first, those without a value last. */
static int by_value(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (isnan(x->value) || isnan(y->value) || x->value == y->value)
        return isnan(x->value) != isnan(y->value) ? isnan(x->value) - isnan(y->value)
                                                  : strcmp(x->name, y->name);
    return x->value < y->value ? 1 : -1;
}

static struct part *parts_of(const struct result *result, const char *throughput, size_t *count)
{
    char *list = mem_printf("breakdown:%s", throughput), *name;
    const char *names = result_text(result, list);
    struct part *parts = NULL;
    size_t capacity = 0;
    *count = 0;
    while ((name = name_list_next(&names))) {
        mem_grow(&parts, *count, &capacity, sizeof *parts);
        struct part *part = &parts[(*count)++];
        part->name = name;
        if (!result_number(result, name, &part->value))
            part->value = NAN;
    }
    free(list);
    if (*count)
        qsort(parts, *count, sizeof *parts, by_value);
    return parts;
}

static void tell_parts(struct metric_help *help, const struct metric_question *q)
{
    size_t count;
    struct part *parts = parts_of(result_of(q), q->name, &count);
    if (count)
        add_heading(help, "The greatest of these");
    for (size_t i = 0; i < count; i++) {
        add_metric(help, q, parts[i].name);
        free(parts[i].name);
    }
    free(parts);
}

/* Throughputs that this one is a part of. */
static void tell_wholes(struct metric_help *help, const struct metric_question *q)
{
    static const char prefix[] = "breakdown:";
    const struct result *result = result_of(q);
    bool any = false;
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *list = result_metric_name(result, i);
        if (strncmp(list, prefix, strlen(prefix)) != 0)
            continue;
        const char *names = result_text(result, list);
        char *name;
        while ((name = name_list_next(&names))) {
            if (strcmp(name, q->name) == 0) {
                if (!any)
                    add_heading(help, "A part of");
                any = true;
                add_metric(help, q, list + strlen(prefix));
            }
            free(name);
        }
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Other rollups and submetrics of the counter. */
static void tell_siblings(struct metric_help *help, const struct metric_question *q)
{
    const struct result *result = result_of(q);
    struct metric_name own = metric_name_parse(q->name);
    struct names names = {0};
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        struct metric_name other = metric_name_parse(name);
        if (other.base_length == own.base_length &&
            strncmp(other.base, own.base, own.base_length) == 0 && strcmp(name, q->name) != 0)
            take_name(&names, name);
    }
    if (names.count) {
        qsort(names.list, names.count, sizeof *names.list, compare_names);
        add_heading(help, "The same counter");
    }
    for (size_t i = 0; i < names.count && i < MOST_SIBLINGS; i++)
        add_metric(help, q, names.list[i]);
    if (names.count > MOST_SIBLINGS) {
        char *more = mem_printf("%zu more in the raw view", names.count - MOST_SIBLINGS);
        add(help, NULL, more);
        free(more);
    }
    free_names(&names);
}

/* ---- where else it stands ---- */

static const char *label_in(const struct view_cell *cells, size_t count, const char *metric)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].metric && strcmp(cells[i].metric, metric) == 0)
            return cells[i].label;
    return NULL;
}

struct mention {
    const char *metric;
    bool found;
};

static void note_mention(void *context, const char *name, bool alone)
{
    struct mention *mention = context;
    (void)alone;
    mention->found = mention->found || strcmp(mention->metric, name) == 0;
}

/* What it is called there; NULL: the section does not show it. */
static const char *label_of(const struct section_view *view, const char *metric)
{
    const char *label = label_in(view->header, view->header_count, metric);
    for (size_t i = 0; i < view->block_count && !label; i++)
        label = label_in(view->blocks[i].cells, view->blocks[i].count, metric);
    if (label)
        return label;
    struct mention mention = {metric, false};
    struct section_scope scope = section_scope_of(view->result);
    section_metrics_each(view->section, &scope, note_mention, &mention);
    return mention.found ? "in a figure, or behind one" : NULL;
}

static bool names_it(const char *formula, const char *metric)
{
    size_t length = strlen(metric);
    for (const char *at = strstr(formula, metric); at; at = strstr(at + 1, metric))
        if ((at == formula || strchr(" (", at[-1])) && (!at[length] || strchr(" )", at[length])))
            return true;
    return false;
}

static void tell_sections(struct metric_help *help, const struct metric_question *q)
{
    bool any = false;
    for (size_t i = 0; i < q->details->count; i++) {
        const struct section_view *view = q->details->sections[i].view;
        const char *label = view ? label_of(view, q->name) : NULL;
        if (!label)
            continue;
        if (!any)
            add_heading(help, "Sections of this result that show it");
        any = true;
        add_link(help, view->section->displayname, label, HELP_SECTION, view->section->identifier);
    }
    for (size_t i = 0; i < memory_formula_count; i++) {
        const struct memory_formula *formula = &memory_formulas[i];
        if (!names_it(formula->formula, q->name))
            continue;
        if (!any)
            add_heading(help, "Sections of this result that show it");
        any = true;
        char *text = mem_printf("%s: %s", formula->row, formula->column);
        char *table = strcmp(formula->table, "chart") == 0
                          ? mem_strdup("Memory chart")
                          : mem_printf("Memory table %s", formula->table);
        add(help, table, text);
        free(table);
        free(text);
    }
}

static void note_read(void *context, const char *metric)
{
    note_mention(context, metric, false);
}

static void tell_rules(struct metric_help *help, const struct metric_question *q)
{
    bool any = false;
    for (size_t i = 0; q->rules && i < q->rules->count; i++) {
        const struct rule_entry *entry = &q->rules->entries[i];
        struct mention mention = {q->name, false};
        if (entry->rule)
            rule_metrics(entry->rule, note_read, &mention);
        if (!mention.found)
            continue;
        if (!any)
            add_heading(help, "Rules that read it");
        any = true;
        char *text =
            mem_printf("%s%s", entry->rule->name, rule_entry_speaks(entry) ? "" : " (off)");
        add(help, entry->rule->identifier, text);
        free(text);
    }
}

/* ---- the other results ---- */

static void add_extreme(struct metric_help *help, const struct metric_question *q,
                        const char *label, double value, size_t index)
{
    char unit[48];
    struct strbuf text = {0};
    if (isnan(value)) {
        add(help, label, "no value");
        return;
    }
    metric_unit(q->name, unit, sizeof unit);
    struct unit_scale scale = unit_scale_for(unit, value);
    format_number(&text, unit_scale_apply(&scale, value));
    unit_spell(scale.unit, sizeof scale.unit);
    unit_count(scale.unit, sizeof scale.unit, unit_scale_apply(&scale, value));
    strbuf_addf(&text, "%s%s", *scale.unit ? " " : "", scale.unit);
    if (index < report_count(q->report)) {
        const struct result_summary *summary = report_summary(q->report, index);
        strbuf_addf(&text, ", result %zu, %s", summary->id, summary->name);
    }
    struct help_line *line = add(help, label, text.data);
    line->target = index < report_count(q->report) ? HELP_RESULT : HELP_NOWHERE;
    line->index = index;
    strbuf_free(&text);
}

/* As many lines while it is counted as afterwards, so that those below keep their places. */
static void tell_report(struct metric_help *help, const struct metric_question *q,
                        const char *title)
{
    const struct metric_spread *spread = q->spread;
    size_t here = result_of(q) ? result_of(q)->index : SIZE_MAX;
    if (!spread || !spread->metric || strcmp(spread->metric, q->name) != 0)
        return;
    struct metric_range range = metric_spread_range(spread, here);
    char *count = mem_printf("%zu of %zu%s", range.count, report_count(q->report),
                             metric_spread_pending(spread) ? ", still counting" : "");
    add_heading(help, title);
    add(help, "Have it", count);
    free(count);
    add_extreme(help, q, "Least", range.minimum, range.least);
    add_extreme(help, q, "Median", range.median, SIZE_MAX);
    add_extreme(help, q, "Greatest", range.maximum, range.greatest);
    char *rank = range.rank ? mem_printf("%zu of %zu, the greatest first", range.rank, range.count)
                            : mem_strdup("no value");
    add(help, "This result", rank);
    free(rank);
}

static void tell_baseline(struct metric_help *help, const struct metric_question *q)
{
    const struct details_view *details = q->details;
    if (!details->baseline || details->changes_off)
        return;
    char *value = value_here(details->baseline, q->name);
    add(help, details->baseline_name ? details->baseline_name : "Baseline", value);
    free(value);
}

/* The numbers of this result that a term is about, and of the first one the results with the least
 * and the greatest value. */
static void tell_numbers(struct metric_help *help, const struct metric_question *q)
{
    struct term_number numbers[MOST_NUMBERS];
    size_t count = term_numbers(q->details, q->name, numbers, MOST_NUMBERS);
    if (!count)
        return;
    char *title = mem_printf("In result %zu", result_of(q)->id);
    add_heading(help, title);
    free(title);
    for (size_t i = 0; i < count; i++) {
        char *value = value_here(result_of(q), numbers[i].metric);
        char *label = safe_text(numbers[i].label);
        add_link(help, label, value, HELP_METRIC, numbers[i].metric);
        free(label);
        free(value);
    }
    struct metric_question first = *q;
    first.name = numbers[0].metric;
    title = mem_printf("%s in all results", numbers[0].label);
    tell_report(help, &first, title);
    free(title);
}

struct meanings {
    struct metric_help *help;
    const struct metric_question *question;
    enum label_kind kind; /* of the last one */
};

/* "Metrics with this label" and their values; "Section Occupancy" and what it says. */
static void add_meaning(void *context, const struct label_meaning *meaning)
{
    static const char *const kinds[] = {[LABEL_FIGURE] = "In the section",
                                        [LABEL_SECTION] = "Section",
                                        [LABEL_RULE] = "Rule",
                                        [LABEL_FINDING] = "Finding of the rule"};
    struct meanings *meanings = context;
    if (meaning->kind == LABEL_METRIC) {
        if (meanings->kind != LABEL_METRIC)
            add_heading(meanings->help, "Metrics with this label");
        add_metric(meanings->help, meanings->question, meaning->metric);
    } else {
        char *heading = mem_printf("%s %s", kinds[meaning->kind], meaning->in);
        add_heading(meanings->help, heading);
        add(meanings->help, NULL, meaning->text);
        free(heading);
    }
    meanings->kind = meaning->kind;
}

/* What sections, rules and the list write on the screen. Returns whether the name is of these. */
static bool tell_label(struct metric_help *help, const struct metric_question *q)
{
    struct meanings meanings = {help, q, LABEL_FINDING};
    const struct list_field_row *field = list_field_called(q->name);
    if (!q->labels || strstr(q->name, "__"))
        return false;
    if (label_find(q->labels, q->name, add_meaning, &meanings))
        return true;
    if (field) {
        add_heading(help, "Column of the list");
        add(help, field->title, field->about);
    }
    return field;
}

void metric_help_make(struct metric_help *help, const struct metric_question *q)
{
    metric_help_free(help);
    help->name = mem_strdup(q->name);
    struct terms terms = {help, 0};
    if (!q->label && glossary_find(q->name, add_term, &terms)) {
        tell_numbers(help, q);
        return;
    }
    if (!q->label && tell_label(help, q))
        return;
    if (!number_is_metric(q->name)) {
        add_heading(help, "What it is");
        add(help, NULL, q->label ? q->label : "a value that is computed from metrics");
        tell_formula(help, q, "Made of", q->name);
        tell_terms(help, q);
        return;
    }
    tell_value(help, q);
    tell_baseline(help, q);
    tell_name(help, q);
    tell_report(help, q, "All results");
    if (result_of(q)) {
        tell_definitions(help, q);
        tell_parts(help, q);
        tell_wholes(help, q);
        tell_sections(help, q);
    }
    tell_rules(help, q);
    if (result_of(q))
        tell_siblings(help, q);
    tell_terms(help, q);
}
