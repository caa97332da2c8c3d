/* A chip's plan is made in three steps. First every name that sections and --metrics ask for is
 * expanded to the names of counters (struct expansion); each kind of name has a function for it,
 * here or in plan_names.c. Then names that the chip lacks are removed, since one wrong name spoils
 * a whole schedule. The rest is cut into families that cannot share a config image, and CUPTI
 * schedules each family as one group. Memory items are expanded last, since others ask for most of
 * their metrics, too. */
#include "collect/plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/metrics/instruction_metrics.h"
#include "collect/plan/plan_internal.h"
#include "collect/plan/schedule_names.h"
#include "collect/plan/unknown_metric.h"
#include "report/base/mem.h"
#include "report/base/regex.h"
#include "report/base/strbuf.h"
#include "report/metric/memory_items.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_regex.h"
#include "report/metric/metric_spelling.h"
#include "report/metric/metric_word.h"
#include "report/rules/rule_needs.h"
#include "report/section/section_items.h"
#include "report/section/section_metrics.h"
#include "report/section/section_unknown.h"

#define OLD_DEFAULT_SET "default" /* its name in older versions of ncu */
#define OWN_IDENTIFIER "CommandLineMetrics"

static void add_section(struct plan *plan, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < plan->section_count; i++)
        if (plan->sections[i] == section)
            return;
    plan->sections =
        mem_realloc(plan->sections, (plan->section_count + 1) * sizeof *plan->sections);
    plan->sections[plan->section_count++] = section;
}

static bool add_set(struct plan *plan, const char *set, struct error *error)
{
    bool any = false;
    for (size_t i = 0; i < plan->library->count; i++) {
        const Rep__ProfilerSection *section = plan->library->sections[i].message;
        if (!section || !section_in_set(section, set))
            continue;
        add_section(plan, section);
        any = true;
    }
    if (!any && strcmp(set, OLD_DEFAULT_SET) == 0)
        return add_set(plan, PLAN_DEFAULT_SET, error);
    return any || section_set_unknown(plan->library, set, error);
}

static bool add_named(struct plan *plan, const char *name, struct error *error)
{
    char fault[REGEX_FAULT];
    bool any = false;
    const bool is_regex = strncmp(name, "regex:", 6) == 0;
    struct regex *regex = is_regex ? regex_new(name + 6, fault) : NULL;
    if (is_regex && !regex)
        return error_set(error, "--section: \"%s\" is not a regular expression: %s", name + 6,
                         fault);
    for (size_t i = 0; i < plan->library->count; i++) {
        const Rep__ProfilerSection *section = plan->library->sections[i].message;
        if (!section)
            continue;
        if (is_regex ? regex_found(regex, section->identifier)
                     : strcmp(section->identifier, name) == 0) {
            add_section(plan, section);
            any = true;
        }
    }
    regex_free(regex);
    return any || section_unknown(plan->library, name, error);
}

static int compare_sections(const void *a, const void *b)
{
    const Rep__ProfilerSection *x = *(const Rep__ProfilerSection *const *)a;
    const Rep__ProfilerSection *y = *(const Rep__ProfilerSection *const *)b;
    return strcmp(x->identifier, y->identifier);
}

static void set_own_metrics(Rep__ProfilerSection *section, const char *const *names, size_t count)
{
    Rep__ProfilerSectionHeader *header = mem_alloc(sizeof *header);
    rep__profiler_section_header__init(header);
    header->metrics = mem_alloc((count + 1) * sizeof(void *));
    for (size_t i = 0; i < count; i++) {
        Rep__ProfilerSectionMetric *metric = mem_alloc(sizeof *metric);
        rep__profiler_section_metric__init(metric);
        metric->name = mem_strdup(names[i]);
        metric->label = mem_strdup(names[i]);
        header->metrics[header->n_metrics++] = metric;
    }
    if (section->header)
        rep__profiler_section_header__free_unpacked(section->header, NULL);
    section->header = header;
}

static void set_own_definitions(Rep__ProfilerSection *section, const struct plan_text *texts,
                                size_t count)
{
    Rep__ProfilerSectionMetricDefinitions *all = mem_alloc(sizeof *all);
    rep__profiler_section_metric_definitions__init(all);
    all->metricdefinitions = mem_alloc((count + 1) * sizeof(void *));
    for (size_t i = 0; i < count; i++) {
        Rep__ProfilerSectionMetricDefinition *definition = mem_alloc(sizeof *definition);
        rep__profiler_section_metric_definition__init(definition);
        definition->name = mem_strdup(texts[i].name);
        definition->expression = mem_strdup(texts[i].value);
        all->metricdefinitions[all->n_metricdefinitions++] = definition;
    }
    if (section->metricdefinitions)
        rep__profiler_section_metric_definitions__free_unpacked(section->metricdefinitions, NULL);
    section->metricdefinitions = all;
}

void plan_show_requested(struct plan *plan, const struct chip_plan *chip_plan)
{
    if (!plan->own || (!chip_plan->requested_count && !chip_plan->unknown_count))
        return;
    set_own_metrics(plan->own, (const char *const *)chip_plan->requested,
                    chip_plan->requested_count);
    if (chip_plan->definition_count)
        set_own_definitions(plan->own, chip_plan->definitions, chip_plan->definition_count);
}

/* Makes a section of the metrics of --metrics, so that pages and the screen show them like any
 * other metrics. */
static Rep__ProfilerSection *own_section(const struct plan_request *request)
{
    Rep__ProfilerSection *section = mem_alloc(sizeof *section);
    rep__profiler_section__init(section);
    section->identifier = mem_strdup(OWN_IDENTIFIER);
    section->displayname = mem_strdup(SECTION_OF_COMMAND_LINE);
    section->has_order = true;
    set_own_metrics(section, request->metrics, request->metric_count);
    return section;
}

/* Kinds of metrics that are no counters of a whole kernel. */
static const char *const not_collected[SECTION_METRIC_KINDS] = {
    [SECTION_METRIC_INSTRUCTION] = "opcodes with modifiers",
    [SECTION_METRIC_WARP_SAMPLING] = "warp sampling",
    [SECTION_METRIC_PM_SAMPLING] = "PM sampling",
};

/* Always returns true. */
static bool leave_out(struct plan *plan, const struct error *error)
{
    char *before = plan->left_out;
    plan->left_out =
        mem_printf("%s%s%s", before ? before : "", before ? "; " : "", error ? error->text : "");
    free(before);
    return true;
}

bool plan_make(struct plan *plan, const struct section_library *library,
               const struct plan_request *request, struct error *error)
{
    *plan = (struct plan){.library = library, .request = request};
    bool good = true;
    for (size_t i = 0; i < request->set_count && good; i++)
        good = add_set(plan, request->sets[i], error) ||
               (request->metric_count && leave_out(plan, error));
    for (size_t i = 0; i < request->section_count && good; i++)
        good = add_named(plan, request->sections[i], error);
    if (good && !request->set_count && !request->section_count && !request->metric_count)
        good = add_set(plan, PLAN_DEFAULT_SET, error);
    if (good && request->metric_count) {
        plan->own = own_section(request);
        add_section(plan, plan->own);
    }
    if (good && plan->section_count)
        qsort(plan->sections, plan->section_count, sizeof *plan->sections, compare_sections);
    if (!good)
        plan_free(plan);
    return good;
}

struct need {
    void (*use)(void *, const char *);
    void *context;
};

static void use_counter(void *context, const char *name)
{
    const struct need *need = context;
    if (section_metric_kind(name) == SECTION_METRIC_COUNTER)
        need->use(need->context, name);
}

static bool has_section(const struct plan *plan, const char *identifier)
{
    for (size_t i = 0; i < plan->section_count; i++)
        if (strcmp(plan->sections[i]->identifier, identifier) == 0)
            return true;
    return false;
}

void plan_rules_each(const struct plan *plan, void (*use)(void *, const char *), void *context)
{
    const struct rule_library *rules = plan->request->rules;
    struct need need = {use, context};
    for (size_t i = 0; rules && i < rules->count; i++) {
        const struct rule_entry *entry = &rules->entries[i];
        if (entry->rule && !entry->built_in && !entry->off &&
            has_section(plan, entry->rule->section))
            rule_needs(entry->rule, use_counter, &need);
    }
}

void plan_free(struct plan *plan)
{
    if (plan->own)
        rep__profiler_section__free_unpacked(plan->own, NULL);
    free(plan->sections);
    free(plan->left_out);
    *plan = (struct plan){0};
}

static bool has_name(const struct plan_group *group, const char *name)
{
    for (size_t i = 0; i < group->count; i++)
        if (strcmp(group->metrics[i], name) == 0)
            return true;
    return false;
}

static void group_add(struct plan_group *group, const char *name)
{
    if (has_name(group, name))
        return;
    mem_grow(&group->metrics, group->count, &group->capacity, sizeof *group->metrics);
    group->metrics[group->count++] = mem_strdup(name);
}

static void group_drop(struct plan_group *group, const char *name)
{
    for (size_t i = 0; i < group->count; i++)
        if (strcmp(group->metrics[i], name) == 0) {
            free(group->metrics[i]);
            group->metrics[i] = group->metrics[--group->count];
            return;
        }
}

static void drop_names(struct plan_group *group)
{
    for (size_t i = 0; i < group->count; i++)
        free(group->metrics[i]);
    free(group->metrics);
}

void chip_plan_add_text(struct chip_plan *plan, const char *name, const char *value)
{
    for (size_t i = 0; i < plan->text_count; i++)
        if (strcmp(plan->texts[i].name, name) == 0)
            return;
    mem_grow(&plan->texts, plan->text_count, &plan->text_capacity, sizeof *plan->texts);
    plan->texts[plan->text_count++] = (struct plan_text){mem_strdup(name), mem_strdup(value)};
}

void expansion_collect(void *context, const char *name)
{
    struct expansion *e = context;
    group_add(&e->names, name);
    group_drop(&e->optional, name);
}

void expansion_collect_optional(struct expansion *e, const char *name)
{
    if (has_name(&e->names, name))
        return;
    group_add(&e->names, name);
    group_add(&e->optional, name);
}

/* A name that --metrics stands for is collected and shown. */
void expansion_show(struct expansion *e, const char *name)
{
    struct chip_plan *plan = e->plan;
    for (size_t i = 0; i < plan->requested_count; i++)
        if (strcmp(plan->requested[i], name) == 0)
            return;
    mem_grow(&plan->requested, plan->requested_count, &plan->requested_capacity,
             sizeof *plan->requested);
    plan->requested[plan->requested_count++] = mem_strdup(name);
}

static void note_name(void *context, const char *name)
{
    struct plan_group *names = context;
    mem_grow(&names->metrics, names->count, &names->capacity, sizeof *names->metrics);
    names->metrics[names->count++] = mem_strdup(name);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A name that a base or a pattern stands for: listed for a pattern of a section, otherwise shown.
 */
static void take_match(struct expansion *e, const char *name)
{
    group_add(&e->names, name);
    if (e->matches)
        note_name(e->matches, name);
    else
        expansion_show(e, name);
    e->matched = true;
}

static void add_suffix(void *context, const char *suffix)
{
    struct expansion *e = context;
    char *name = mem_printf("%s%s%s", e->base, *suffix == '.' ? "" : ".", suffix);
    /* Only the first level is added: rollups and their ratios, not rates and shares. A throughput
     * has only shares. */
    bool deep = strchr(name + strlen(e->base) + 1, '.') != NULL;
    if (deep == e->deep) {
        take_match(e, name);
    }
    free(name);
}

static bool add_base(struct expansion *e, const char *base)
{
    e->base = base;
    e->matched = false;
    for (int deep = 0; deep < 2 && !e->matched; deep++) {
        e->deep = deep;
        cupti_chip_each_suffix(e->chip, base, add_suffix, e);
    }
    return e->matched;
}

static void add_suffix_matching(void *context, const char *suffix)
{
    struct expansion *e = context;
    strbuf_clear(&e->tried);
    strbuf_adds(&e->tried, e->base);
    strbuf_adds(&e->tried, *suffix == '.' ? "" : ".");
    strbuf_adds(&e->tried, suffix);
    if (regex_found(e->regex, e->tried.data))
        take_match(e, e->tried.data);
}

/* As in ncu, the expression is compared with whole names. An expression that matches only a base
 * name means the base name. */
static void add_matching(void *context, const char *base)
{
    struct expansion *e = context;
    e->base = base;
    e->matched = false;
    cupti_chip_each_suffix(e->chip, base, add_suffix_matching, e);
    if (!e->matched && regex_found(e->regex, base))
        add_base(e, base);
    e->any = e->any || e->matched;
}

/* Adds the metrics that a pattern in a section matches, and the list of them as a text. A chip can
 * list a metric several times, once for each domain. */
static void add_pattern(struct expansion *e, const char *name)
{
    struct regex *regex = regex_new(metric_regex(name), NULL);
    struct plan_group matches = {0};
    struct strbuf list = {0};
    if (!regex)
        return;
    regex_hasten(regex);
    e->regex = regex;
    e->matches = &matches;
    cupti_chip_each_metric(e->chip, add_matching, e);
    e->matches = NULL;
    if (matches.count)
        qsort(matches.metrics, matches.count, sizeof *matches.metrics, compare_names);
    strbuf_adds(&list, "");
    for (size_t i = 0; i < matches.count; i++)
        if (!i || strcmp(matches.metrics[i], matches.metrics[i - 1]) != 0)
            strbuf_addf(&list, "%s%s", i ? "," : "", matches.metrics[i]);
    chip_plan_add_text(e->plan, name, list.data);
    strbuf_free(&list);
    drop_names(&matches);
    regex_free(regex);
}

/* Adds the parts of a throughput, and the list itself as a text. */
static void add_breakdown(void *context, const char *throughput)
{
    struct expansion *e = context;
    char *parts = cupti_chip_breakdown(e->chip, throughput);
    if (!parts)
        return;
    char *name = mem_printf("breakdown:%s", throughput);
    chip_plan_add_text(e->plan, name, parts);
    free(name);
    for (char *rest = parts, *part; (part = strsep(&rest, ","));)
        if (*part) {
            group_add(&e->names, part);
            if (e->requested)
                expansion_show(e, part);
        }
    free(parts);
}

static bool has_inside(const struct chip_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->inside_count; i++)
        if (strcmp(plan->inside[i], name) == 0)
            return true;
    return false;
}

static void push_inside(struct chip_plan *plan, const char *name)
{
    mem_grow(&plan->inside, plan->inside_count, &plan->inside_capacity, sizeof *plan->inside);
    plan->inside[plan->inside_count++] = mem_strdup(name);
}

static const char spills[] = "sass__inst_executed_register_spilling";
static const char spills_read[] = "sass__inst_executed_register_spilling_op_read";
static const char spills_written[] = "sass__inst_executed_register_spilling_op_write";

/* As in ncu, these come with any count of register spilling. */
static void add_with_spills(struct expansion *e)
{
    static const char *const names[] = {"inst_executed", "sass__inst_executed_shared_loads",
                                        "sass__inst_executed_shared_stores", spills_read,
                                        spills_written};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        expansion_add_inside(e, names[i], SECTION_METRIC_INSTRUCTION);
}

void expansion_add_inside(struct expansion *e, const char *name, enum section_metric_kind kind)
{
    struct chip_plan *plan = e->plan;
    const bool sampled = kind == SECTION_METRIC_WARP_SAMPLING;
    const struct opcode_metric *opcode = opcode_metric_find(name);
    if (kind == SECTION_METRIC_PM_SAMPLING) {
        /* What tells how it was sampled comes by itself. */
        if (strncmp(name, "profiler__", 10) != 0)
            group_add(&e->sampled, name);
        return;
    }
    const bool spill = spill_metric_find(name) != NULL;
    if (!sampled && !opcode && !spill &&
        !(kind == SECTION_METRIC_INSTRUCTION && instruction_metric_find(name))) {
        e->gaps->kinds[kind] = true;
        return;
    }
    if (has_inside(plan, name))
        return;
    push_inside(plan, name);
    if (opcode)
        expansion_add_inside(e, opcode->counts, SECTION_METRIC_INSTRUCTION);
    if (spill)
        add_with_spills(e);
}

/* As in ncu, opcodes come with the counts that they are made of, and the sums of register spilling
 * with opcodes. */
static void add_opcodes(struct expansion *e)
{
    static const char *const sums[] = {spills, spills_read, spills_written};
    bool all = true;
    for (size_t i = 0; i < opcode_metric_count; i++)
        all = all && has_inside(e->plan, opcode_metrics[i].counts);
    for (size_t i = 0; i < opcode_metric_count && all; i++)
        expansion_add_inside(e, opcode_metrics[i].name, SECTION_METRIC_INSTRUCTION);
    for (size_t i = 0; i < sizeof sums / sizeof *sums && all; i++)
        if (!has_inside(e->plan, sums[i]))
            push_inside(e->plan, sums[i]);
}

/* Whether a section defines the name, and nothing that could be collected has it. */
static bool is_only_defined(const struct expansion *e, const char *name,
                            enum section_metric_kind kind)
{
    bool any_name = !strstr(name, "__");
    return expansion_is_defined(e, name) &&
           (any_name || (kind == SECTION_METRIC_COUNTER && !cupti_chip_knows(e->chip, name)));
}

void expansion_add_name(struct expansion *e, const char *name, bool alone)
{
    bool siblings = e->extra_suffixes && !alone;
    enum section_metric_kind kind = section_metric_kind(name);
    if (is_only_defined(e, name, kind))
        return;
    const struct metric_word word = metric_word_parse(name);
    if (word.kind == METRIC_WORD_GROUP)
        expansion_add_group(e, name, e->requested);
    else if (word.kind == METRIC_WORD_REGEX)
        add_pattern(e, name);
    else if (not_collected[kind])
        expansion_add_inside(e, name, kind);
    else if (word.kind == METRIC_WORD_BREAKDOWN)
        section_metric_rollups(word.text, siblings, add_breakdown, e);
    else if (kind == SECTION_METRIC_COUNTER)
        section_metric_rollups(name, siblings, expansion_collect, e);
}

static void add_name(void *context, const char *name, bool alone)
{
    expansion_add_name(context, name, alone);
}

static void mark_optional(void *context, const char *name, bool alone)
{
    struct expansion *e = context;
    (void)alone;
    group_add(&e->optional, name);
}

static void mark_required(void *context, const char *name, bool alone)
{
    struct expansion *e = context;
    (void)alone;
    group_drop(&e->optional, name);
}

static void mark(struct expansion *e, const struct plan *request,
                 Rep__CollectionImportance importance, section_metric_use *use)
{
    for (size_t i = 0; i < request->section_count; i++)
        section_important_metrics_each(request->sections[i], e->scope, importance, use, e);
}

/* An optional metric that the chip lacks is left out without a word, unless another section
 * requires it. */
static void mark_importance(struct expansion *e, const struct plan *request)
{
    mark(e, request, REP__COLLECTION_IMPORTANCE__CollectionImportance_Optional, mark_optional);
    mark(e, request, REP__COLLECTION_IMPORTANCE__CollectionImportance_Required, mark_required);
}

struct required {
    const struct chip_plan *plan;
    const char *section, *missing;
};

static void look_for_required(void *context, const char *name, bool alone)
{
    struct required *required = context;
    (void)alone;
    for (size_t i = 0; i < required->plan->refused_count && !required->missing; i++)
        if (strcmp(required->plan->refused[i], name) == 0)
            required->missing = name;
}

/* A required metric that the chip lacks is an error. */
static bool has_required(const struct expansion *e, const struct plan *request, struct error *error)
{
    for (size_t i = 0; i < request->section_count; i++) {
        struct required required = {e->plan, request->sections[i]->identifier, NULL};
        section_important_metrics_each(request->sections[i], e->scope,
                                       REP__COLLECTION_IMPORTANCE__CollectionImportance_Required,
                                       look_for_required, &required);
        if (required.missing)
            return error_set(error,
                             "section %s requires the metric %s, which this GPU does not offer; "
                             "leave the section out, or make the metric optional in its file",
                             required.section, required.missing);
    }
    return true;
}

/* Adds a name that the source page asks for. Only a name with a rollup is a counter of the whole
 * kernel. */
static void add_source_name(void *context, const char *name, bool alone)
{
    struct expansion *e = context;
    if (section_metric_kind(name) == SECTION_METRIC_COUNTER && !strchr(name, '.'))
        expansion_add_inside(e, name, SECTION_METRIC_INSTRUCTION);
    else
        expansion_add_name(e, name, alone);
}

static void add_item(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                     size_t number)
{
    (void)body;
    (void)number;
    struct expansion *e = context;
    const char *label;
    const struct memory_item *memory = memory_item_of(item, &label);
    if (memory)
        expansion_add_group(e, memory->group, false);
}

/* Names what is not collected; NULL: nothing is missing. */
static char *name_gaps(const struct gaps *gaps, size_t count)
{
    struct strbuf text = {0};
    for (size_t kind = 0; kind < SECTION_METRIC_KINDS; kind++) {
        bool any = false;
        for (size_t i = 0; i < count && not_collected[kind]; i++) {
            if (!gaps[i].kinds[kind])
                continue;
            if (!any)
                strbuf_addf(&text, "%s%s (", text.length ? ", " : "", not_collected[kind]);
            strbuf_addf(&text, "%s%s", any ? ", " : "", gaps[i].section);
            any = true;
        }
        if (any)
            strbuf_addc(&text, ')');
    }
    return text.length ? strbuf_detach(&text) : NULL;
}

static bool add_regex(struct expansion *e, const char *expression, struct error *error)
{
    struct regex *regex = metric_word_regex(expression, error);
    if (!regex)
        return false;
    e->regex = regex;
    e->any = false;
    cupti_chip_each_metric(e->chip, add_matching, e);
    regex_free(regex);
    return e->any || error_set(error, "--metrics: no metric matches \"%s\"", expression);
}

static void add_required(void *context, const char *name)
{
    expansion_collect_optional(context, name);
}

static void ignore_name(void *context, const char *name)
{
    (void)context, (void)name;
}

static bool refused_group(const char *name, struct error *error)
{
    const char *group = name + strlen(METRIC_GROUP_PREFIX);
    return metric_group_each(group, 0, ignore_name, NULL)
               ? error_set(error, "--metrics: the chip has no counter of \"%s\"", name)
               : unknown_group(group, error);
}

/* A counter with a domain before its name is sampled if a section names it, and counted if the
 * command line does. */
static enum section_metric_kind requested_kind(const char *name)
{
    enum section_metric_kind kind = section_metric_kind(name);
    return kind == SECTION_METRIC_PM_SAMPLING && strncmp(name, "pmsampling:", 11) != 0
               ? SECTION_METRIC_COUNTER
               : kind;
}

/* Adds one name of --metrics. false: it means nothing on this chip; see error. */
static bool add_requested(struct expansion *e, const char *name, struct error *error)
{
    const struct metric_word word = metric_word_parse(name);
    if (word.kind == METRIC_WORD_REGEX)
        return add_regex(e, word.text, error);
    if (!metric_spelling_is_good(name))
        return unknown_metric(e->chip, name, error);
    if (word.kind == METRIC_WORD_BREAKDOWN) {
        size_t before = e->plan->text_count;
        expansion_add_name(e, name, false);
        return e->plan->text_count > before ||
               error_set(error, "--metrics: \"%s\" is not a throughput, it has no breakdown",
                         word.text);
    }
    if (word.kind == METRIC_WORD_GROUP)
        return expansion_add_group(e, name, true) || refused_group(name, error);
    /* Some names of instruction counters are old names of counters, too. */
    const struct legacy_metric *old =
        instruction_metric_find(name) ? NULL : legacy_metric_find(name);
    if (old)
        return expansion_add_legacy(e, old, error);
    if (expansion_add_defined(e, name))
        return true;
    enum section_metric_kind kind = requested_kind(name);
    if (kind != SECTION_METRIC_COUNTER) {
        if (not_collected[kind])
            expansion_add_inside(e, name, kind);
        expansion_show(e, name);
        return expansion_is_computed(e, name) || unknown_metric(e->chip, name, error);
    }
    if (word.kind == METRIC_WORD_BASE)
        return add_base(e, name) || unknown_metric(e->chip, name, error);
    if (!cupti_chip_knows(e->chip, name))
        return unknown_metric(e->chip, name, error);
    section_metric_rollups(name, e->extra_suffixes, expansion_collect, e);
    expansion_show(e, name);
    return true;
}

/* A name that means nothing costs only its own row, unless nothing else is asked for. */
static bool add_all_requested(struct expansion *e, const struct plan *plan, struct error *error)
{
    struct chip_plan *on_chip = e->plan;
    const struct plan_request *request = plan->request;
    for (size_t i = 0; i < request->metric_count; i++) {
        struct error unknown;
        if (add_requested(e, request->metrics[i], &unknown))
            continue;
        if (!on_chip->unknown_count)
            *error = unknown;
        if (!metric_name_is_list(request->metrics[i]))
            expansion_show(e, request->metrics[i]);
        mem_grow(&on_chip->unknown, on_chip->unknown_count, &on_chip->unknown_capacity,
                 sizeof *on_chip->unknown);
        on_chip->unknown[on_chip->unknown_count++] = mem_strdup(unknown.text);
    }
    return on_chip->unknown_count < request->metric_count || !request->metric_count ||
           plan->section_count > 1;
}

size_t plan_family(const char *name)
{
    static const char *const prefixes[] = {"pcie__", "c2clink__", "nvl", "mcc__", "ctc__"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return i + 1;
    return 0;
}

enum { FAMILIES = 6 };

void chip_plan_refuse(struct chip_plan *plan, char *name)
{
    mem_grow(&plan->refused, plan->refused_count, &plan->refused_capacity, sizeof *plan->refused);
    plan->refused[plan->refused_count++] = name;
}

/* The chip lacks this name. The user is told, unless only a group asks for it. */
static void lacks_name(struct expansion *e, char *name)
{
    if (has_name(&e->optional, name))
        free(name);
    else
        chip_plan_refuse(e->plan, name);
}

bool expansion_has(const struct expansion *e, const char *name)
{
    return cupti_chip_lists(e->chip, name) || cupti_chip_knows(e->chip, name);
}

/* Removes the names that the chip lacks. */
static void drop_unknown(struct expansion *e)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->names.count; i++) {
        char *name = e->names.metrics[i];
        if (expansion_has(e, name))
            e->names.metrics[kept++] = name;
        else
            lacks_name(e, name);
    }
    e->names.count = kept;
}

/* Schedules one group. Names that the chip refuses are removed. false: nothing is left, or it
 * fails; see error. */
static bool schedule(struct expansion *e, struct plan_group *group, struct error *error)
{
    for (int attempt = 0; group->count && attempt < 2; attempt++) {
        size_t count;
        const char **names = schedule_names(group->metrics, group->count, &count);
        bool good = cupti_chip_config(e->chip, names, count, &group->image, &group->image_size,
                                      &group->passes, error);
        free(names);
        if (good)
            return true;
        size_t kept = 0;
        for (size_t i = 0; i < group->count; i++)
            if (cupti_chip_knows(e->chip, group->metrics[i]))
                group->metrics[kept++] = group->metrics[i];
            else
                lacks_name(e, group->metrics[i]);
        if (kept == group->count)
            return false;
        group->count = kept;
    }
    return false;
}

static bool make_groups(struct expansion *e, struct error *error)
{
    struct chip_plan *plan = e->plan;
    if (e->names.count)
        qsort(e->names.metrics, e->names.count, sizeof *e->names.metrics, compare_names);
    drop_unknown(e);
    plan->groups = mem_alloc(FAMILIES * sizeof *plan->groups);
    for (size_t f = 0; f < FAMILIES; f++) {
        struct plan_group *group = &plan->groups[plan->group_count];
        for (size_t i = 0; i < e->names.count; i++)
            if (plan_family(e->names.metrics[i]) == f)
                group_add(group, e->names.metrics[i]);
        if (!group->count)
            continue;
        plan->group_count++;
        if (!schedule(e, group, error)) {
            if (group->count)
                return false;
            plan->group_count--;
            free(group->metrics);
            *group = (struct plan_group){0};
        }
    }
    return plan->group_count || error_set(error, "the chip has none of the requested metrics");
}

bool chip_plan_make(struct chip_plan *plan, const struct plan *request, struct cupti_chip *chip,
                    const struct section_scope *scope, struct error *error)
{
    *plan = (struct chip_plan){0};
    struct expansion e = {.plan = plan,
                          .chip = chip,
                          .scope = scope,
                          .library = request->library,
                          .extra_suffixes = request->request->extra_suffixes};
    struct gaps *gaps = mem_alloc((request->section_count + 1) * sizeof *gaps);
    bool good = true;
    for (size_t i = 0; i < request->section_count; i++) {
        const Rep__ProfilerSection *section = request->sections[i];
        e.gaps = &gaps[i];
        e.gaps->section = section->identifier;
        if (section == request->own)
            continue;
        section_metrics_each(section, scope, add_name, &e);
        section_source_metrics_each(section, scope, add_source_name, &e);
    }
    mark_importance(&e, request);
    plan_rules_each(request, add_required, &e);
    e.requested = true;
    e.gaps = &gaps[request->section_count];
    e.gaps->section = "--metrics";
    good = add_all_requested(&e, request, error);
    for (size_t i = 0; i < request->section_count; i++) {
        e.gaps = &gaps[i];
        if (section_filter_passes(request->sections[i]->filter, scope))
            section_items(request->sections[i], scope, add_item, &e);
    }
    add_opcodes(&e);
    /* Every schedule measures the time, since results without it cannot be compared or sorted. */
    if (good)
        group_add(&e.names, "gpu__time_duration.sum");
    good = good && make_groups(&e, error) && has_required(&e, request, error);
    if (good)
        expansion_pack_sampled(&e, request, gaps);
    if (good)
        plan->gaps = name_gaps(gaps, request->section_count + 1);
    free(gaps);
    drop_names(&e.names);
    drop_names(&e.optional);
    drop_names(&e.sampled);
    strbuf_free(&e.tried);
    if (!good)
        chip_plan_free(plan);
    return good;
}

static void note_any(void *any, const char *suffix)
{
    (void)suffix;
    *(bool *)any = true;
}

/* Whether the name may mean something: only a name of a counter can be looked up. */
static bool may_be_known(const struct expansion *e, const char *name)
{
    if (strchr(name, ':'))
        return true;
    if (!metric_spelling_is_good(name))
        return false;
    if (legacy_metric_find(name) || expansion_is_defined(e, name) ||
        requested_kind(name) != SECTION_METRIC_COUNTER || cupti_chip_lists(e->chip, name))
        return true;
    bool any = false;
    char *base = mem_strndup(name, metric_name_parse(name).base_length);
    cupti_chip_each_suffix(e->chip, base, note_any, &any);
    free(base);
    return any;
}

bool plan_is_known(const struct plan *request, struct cupti_chip *chip,
                   const struct section_scope *scope, struct error *error)
{
    const struct plan_request *asked = request->request;
    struct expansion e = {.chip = chip, .scope = scope, .library = request->library};
    bool known = request->section_count > 1 || !asked->metric_count;
    for (size_t i = 0; i < asked->metric_count && !known; i++)
        known = may_be_known(&e, asked->metrics[i]);
    return known || unknown_metric(chip, asked->metrics[0], error);
}

unsigned chip_plan_passes(const struct chip_plan *plan)
{
    unsigned passes = (unsigned)plan->sampled_count;
    bool counts = false, samples = false;
    for (size_t i = 0; i < plan->group_count; i++)
        passes += plan->groups[i].passes;
    for (size_t i = 0; i < plan->inside_count; i++) {
        samples |= section_metric_kind(plan->inside[i]) == SECTION_METRIC_WARP_SAMPLING;
        counts |= instruction_metric_find(plan->inside[i]) != NULL;
    }
    return passes + counts + samples;
}

void chip_plan_free(struct chip_plan *plan)
{
    for (size_t i = 0; i < plan->group_count; i++) {
        drop_names(&plan->groups[i]);
        free(plan->groups[i].image);
    }
    for (size_t i = 0; i < plan->text_count; i++) {
        free(plan->texts[i].name);
        free(plan->texts[i].value);
    }
    for (size_t i = 0; i < plan->definition_count; i++) {
        free(plan->definitions[i].name);
        free(plan->definitions[i].value);
    }
    for (size_t i = 0; i < plan->note_count; i++)
        free(plan->notes[i]);
    for (size_t i = 0; i < plan->refused_count; i++)
        free(plan->refused[i]);
    for (size_t i = 0; i < plan->unknown_count; i++)
        free(plan->unknown[i]);
    free(plan->unknown);
    for (size_t i = 0; i < plan->requested_count; i++)
        free(plan->requested[i]);
    free(plan->definitions);
    free(plan->notes);
    free(plan->requested);
    free(plan->groups);
    free(plan->texts);
    free(plan->refused);
    for (size_t i = 0; i < plan->inside_count; i++)
        free(plan->inside[i]);
    free(plan->inside);
    for (size_t i = 0; i < plan->sampled_count; i++) {
        drop_names(&plan->sampled[i]);
        free(plan->sampled[i].image);
    }
    free(plan->sampled);
    free(plan->gaps);
    *plan = (struct chip_plan){0};
}
