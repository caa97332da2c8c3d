#include "report/rules/rule_scripts.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/message_depth.h"
#include "report/base/textproto.h"
#include "report/file/metric_unpack.h"
#include "report/python/python_host.h"
#include "report/python/python_result.h"

enum { MOST_DEATHS = 3 };

struct rule_scripts {
    bool missing; /* it was said that there is no Python */
    struct python_host *host;
    struct python_result *place;
};

struct rule_scripts *rule_scripts_new(void)
{
    struct rule_scripts *scripts = mem_alloc(sizeof *scripts);
    scripts->host = python_host_new();
    scripts->place = python_result_new();
    return scripts;
}

void rule_scripts_free(struct rule_scripts *scripts)
{
    if (!scripts)
        return;
    python_host_free(scripts->host);
    python_result_free(scripts->place);
    free(scripts);
}

bool rule_scripts_may_be(const char *text, size_t length)
{
    static const char word[] = "get_identifier";
    return memmem(text, length, word, sizeof word - 1) != NULL;
}

static char **copy_texts(struct arena *arena, char *const *texts, size_t count)
{
    char **copies = arena_alloc(arena, (count + 1) * sizeof *copies);
    for (size_t i = 0; i < count; i++)
        copies[i] = arena_strdup(arena, texts[i]);
    return copies;
}

static struct rule *make_rule(const Py__Rule *found, const char *file)
{
    struct rule *rule = mem_alloc(sizeof *rule);
    struct arena *arena = &rule->arena;
    rule->identifier = arena_strdup(arena, found->identifier);
    rule->name = arena_strdup(arena, found->name ? found->name : found->identifier);
    rule->section = arena_strdup(arena, found->section ? found->section : "");
    rule->description = arena_strdup(arena, found->description ? found->description : "");
    rule->parents = copy_texts(arena, found->parents, found->n_parents);
    rule->parent_count = found->n_parents;
    rule->script = arena_alloc(arena, sizeof *rule->script);
    rule->script->file = arena_strdup(arena, file);
    rule->script->metrics = copy_texts(arena, found->metrics, found->n_metrics);
    rule->script->metric_count = found->n_metrics;
    rule->script->rules = copy_texts(arena, found->rules, found->n_rules);
    rule->script->rule_count = found->n_rules;
    return rule;
}

struct rule *rule_scripts_load(struct rule_scripts *scripts, const char *file, struct error *error)
{
    enum python_fault fault;
    struct rule *rule = NULL;
    error->text[0] = '\0';
    Py__Rule *found = python_host_load(scripts->host, file, &fault, error);
    if (!found && fault == PYTHON_MISSING) {
        if (scripts->missing)
            error->text[0] = '\0';
        scripts->missing = true;
    }
    if (!found)
        return NULL;
    if (found->error)
        error_set(error, "%s", found->error);
    else if (!found->helper && (!found->identifier || !*found->identifier))
        error_set(error, "%s: its get_identifier() returns an empty text", file);
    else if (!found->helper)
        rule = make_rule(found, file);
    py__rule__free_unpacked(found, NULL);
    return rule;
}

static Rep__RuleResult *new_result(const struct rule *rule, struct arena *arena)
{
    Rep__RuleResult *made = arena_alloc(arena, sizeof *made);
    rep__rule_result__init(made);
    made->identifier = arena_strdup(arena, rule->identifier);
    made->displayname = arena_strdup(arena, rule->name);
    made->sectionidentifier = arena_strdup(arena, rule->section);
    return made;
}

/* Returns a result with one error. */
static Rep__RuleResult *failure(const struct rule *rule, const struct error *error,
                                struct arena *arena)
{
    Rep__RuleResult *made = new_result(rule, arena);
    Rep__RuleResultBodyItem *item = arena_alloc(arena, sizeof *item);
    rep__rule_result_body_item__init(item);
    item->message = arena_alloc(arena, sizeof *item->message);
    rep__rule_result_message__init(item->message);
    item->message->message = arena_strdup(arena, error->text);
    item->message->name = arena_strdup(arena, "The rule failed");
    item->message->type = REP__RULE_RESULT_MESSAGE_TYPE__Error;
    made->body = arena_alloc(arena, sizeof *made->body);
    rep__rule_result_body__init(made->body);
    made->body->items = arena_alloc(arena, sizeof *made->body->items);
    made->body->items[0] = item;
    made->body->n_items = 1;
    return made;
}

static void *unpack(const ProtobufCMessageDescriptor *descriptor, const ProtobufCBinaryData *bytes,
                    struct arena *arena)
{
    ProtobufCAllocator allocator = arena_protobuf(arena);
    return message_is_shallow(descriptor, bytes->data, bytes->len)
               ? protobuf_c_message_unpack(descriptor, &allocator, bytes->len, bytes->data)
               : NULL;
}

/* Copies a message into the arena. */
static void *keep(const ProtobufCMessage *message, struct arena *arena)
{
    ProtobufCBinaryData bytes = {protobuf_c_message_get_packed_size(message), NULL};
    bytes.data = mem_alloc(bytes.len + 1);
    protobuf_c_message_pack(message, bytes.data);
    void *kept = unpack(message->descriptor, &bytes, arena);
    free(bytes.data);
    return kept;
}

#define KEEP_CHART(item, from, member, arena)                                                      \
    if ((from)->member)                                                                            \
    (item)->member = keep(&(from)->member->base, arena)

/* Puts the chart of a file into an item. One that cannot be read is an error of the rule. */
static void put_chart(Rep__RuleResultBodyItem *item, const Py__Chart *chart, struct arena *arena)
{
    struct error error = {""};
    Rep__ProfilerSectionBodyItem *body = (Rep__ProfilerSectionBodyItem *)textproto_parse(
        &rep__profiler_section_body_item__descriptor, chart->path, chart->text, strlen(chart->text),
        &error);
    if (!body) {
        item->message = arena_alloc(arena, sizeof *item->message);
        rep__rule_result_message__init(item->message);
        item->message->message = arena_strdup(arena, error.text);
        item->message->type = REP__RULE_RESULT_MESSAGE_TYPE__Error;
        return;
    }
    KEEP_CHART(item, body, table, arena);
    KEEP_CHART(item, body, barchart, arena);
    KEEP_CHART(item, body, histogramchart, arena);
    KEEP_CHART(item, body, linechart, arena);
    KEEP_CHART(item, body, rooflinechart, arena);
    KEEP_CHART(item, body, sourcemetrictable, arena);
    KEEP_CHART(item, body, suffixtable, arena);
    protobuf_c_message_free_unpacked(&body->base, NULL);
}

static void take_sent(const Py__Findings *found, struct rule_dictionary *sent, struct arena *arena)
{
    sent->list = mem_alloc((found->n_sent + 1) * sizeof *sent->list);
    for (size_t i = 0; i < found->n_sent; i++)
        sent->list[sent->count++] =
            (struct rule_said){arena_strdup(arena, found->sent[i]->name), found->sent[i]->value};
}

static void take_metrics(const Py__Findings *found, struct result *result)
{
    for (size_t i = 0; i < found->n_added; i++) {
        Rep__ProfileMetricResult *metric = unpack(&rep__profile_metric_result__descriptor,
                                                  &found->added[i]->metric, &result->arena);
        if (!metric)
            continue;
        metric->nameid = report_intern(result->report, found->added[i]->name);
        result_put_metric(result, metric);
    }
}

/* Makes what the rule found a part of a report, under the names that the rule had when it was
 * loaded. */
static Rep__RuleResult *take_findings(const struct rule *rule, const Py__Findings *found,
                                      struct arena *arena)
{
    Rep__RuleResult *made =
        found->has_result ? unpack(&rep__rule_result__descriptor, &found->result, arena) : NULL;
    if (!made)
        return NULL;
    made->identifier = arena_strdup(arena, rule->identifier);
    made->displayname = arena_strdup(arena, rule->name);
    made->sectionidentifier = arena_strdup(arena, rule->section);
    for (size_t i = 0; i < found->n_charts; i++)
        if (made->body && found->charts[i]->item < made->body->n_items)
            put_chart(made->body->items[found->charts[i]->item], found->charts[i], arena);
    return made;
}

/* Notes how the rule ended. Returns what is to be told. */
static Rep__RuleResult *note_fault(const struct rule *rule, enum python_fault fault,
                                   struct error *error, struct arena *arena)
{
    struct rule_script *script = rule->script;
    script->died += fault == PYTHON_DIED;
    script->given_up = fault != PYTHON_DIED || script->died == MOST_DEATHS;
    if (script->given_up && fault != PYTHON_MISSING) {
        struct error whole = {""};
        error_set(&whole, "%s; it is not run any more", error->text);
        *error = whole;
    }
    return fault == PYTHON_MISSING ? new_result(rule, arena) : failure(rule, error, arena);
}

/* A rule that needs a metric is not run without it. */
static bool has_metrics(const struct rule_script *script, const struct result *result)
{
    for (size_t i = 0; i < script->metric_count; i++)
        if (!result_metric(result, script->metrics[i]))
            return false;
    return true;
}

static struct python_numbers *numbers_of(const struct rule_received *received, size_t count)
{
    struct python_numbers *numbers = mem_alloc((count + 1) * sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        const struct rule_dictionary *sent = received[i].sent;
        struct python_number *list = mem_alloc((sent->count + 1) * sizeof *list);
        for (size_t j = 0; j < sent->count; j++)
            list[j] = (struct python_number){sent->list[j].name, sent->list[j].value};
        numbers[i] = (struct python_numbers){received[i].from, list, sent->count};
    }
    return numbers;
}

static Py__Findings *run(struct rule_scripts *scripts, const struct rule *rule,
                         const struct result *result, const struct rule_received *received,
                         size_t received_count, enum python_fault *fault, struct error *error)
{
    struct python_task task = {.file = rule->script->file, .received_count = received_count};
    *fault = PYTHON_DIED;
    task.report = python_result_place(scripts->place, result, &task.result, error);
    if (!task.report)
        return NULL;
    struct python_numbers *numbers = numbers_of(received, received_count);
    task.received = numbers;
    Py__Findings *found = python_host_run(scripts->host, &task, fault, error);
    for (size_t i = 0; i < received_count; i++)
        free((void *)numbers[i].list);
    free(numbers);
    return found;
}

Rep__RuleResult *rule_scripts_run(struct rule_scripts *scripts, const struct rule *rule,
                                  struct result *result, const struct rule_received *received,
                                  size_t received_count, struct rule_dictionary *sent,
                                  struct arena *arena)
{
    struct error error = {""};
    enum python_fault fault = PYTHON_FINE;
    if (rule->script->given_up || !has_metrics(rule->script, result))
        return new_result(rule, arena);
    Py__Findings *found = run(scripts, rule, result, received, received_count, &fault, &error);
    if (!found)
        return note_fault(rule, fault, &error, arena);
    Rep__RuleResult *made = take_findings(rule, found, arena);
    if (!made) {
        error_set(&error, "%s", found->error ? found->error : "the rule gave back nothing");
        made = failure(rule, &error, arena);
    } else {
        take_sent(found, sent, arena);
        take_metrics(found, result);
    }
    py__findings__free_unpacked(found, NULL);
    return made;
}
