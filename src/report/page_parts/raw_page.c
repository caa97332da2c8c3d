#include "report/page_parts/raw_page.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/raw_unit.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_value.h"
#include "report/metric/metric_word.h"
#include "report/page_parts/page_csv.h"
#include "report/page_parts/page_results.h"
#include "report/section/section.h"

/* Lists of metrics are stored as metrics of their own. Pages leave them out. */
static bool is_listed(const struct raw_page *page, const char *name)
{
    return !metric_name_is_list(name) && metric_choice_takes(page->choice, name);
}

/* If a result has a name twice, the first one counts. */
static void survey_value(void *context, uint32_t name, double number)
{
    struct raw_page *page = context;
    struct raw_survey *known = name < page->survey_count ? &page->surveys[name] : NULL;
    if (!known || known->last == page->surveyed)
        return;
    known->last = page->surveyed;
    known->in_report = true;
    if (number > known->largest)
        known->largest = number;
}

/* See raw_page.h: all results of the report count for the scale of a column. */
static void survey_values(struct raw_page *page, const struct report *report)
{
    for (size_t i = 0; i < report_count(report); i++) {
        page->surveyed = i + 1;
        report_metric_values(report, i, survey_value, page);
    }
}

/* A name without rollup stands for the metrics of its base. */
static bool has_any_of(const struct result *result, const char *base)
{
    const size_t length = strlen(base);
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        if (strncmp(name, base, length) == 0 && (!name[length] || name[length] == '.'))
            return true;
    }
    return false;
}

static bool lacks(const struct result *result, const char *name)
{
    return !metric_name_is_list(name) && !result_metric(result, name) &&
           !(metric_word_parse(name).kind == METRIC_WORD_BASE && has_any_of(result, name));
}

/* Calls use() for the names that --metrics asked for and the result lacks. */
static void each_lacking(const struct result *result, void (*use)(void *context, const char *name),
                         void *context)
{
    for (size_t i = 0; i < result->section_count; i++) {
        const Rep__ProfilerSection *section = result->sections[i];
        if (!section->header || strcmp(section->displayname, SECTION_OF_COMMAND_LINE) != 0)
            continue;
        for (size_t j = 0; j < section->header->n_metrics; j++)
            if (lacks(result, section->header->metrics[j]->name))
                use(context, section->header->metrics[j]->name);
    }
}

struct lacking {
    const char *name;
    bool found;
};

static void compare_lacking(void *context, const char *name)
{
    struct lacking *lacking = context;
    lacking->found = lacking->found || strcmp(lacking->name, name) == 0;
}

bool raw_page_lacks(const struct result *result, const struct raw_column *column)
{
    struct lacking lacking = {column->name, false};
    if (column->lacked)
        each_lacking(result, compare_lacking, &lacking);
    return lacking.found;
}

static void note_absent(void *context, const char *name)
{
    struct raw_page *page = context;
    for (size_t i = 0; i < page->absent_count; i++)
        if (strcmp(page->absent[i], name) == 0)
            return;
    mem_grow(&page->absent, page->absent_count, &page->absent_capacity, sizeof *page->absent);
    page->absent[page->absent_count++] = mem_strdup(name);
}

/* Notes what the results to print have. */
static void survey(void *context, const struct result *result)
{
    struct raw_page *page = context;
    for (size_t i = 0; i < result->metric_count; i++)
        if (result->metrics[i]->nameid < page->survey_count)
            page->surveys[result->metrics[i]->nameid].wanted = true;
    each_lacking(result, note_absent, page);
    page->results++;
    page->identity |= page_csv_columns_of(result);
}

/* Of two columns of one name, the one that a result has comes first. */
static int compare_columns(const void *a, const void *b)
{
    const struct raw_column *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order ? order : x->absent - y->absent;
}

static void list_columns(struct raw_page *page, const struct report *report)
{
    page->columns = mem_alloc((page->survey_count + page->absent_count) * sizeof *page->columns);
    for (size_t i = 0; i < page->survey_count; i++) {
        const char *name = report_string(report, (uint32_t)i);
        if (page->surveys[i].wanted && is_listed(page, name))
            page->columns[page->count++] =
                (struct raw_column){.name = name, .largest = page->surveys[i].largest};
    }
    for (size_t i = 0; i < page->absent_count; i++)
        if (is_listed(page, page->absent[i]))
            page->columns[page->count++] =
                (struct raw_column){.name = page->absent[i], .lacked = true, .absent = true};
    if (page->count)
        qsort(page->columns, page->count, sizeof *page->columns, compare_columns);
    /* A name can have two ids. */
    size_t kept = 0;
    for (size_t i = 0; i < page->count; i++) {
        struct raw_column *last = kept ? &page->columns[kept - 1] : NULL;
        if (!last || strcmp(last->name, page->columns[i].name) != 0) {
            page->columns[kept++] = page->columns[i];
            continue;
        }
        last->lacked = last->lacked || page->columns[i].lacked;
        if (page->columns[i].largest > last->largest)
            last->largest = page->columns[i].largest;
    }
    page->count = kept;
}

static void choose_styles(struct raw_page *page, const struct report *report)
{
    const struct page_options *options = page->options;
    struct raw_units units = {0};
    for (size_t i = 0; i < page->survey_count; i++)
        if (page->surveys[i].in_report)
            raw_units_add(&units, report_string(report, (uint32_t)i));
    for (size_t i = 0; i < page->count; i++) {
        struct raw_column *column = &page->columns[i];
        /* As on the details page, what is not there has no unit. */
        if (!column->absent)
            raw_unit(&units, column->name, column->unit, sizeof column->unit);
        column->style = (struct raw_style){
            .name = column->name,
            .scale = unit_scale_for(column->unit, options->base_units ? 0 : column->largest),
            .base_units = options->base_units,
            .all_zero = column->largest == 0,
            .real = options->real,
            .instances = options->instances};
    }
}

bool raw_page_open(struct raw_page *page, struct report *report, struct error *error)
{
    page->survey_count = report_string_count(report);
    page->surveys = mem_alloc(page->survey_count * sizeof *page->surveys);
    survey_values(page, report);
    bool good = metric_choice_of(&page->choice, page->options->metrics, report, error);
    struct error again; /* the first error is the one to tell */
    good = page_each(report, page->options, survey, page, good ? error : &again) && good;
    list_columns(page, report);
    choose_styles(page, report);
    return good;
}

void raw_page_close(struct raw_page *page)
{
    metric_choice_free(page->choice);
    for (size_t i = 0; i < page->absent_count; i++)
        free(page->absent[i]);
    free(page->absent);
    free(page->surveys);
    free(page->columns);
    strbuf_free(&page->row);
    strbuf_free(&page->text);
}

const Rep__ProfileMetricResult *raw_page_metric(const struct raw_page *page,
                                                const struct result *result, const char *name)
{
    const Rep__ProfileMetricResult *metric = result_metric(result, name);
    double number;
    if (metric &&
        (page->options->instances != INSTANCES_NONE || !metric->metricvalue ||
         !(metric_value_number(metric->metricvalue, &number) || metric->metricvalue->stringvalue)))
        return result_metric_instances(result, name);
    return metric;
}

const char *raw_page_text(struct raw_page *page, const struct result *result,
                          const struct raw_column *column, const Rep__ProfileMetricResult *metric)
{
    strbuf_clear(&page->text);
    if (!metric && raw_page_lacks(result, column))
        strbuf_adds(&page->text, "n/a");
    else
        raw_cell_add(&page->text, metric, &column->style);
    return page->text.data;
}
