/* The samples of a result come as one list of instances for each stall reason. They are gathered,
 * sorted by address, and each address is looked up once. */
#include "report/content/hot_index.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/code/sass_opcode.h"
#include "report/content/stall_causes.h"
#include "report/file/report_weight.h"
#include "report/metric/metric_value.h"
#include "report/names/demangle.h"
#include "report/rules/finding_text.h"
#include "report/rules/opportunities.h"

static const char prefix[] = "smsp__pcsamp_warps_issue_stalled_";
static const char not_issued[] = "_not_issued";
static const char all_samples[] = "smsp__pcsamp_sample_count";

struct hot_index *hot_index_new(struct report *report, const struct rule_library *rules)
{
    struct hot_index *index = mem_alloc(sizeof *index);
    index->report = report;
    index->rules = rules;
    index->source = rule_source_new(report);
    return index;
}

void hot_index_free(struct hot_index *index)
{
    if (!index)
        return;
    rule_source_free(index->source);
    name_index_free(&index->keys);
    name_index_free(&index->line_keys);
    name_index_free(&index->function_keys);
    name_index_free(&index->words);
    name_index_free(&index->kernels);
    arena_free(&index->arena);
    free(index->places);
    free(index->samples);
    free(index->marks);
    free(index->results);
    free(index);
}

/* Returns the number of a text, of which the index keeps a copy if it is new. */
static uint32_t number_of(struct hot_index *index, struct name_index *names, const char *text)
{
    size_t before = names->count, number = name_index_add(names, text);
    if (names->count > before)
        names->names[number] = arena_strdup(&index->arena, text);
    return (uint32_t)number;
}

static const char *kept(struct hot_index *index, const char *text)
{
    uint32_t number = number_of(index, &index->words, text);
    return index->words.names[number];
}

static struct hot_result *result_at(struct hot_index *index, size_t at)
{
    while (index->result_count <= at) {
        mem_grow(&index->results, index->result_count, &index->result_capacity,
                 sizeof *index->results);
        index->results[index->result_count++] = (struct hot_result){0};
    }
    return &index->results[at];
}

void hot_index_skip(struct hot_index *index, size_t result)
{
    result_at(index, result)->added = true;
}

bool hot_index_has(const struct hot_index *index, size_t result)
{
    return result < index->result_count && index->results[result].added;
}

/* --- samples of a result by address ----------------------------------------------------------- */

struct raw {
    uint64_t address;
    double count;
    uint16_t stall;
};

struct raws {
    struct raw *items;
    size_t count, capacity;
};

static bool address_of(const Rep__ProfileMetricValue *id, uint64_t *address)
{
    if (!id || id->stringvalue || !(id->has_uint64value || id->has_uint32value))
        return false;
    *address = id->has_uint64value ? id->uint64value : id->uint32value;
    return true;
}

static void gather(struct raws *raws, const Rep__ProfileMetricResult *metric, uint16_t stall)
{
    for (size_t i = 0; metric && i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        struct raw raw = {.stall = stall};
        if (!address_of(element->correlationid, &raw.address) ||
            !metric_value_number(element->elementvalue, &raw.count) || !(raw.count > 0))
            continue;
        mem_grow(&raws->items, raws->count, &raws->capacity, sizeof *raws->items);
        raws->items[raws->count++] = raw;
    }
}

/* Returns the number of a reason, whose words are its metric's, or HOT_MOST_STALLS if there are too
 * many. */
static uint16_t stall_of(struct hot_index *index, const char *reason)
{
    char words[sizeof index->stalls[0]];
    size_t i = 0, length = strnlen(reason, sizeof words - 1);
    memcpy(words, reason, length);
    words[length] = '\0';
    for (char *at = words; (at = strchr(at, '_'));)
        *at = ' ';
    while (i < index->stall_count && strcmp(index->stalls[i], words) != 0)
        i++;
    if (i == index->stall_count && i < HOT_MOST_STALLS)
        memcpy(index->stalls[index->stall_count++], words, sizeof words);
    return (uint16_t)i;
}

static bool is_reason(const char *name)
{
    size_t length = strlen(name), tail = sizeof not_issued - 1;
    return strncmp(name, prefix, sizeof prefix - 1) == 0 &&
           (length < tail || strcmp(name + length - tail, not_issued) != 0);
}

static int by_address(const void *a, const void *b)
{
    const struct raw *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

static void gather_all(struct hot_index *index, struct raws *raws, const struct result *result)
{
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        if (!is_reason(name) || !result_has_instances(result, i))
            continue;
        uint16_t stall = stall_of(index, name + sizeof prefix - 1);
        if (stall < HOT_MOST_STALLS)
            gather(raws, result_instances(result, i), stall);
    }
    if (!raws->count)
        gather(raws, result_metric_instances(result, all_samples), HOT_MOST_STALLS);
    if (raws->count)
        qsort(raws->items, raws->count, sizeof *raws->items, by_address);
}

/* --- places ----------------------------------------------------------------------------------- */

/* The start of the function that an address belongs to, as far as the result says; 0: unknown. */
static uint64_t start_of(const struct result *result, uint64_t address)
{
    const Rep__ProfileMetricResult *pcs = result_metric_instances(result, "launch__function_pcs");
    uint64_t start = 0;
    for (size_t i = 0; pcs && i < pcs->n_metricvaluelist; i++) {
        uint64_t pc = pcs->metricvaluelist[i]->elementvalue->uint64value;
        if (pc <= address && pc > start)
            start = pc;
    }
    return start;
}

/* A function's name for people: without the type of its result and its parameters; template
 * arguments stay. */
static const char *shown_name(struct hot_index *index, const struct result *result,
                              const char *mangled)
{
    static const char nothing[] = "void ";
    bool own = strcmp(mangled, result->mangled) == 0;
    char *full = own ? mem_strdup(result->name) : demangle_full(mangled), *name = full;
    int depth = 0;
    if (strncmp(name, nothing, sizeof nothing - 1) == 0)
        name += sizeof nothing - 1;
    for (char *at = name; *at; at++) {
        depth += (*at == '<') - (*at == '>');
        if (*at == '(' && !depth && at > name && strncmp(at, "(anonymous", 10) != 0) {
            *at = '\0';
            break;
        }
    }
    const char *shown = kept(index, name);
    free(full);
    return shown;
}

static void set_line(struct hot_index *index, struct hot_place *made,
                     const struct rule_place *found, const char *key)
{
    if (!found->file) {
        made->line_key = number_of(index, &index->line_keys, key);
        return;
    }
    struct strbuf line = {0};
    made->file = kept(index, found->file);
    made->line = found->line;
    made->text = kept(index, found->text);
    strbuf_addf(&line, "%s:%u", found->file, found->line);
    made->line_key = number_of(index, &index->line_keys, line.data);
    strbuf_free(&line);
}

static struct hot_place make_place(struct hot_index *index, const struct result *result,
                                   const struct rule_place *found, const char *key)
{
    struct hot_place made = {.function = kept(index, found->function),
                             .shown = shown_name(index, result, found->function),
                             .text = ""};
    if (found->bits[0] | found->bits[1])
        made.opcode = sass_opcode(result_arch(result), found->bits);
    made.function_key = number_of(index, &index->function_keys, made.function);
    set_line(index, &made, found, key);
    return made;
}

/* Returns the number of a place by its key; *made: it is new, for the caller to fill. */
static uint32_t number_of_place(struct hot_index *index, const char *key, bool *made)
{
    const size_t before = index->keys.count;
    const uint32_t place = number_of(index, &index->keys, key);
    *made = index->keys.count > before;
    if (*made) {
        mem_grow(&index->places, place, &index->place_capacity, sizeof *index->places);
        index->places[place] = arena_alloc(&index->arena, sizeof **index->places);
    }
    return place;
}

static uint32_t place_of(struct hot_index *index, const struct result *result, uint64_t address)
{
    struct rule_place found;
    struct strbuf key = {0};
    uint64_t offset = 0;
    if (!rule_source_find(index->source, result, address, &found)) {
        found = (struct rule_place){.function = result->name, .text = ""};
        offset = address - start_of(result, address);
    }
    if (found.code)
        offset = found.offset;
    strbuf_addf(&key, "%s+%" PRIx64 " %" PRIx64, found.function, offset, found.code);
    bool made;
    const uint32_t place = number_of_place(index, key.data, &made);
    if (made) {
        *index->places[place] = make_place(index, result, &found, key.data);
        index->places[place]->offset = offset;
    }
    strbuf_free(&key);
    return place;
}

/* Functions are known by their mangled names where the report has their code, else by the result's
 * name, as in place_of(). */
static const char *function_of(const struct hot_index *index, const struct result *result)
{
    for (size_t i = 0; i < index->function_keys.count; i++)
        if (strcmp(index->function_keys.names[i], result->mangled) == 0)
            return result->mangled;
    return result->name;
}

/* The kernel of the result as a whole. */
static uint32_t whole_of(struct hot_index *index, const struct result *result)
{
    struct strbuf key = {0};
    bool made;
    strbuf_addf(&key, "%s whole", result->mangled);
    const uint32_t place = number_of_place(index, key.data, &made);
    if (made) {
        const struct rule_place found = {.function = function_of(index, result), .text = ""};
        *index->places[place] = make_place(index, result, &found, key.data);
        index->places[place]->whole = true;
    }
    strbuf_free(&key);
    return place;
}

/* --- findings --------------------------------------------------------------------------------- */

static const char *title_of(const Rep__RuleResult *rule)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultMessage *message = rule->body->items[i]->message;
        if (message && finding_marker(message->type) && message->name && *message->name)
            return message->name;
    }
    return rule->displayname;
}

static double speedup_of(const Rep__RuleResult *rule)
{
    double most = 0;
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultSpeedup *speedup = rule->body->items[i]->speedup;
        if (speedup && speedup->has_value && speedup->value > most)
            most = fmin(speedup->value, 100);
    }
    return most;
}

static void add_mark(struct hot_index *index, const struct hot_mark *mark)
{
    mem_grow(&index->marks, index->mark_count, &index->mark_capacity, sizeof *index->marks);
    index->marks[index->mark_count++] = *mark;
}

/* A line or an instruction that has no samples is in no list, so its mark is dropped. */
static void add_source_mark(struct hot_index *index, const struct result *result,
                            const Rep__SourceMarker *marker, struct hot_mark mark)
{
    struct strbuf key = {0};
    size_t before;
    if (marker->kind == REP__MARKER_KIND__Source) {
        if (marker->source_location_case != REP__SOURCE_MARKER__SOURCE_LOCATION_LINE_NUMBER ||
            !marker->filename)
            return;
        strbuf_addf(&key, "%s:%u", marker->filename, marker->linenumber);
        before = index->line_keys.count;
        mark.of = HOT_OF_LINE;
        mark.key = number_of(index, &index->line_keys, key.data);
        if (before == index->line_keys.count)
            add_mark(index, &mark);
    } else if (marker->source_location_case == REP__SOURCE_MARKER__SOURCE_LOCATION_ADDRESS) {
        mark.of = HOT_OF_INSTRUCTION;
        mark.key = place_of(index, result, marker->address);
        add_mark(index, &mark);
    }
    strbuf_free(&key);
}

/* Marks the function of the result, of which code of others may be a part. */
static void add_function_mark(struct hot_index *index, const struct result *result,
                              struct hot_mark mark)
{
    for (size_t i = 0; i < index->function_keys.count; i++)
        if (strcmp(index->function_keys.names[i], result->mangled) == 0 ||
            strcmp(index->function_keys.names[i], result->name) == 0) {
            mark.key = (uint32_t)i;
            add_mark(index, &mark);
        }
}

/* Where no duration was measured nothing is known to save time. */
static void add_promising_mark(struct hot_index *index, const struct result *result)
{
    const size_t count = result->found ? result->own_rule_count : result->rule_count;
    const Rep__RuleResult *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (speedup_of(result->rules[i]) > (best ? speedup_of(best) : 0))
            best = result->rules[i];
    if (best)
        add_function_mark(index, result,
                          (struct hot_mark){.of = HOT_OF_FUNCTION,
                                            .rule = kept(index, best->identifier),
                                            .title = kept(index, title_of(best)),
                                            .speedup = speedup_of(best)});
}

/* What limits the kernel, by the name that the list and the summary have for it. One that is about
 * a part of the kernel promises nothing for its time. */
static void add_kernel_mark(struct hot_index *index, const struct result *result)
{
    size_t count;
    struct opportunities *own = opportunities_of_result(index->rules, NULL, result);
    const struct cause *cause = opportunities_causes(own, &count);
    if (!count)
        cause = opportunities_partial(own, &count);
    if (count)
        add_function_mark(index, result,
                          (struct hot_mark){.of = HOT_OF_FUNCTION,
                                            .rule = kept(index, cause->findings->rule),
                                            .title = kept(index, cause->name),
                                            .speedup = cause->partial ? 0 : cause->speedup});
    else
        add_promising_mark(index, result);
    opportunities_free(own);
}

/* Findings about the whole kernel that are about what some of its lines use. */
static void add_uses_marks(struct hot_index *index, const struct result *result,
                           const Rep__RuleResult *rule)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultMessage *message = rule->body->items[i]->message;
        if (!message || !finding_marker(message->type) || !message->name)
            continue;
        const unsigned uses = stall_cause_uses(rule->identifier, message->name);
        if (uses)
            add_function_mark(index, result,
                              (struct hot_mark){.of = HOT_OF_USES,
                                                .uses = uses,
                                                .rule = kept(index, rule->identifier),
                                                .title = kept(index, message->name),
                                                .speedup = speedup_of(rule)});
    }
}

/* All findings mark code, as in the source view. */
static void add_marks(struct hot_index *index, const struct result *result)
{
    for (size_t i = 0; i < result->rule_count; i++) {
        const Rep__RuleResult *rule = result->rules[i];
        add_uses_marks(index, result, rule);
        struct hot_mark mark = {.rule = kept(index, rule->identifier),
                                .title = kept(index, title_of(rule)),
                                .speedup = speedup_of(rule)};
        for (size_t j = 0; j < rule->n_sourcemarkers; j++)
            add_source_mark(index, result, rule->sourcemarkers[j], mark);
    }
    add_kernel_mark(index, result);
}

/* --- results ---------------------------------------------------------------------------------- */

static double add_samples(struct hot_index *index, const struct result *result,
                          const struct raws *raws)
{
    double all = 0;
    uint32_t place = HOT_NONE;
    for (size_t i = 0; i < raws->count; i++) {
        const struct raw *raw = &raws->items[i];
        if (!i || raw->address != raws->items[i - 1].address)
            place = place_of(index, result, raw->address);
        mem_grow(&index->samples, index->sample_count, &index->sample_capacity,
                 sizeof *index->samples);
        index->samples[index->sample_count++] =
            (struct hot_sample){place, raw->stall, (float)raw->count};
        all += raw->count;
    }
    return all;
}

void hot_index_add(struct hot_index *index, const struct result *result)
{
    struct hot_result *made = result_at(index, result->index);
    struct raws raws = {0};
    struct report_weight weight;
    double duration;
    if (made->added)
        return;
    *made = (struct hot_result){
        .added = true, .first = index->sample_count, .first_mark = index->mark_count};
    if (result_number(result, "gpu__time_duration.sum", &duration) && duration > 0)
        made->duration = duration;
    if (report_weight(result->report, result->index, &weight))
        made->duration = weight.time;
    gather_all(index, &raws, result);
    made->samples = add_samples(index, result, &raws);
    made->count = index->sample_count - made->first;
    made->kernel = number_of(index, &index->kernels, result->mangled);
    made->whole = whole_of(index, result);
    if (made->count)
        add_marks(index, result);
    made->mark_count = index->mark_count - made->first_mark;
    free(raws.items);
}
