#include "report/section/section_choice.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/metric/metric_word.h"
#include "report/section/result_define.h"
#include "report/section/section_metrics.h"
#include "report/section/section_scope.h"
#include "report/section/section_unknown.h"

bool section_choice_set(struct section_choice *choice, char *const *names, size_t name_count,
                        char *const *sets, size_t set_count, struct error *error)
{
    choice->sets = mem_alloc((set_count + 1) * sizeof *choice->sets);
    for (size_t i = 0; i < set_count; i++)
        choice->sets[choice->set_count++] = sets[i];
    choice->names = mem_alloc((name_count + 1) * sizeof *choice->names);
    for (size_t i = 0; i < name_count; i++, choice->name_count++)
        if (!name_pattern_set(&choice->names[i], names[i], error)) {
            error_prefix(error, "--section");
            return false;
        }
    return true;
}

void section_choice_free(struct section_choice *choice)
{
    for (size_t i = 0; i < choice->name_count; i++)
        name_pattern_free(&choice->names[i]);
    free(choice->names);
    free(choice->sets);
    if (choice->asked)
        rep__profiler_section__free_unpacked(choice->asked, NULL);
    *choice = (struct section_choice){0};
}

static void ask_for(void *context, const char *name)
{
    Rep__ProfilerSectionHeader *header = context;
    Rep__ProfilerSectionMetric *metric = mem_alloc(sizeof *metric);
    rep__profiler_section_metric__init(metric);
    metric->name = metric_word_parse(name).kind == METRIC_WORD_BASE
                       ? mem_printf("regex:^\\Q%s\\E(?:\\.|$)", name)
                       : mem_strdup(name);
    header->metrics =
        mem_realloc(header->metrics, (header->n_metrics + 1) * sizeof *header->metrics);
    header->metrics[header->n_metrics++] = metric;
}

void section_choice_add_metrics(struct section_choice *choice, const struct metric_choice *metrics,
                                const struct report *report)
{
    Rep__ProfilerSection *section = mem_alloc(sizeof *section);
    Rep__ProfilerSectionHeader *header = mem_alloc(sizeof *header);
    rep__profiler_section__init(section);
    rep__profiler_section_header__init(header);
    section->identifier = mem_strdup(SECTION_OF_COMMAND_LINE);
    section->displayname = mem_strdup(SECTION_OF_COMMAND_LINE);
    section->header = header;
    metric_choice_names(metrics, report, ask_for, header);
    choice->asked = section;
}

bool section_choice_is_limited(const struct section_choice *choice)
{
    return choice->name_count || choice->set_count || choice->asked;
}

bool section_choice_is_of_metrics(const struct section_choice *choice)
{
    return choice->asked && !choice->name_count && !choice->set_count;
}

bool section_chosen(const struct section_choice *choice, const Rep__ProfilerSection *section)
{
    if (!section_choice_is_limited(choice))
        return true;
    for (size_t i = 0; i < choice->name_count; i++)
        if (name_pattern_matches(&choice->names[i], section->identifier))
            return true;
    for (size_t i = 0; i < choice->set_count; i++)
        if (section_in_set(section, choice->sets[i]))
            return true;
    return false;
}

static bool is_named(const struct section_choice *choice, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < choice->name_count; i++)
        if (!choice->names[i].regex && strcmp(choice->names[i].text, section->identifier) == 0)
            return true;
    return false;
}

struct search {
    const struct result *result;
    bool found;
};

static void look_for(void *context, const char *name, bool alone)
{
    (void)alone;
    struct search *search = context;
    search->found = search->found || result_metric(search->result, name);
}

static bool has_metric_of(const struct result *result, const Rep__ProfilerSection *section)
{
    struct section_scope scope = section_scope_of(result);
    struct search search = {.result = result};
    section_metrics_each(section, &scope, look_for, &search);
    section_source_metrics_each(section, &scope, look_for, &search);
    return search.found;
}

/* Inserts a section before those with a greater Order, and before the place of rules without a
 * section. */
static void insert(Rep__ProfilerSection **sections, size_t *count, Rep__ProfilerSection *section)
{
    size_t at = 0;
    while (at < *count && *sections[at]->identifier && sections[at]->order <= section->order)
        at++;
    memmove(&sections[at + 1], &sections[at], (*count - at) * sizeof *sections);
    sections[at] = section;
    ++*count;
}

/* Replaces sections by those of the library with the same identifier and adds others that are
 * asked for. */
static void add_library(const struct section_choice *choice, const struct result *result,
                        Rep__ProfilerSection **sections, size_t *count)
{
    for (size_t i = 0; i < choice->library->count; i++) {
        const struct section *own = &choice->library->sections[i];
        if (!own->message || (own->built_in && !is_named(choice, own->message)))
            continue;
        size_t at = 0;
        while (at < *count && strcmp(sections[at]->identifier, own->message->identifier) != 0)
            at++;
        if (at < *count && !own->built_in)
            sections[at] = own->message;
        else if (at == *count && section_chosen(choice, own->message) &&
                 has_metric_of(result, own->message))
            insert(sections, count, own->message);
    }
}

static int compare_order(const void *a, const void *b)
{
    const Rep__ProfilerSection *x = *(const Rep__ProfilerSection *const *)a;
    const Rep__ProfilerSection *y = *(const Rep__ProfilerSection *const *)b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return strcmp(x->displayname, y->displayname);
}

const Rep__ProfilerSection **section_choice_of(struct section_choice *choice,
                                               const struct result *result, size_t *count)
{
    size_t kept = 0;
    const Rep__ProfilerSection **sections =
        mem_alloc((result->section_count + 2) * sizeof *sections);
    for (size_t i = 0; i < result->section_count; i++)
        if (!choice || section_chosen(choice, result->sections[i]))
            sections[kept++] = result->sections[i];
    if (kept)
        qsort(sections, kept, sizeof *sections, compare_order);
    if (choice && choice->asked)
        sections[kept++] = choice->asked;
    if (choice)
        choice->found += kept;
    *count = kept;
    return sections;
}

void section_choice_define(const struct section_choice *choice, struct result *result)
{
    if (!choice || !choice->library)
        return;
    result_define(result, choice->library);
    Rep__ProfilerSection **sections = arena_alloc(
        &result->arena, (result->section_count + choice->library->count + 1) * sizeof *sections);
    if (!sections)
        return;
    if (result->section_count)
        memcpy(sections, result->sections, result->section_count * sizeof *sections);
    result->sections = sections;
    add_library(choice, result, sections, &result->section_count);
}

/* Returns whether a section of the report has this identifier or is in this set. */
static bool is_held(struct report *report, const char *name, const char *set)
{
    bool held = false;
    for (size_t i = 0; i < report_count(report) && !held; i++) {
        const struct result *result = report_result(report, i, NULL);
        for (size_t j = 0; result && j < result->section_count && !held; j++)
            held = name ? strcmp(result->sections[j]->identifier, name) == 0
                        : section_in_set(result->sections[j], set);
        if (result)
            report_drop(report, i);
    }
    return held;
}

static bool is_set(const struct section_library *library, const char *set)
{
    for (size_t i = 0; i < library->count; i++)
        if (library->sections[i].message && section_in_set(library->sections[i].message, set))
            return true;
    return false;
}

bool section_choice_known(struct section_choice *choice, struct report *report, struct error *error)
{
    size_t kept = 0;
    error->text[0] = '\0';
    for (size_t i = 0; i < choice->name_count; i++) {
        const struct name_pattern *name = &choice->names[i];
        if (!name->regex && !section_find(choice->library, name->text) &&
            !is_held(report, name->text, NULL))
            return section_unknown(choice->library, name->text, error);
    }
    for (size_t i = 0; i < choice->set_count; i++)
        if (is_set(choice->library, choice->sets[i]) || is_held(report, NULL, choice->sets[i]))
            choice->sets[kept++] = choice->sets[i];
        else if (!choice->asked)
            return section_set_unknown(choice->library, choice->sets[i], error);
        else if (!*error->text)
            section_set_unknown(choice->library, choice->sets[i], error);
    choice->set_count = kept;
    return true;
}

/* Appends the identifiers of the first result. Other results rarely have other sections. */
static void add_held(struct strbuf *text, struct report *report)
{
    const struct result *result = report_count(report) ? report_result(report, 0, NULL) : NULL;
    for (size_t i = 0; result && i < result->section_count; i++)
        strbuf_addf(text, "%s%s", i ? ", " : ": its first result has ",
                    result->sections[i]->identifier);
    if (result && !result->section_count)
        strbuf_adds(text, ": its first result has no sections");
    if (result)
        report_drop(report, 0);
}

bool section_choice_none(struct report *report, struct error *error)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "the report has no metrics of the requested sections");
    add_held(&text, report);
    error_set(error, "%s", text.data);
    strbuf_free(&text);
    return false;
}
