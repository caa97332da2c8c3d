/* How it works: each column that is no part of the summary has a source with one fact per result.
 * Whichever fact is missing, all sources of that result are read in one pass over its bytes,
 * because the pass is the expensive part. `wanted` maps ids of metric names to sources, so that the
 * pass needs no comparison of texts. */
#include "tui/list/list_facts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/nvtx_ranges.h"

void list_facts_free(struct list_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->sources[i].facts);
        free(facts->sources[i].metric);
    }
    for (size_t i = 0; i < facts->texts.count; i++)
        free((char *)facts->texts.names[i]);
    name_index_free(&facts->texts);
    free(facts->sources);
    free(facts->wanted);
    free(facts->values);
    *facts = (struct list_facts){.report = facts->report};
}

/* Returns whether the field has no metric and is not in the summary. */
static bool is_launch_fact(enum list_field field)
{
    return field == LIST_STREAM || field == LIST_CONTEXT || field == LIST_PROCESS ||
           field == LIST_THREAD || field == LIST_NVTX;
}

int list_facts_find(const struct list_facts *facts, const struct list_column *column)
{
    const char *metric = list_column_metric(column);
    if (column->field == LIST_DURATION || (!metric && !is_launch_fact(column->field)))
        return LIST_NO_SOURCE;
    for (size_t i = 0; i < facts->count; i++)
        if (metric ? facts->sources[i].metric && strcmp(facts->sources[i].metric, metric) == 0
                   : facts->sources[i].field == column->field)
            return (int)i;
    return LIST_NOT_READ;
}

int list_facts_source(struct list_facts *facts, const struct list_column *column)
{
    const char *metric = list_column_metric(column);
    int source = list_facts_find(facts, column);
    if (source != LIST_NOT_READ)
        return source;
    mem_grow(&facts->sources, facts->count, &facts->capacity, sizeof *facts->sources);
    facts->sources[facts->count] =
        (struct list_source){.field = column->field, .metric = metric ? mem_strdup(metric) : NULL};
    return (int)facts->count++;
}

/* Returns the kept copy of a text. Texts that many results share are kept once. */
static const char *keep_text(struct list_facts *facts, char *text)
{
    size_t known = facts->texts.count, at = name_index_add(&facts->texts, text);
    if (facts->texts.count == known)
        free(text);
    return facts->texts.names[at];
}

static bool is_settled(const struct list_facts *facts)
{
    return report_string_count(facts->report) == facts->wanted_count &&
           facts->count == facts->wanted_for;
}

/* Updates `wanted`. A file may have a name twice, and names arrive while a program runs. */
void list_facts_settle(struct list_facts *facts)
{
    size_t count = report_string_count(facts->report);
    if (is_settled(facts))
        return;
    free(facts->wanted);
    facts->wanted = mem_alloc((count + 1) * sizeof *facts->wanted);
    facts->values = mem_realloc(facts->values, (facts->count + 1) * sizeof *facts->values);
    for (size_t i = 0; i < count; i++) {
        const char *name = report_string(facts->report, (uint32_t)i);
        for (size_t j = 0; j < facts->count; j++)
            if (facts->sources[j].metric && strcmp(facts->sources[j].metric, name) == 0) {
                facts->wanted[i] = (uint16_t)(j + 1);
                facts->sources[j].is_named = true;
            }
    }
    facts->wanted_count = count;
    facts->wanted_for = facts->count;
}

static bool has_name(const struct report *report, const char *name)
{
    for (size_t i = 0; i < report_string_count(report); i++)
        if (strcmp(report_string(report, (uint32_t)i), name) == 0)
            return true;
    return false;
}

bool list_facts_named(const struct list_facts *facts, const struct list_column *column)
{
    int source = list_facts_find(facts, column);
    const char *metric = list_column_metric(column);
    if (source == LIST_NO_SOURCE || !metric)
        return true;
    return source != LIST_NOT_READ && is_settled(facts) ? facts->sources[source].is_named
                                                        : has_name(facts->report, metric);
}

static void put(struct list_facts *facts, size_t source, size_t result, bool known, double number,
                char *text)
{
    struct list_source *to = &facts->sources[source];
    to->facts[result] =
        (struct list_fact){true, known, number, text ? keep_text(facts, text) : NULL};
}

static void read_metrics(struct list_facts *facts, size_t result)
{
    list_facts_settle(facts);
    memset(facts->values, 0, facts->count * sizeof *facts->values);
    report_pick_values(facts->report, result, facts->wanted, facts->wanted_count, facts->values);
    for (size_t i = 0; i < facts->count; i++) {
        const struct report_value *value = &facts->values[i];
        if (facts->sources[i].metric && !facts->sources[i].facts[result].is_read)
            put(facts, i, result, value->known, value->known ? value->number : NAN,
                value->text ? mem_strndup(value->text, value->length) : NULL);
    }
}

static char *range_of(const struct result_launch *launch)
{
    Rep__NvtxState *state =
        launch->nvtx ? rep__nvtx_state__unpack(NULL, launch->nvtx_length, launch->nvtx) : NULL;
    const struct result of = {.nvtx = state, .thread = launch->thread};
    const char *name = nvtx_innermost(&of);
    char *copy = name ? mem_strdup(name) : NULL;
    if (state)
        rep__nvtx_state__free_unpacked(state, NULL);
    return copy;
}

static char *process_of(const struct report *report, size_t result)
{
    const Rep__ProcessInfo *process = report_result_process(report, result);
    const char *name = process->processname ? process->processname : "";
    const char *slash = strrchr(name, '/');
    return process->processid ? mem_printf("%s %u", slash ? slash + 1 : name, process->processid)
                              : NULL;
}

static void put_text(struct list_facts *facts, size_t source, size_t result, char *text)
{
    put(facts, source, result, text != NULL, NAN, text);
}

static void put_number(struct list_facts *facts, size_t source, size_t result, bool known,
                       unsigned number)
{
    put(facts, source, result, known, known ? number : NAN, NULL);
}

/* A field of is_launch_fact(). */
static void put_launch(struct list_facts *facts, size_t source, size_t result,
                       const struct result_launch *launch)
{
    switch (facts->sources[source].field) {
    case LIST_NVTX:
        put_text(facts, source, result, range_of(launch));
        break;
    case LIST_PROCESS:
        put_text(facts, source, result, process_of(facts->report, result));
        break;
    case LIST_STREAM:
        put_number(facts, source, result, launch->has_stream, launch->stream);
        break;
    case LIST_CONTEXT:
        put_number(facts, source, result, true, launch->context);
        break;
    case LIST_THREAD:
        put_number(facts, source, result, true, launch->thread);
        break;
    default:
        put_number(facts, source, result, false, 0);
    }
}

static void read_launch(struct list_facts *facts, size_t result)
{
    struct result_launch launch;
    report_launch(facts->report, result, &launch);
    for (size_t i = 0; i < facts->count; i++) {
        if (!facts->sources[i].metric && !facts->sources[i].facts[result].is_read)
            put_launch(facts, i, result, &launch);
    }
    result_launch_free(&launch);
}

static void make_room(struct list_source *source, size_t count)
{
    if (source->capacity >= count)
        return;
    source->facts = mem_realloc(source->facts, count * sizeof *source->facts);
    memset(source->facts + source->capacity, 0, (count - source->capacity) * sizeof *source->facts);
    source->capacity = count;
}

static void read_all(struct list_facts *facts, size_t result)
{
    bool metrics = false, launch = false;
    size_t count = report_count(facts->report);
    for (size_t i = 0; i < facts->count; i++) {
        struct list_source *source = &facts->sources[i];
        /* Results arrive one by one, so allocate more than needed. */
        if (source->capacity < count)
            make_room(source, count + count / 2);
        bool missing = !source->facts[result].is_read;
        metrics = metrics || (missing && source->metric);
        launch = launch || (missing && !source->metric);
    }
    if (metrics)
        read_metrics(facts, result);
    if (launch)
        read_launch(facts, result);
}

const struct list_fact *list_facts_get(struct list_facts *facts, int source, size_t result)
{
    struct list_source *from = &facts->sources[source];
    if (result >= from->capacity || !from->facts[result].is_read)
        read_all(facts, result);
    return &from->facts[result];
}

const struct list_fact *list_facts_kept(const struct list_facts *facts, int source, size_t result)
{
    const struct list_source *from = source >= 0 ? &facts->sources[source] : NULL;
    return from && result < from->capacity && from->facts[result].is_read ? &from->facts[result]
                                                                          : NULL;
}

/* Returns how many results have been read in order. */
static size_t read_of(const struct list_facts *facts, int source)
{
    return source == LIST_NOT_READ ? 0 : facts->sources[source].next;
}

bool list_facts_whole(const struct list_facts *facts, int source)
{
    return source == LIST_NO_SOURCE || read_of(facts, source) >= report_count(facts->report);
}

int list_facts_percent(const struct list_facts *facts, int source)
{
    size_t count = report_count(facts->report);
    return source == LIST_NO_SOURCE || !count ? 100 : (int)(100 * read_of(facts, source) / count);
}

void list_facts_step(struct list_facts *facts, int source)
{
    struct list_source *from = &facts->sources[source];
    if (from->next < report_count(facts->report))
        list_facts_get(facts, source, from->next++);
}
