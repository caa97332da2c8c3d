#include "report/rules/finding_place.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/metric_value.h"

/* The lines of a result add up what their instructions have. */
struct line {
    struct finding_place place;
    double sum, most; /* most: of the instruction in `place` */
};

struct lines {
    struct line *items;
    size_t count, capacity;
};

/* A line that a text links to. */
struct wanted {
    const char *file;
    size_t length;
    unsigned line; /* 0: any */
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_wanted(const struct wanted *wanted, const struct rule_place *place)
{
    if (!wanted->line)
        return true;
    const char *base = place->file ? base_name(place->file) : "";
    return place->line == wanted->line && strlen(base) == wanted->length &&
           strncmp(base, wanted->file, wanted->length) == 0;
}

static bool same_line(const struct finding_place *a, const struct rule_place *b, uint64_t offset)
{
    if (!a->file || !b->file)
        return !a->file && !b->file && a->offset == offset && strcmp(a->function, b->function) == 0;
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static void add_value(struct lines *lines, const struct rule_place *at, double value)
{
    size_t i = 0;
    while (i < lines->count && !same_line(&lines->items[i].place, at, at->offset))
        i++;
    if (i == lines->count) {
        mem_grow(&lines->items, lines->count, &lines->capacity, sizeof *lines->items);
        lines->items[lines->count++] = (struct line){.most = -1};
    }
    struct line *line = &lines->items[i];
    line->sum += value;
    if (value <= line->most)
        return;
    line->most = value;
    line->place =
        (struct finding_place){at->function, at->offset, at->file, at->file ? at->line : 0};
}

static bool address_of(const Rep__ProfileMetricValue *id, uint64_t *address)
{
    if (!id || id->stringvalue || !(id->has_uint64value || id->has_uint32value))
        return false;
    *address = id->has_uint64value ? id->uint64value : id->uint32value;
    return true;
}

static void add_metric(struct lines *lines, const struct result *result, struct rule_source *source,
                       const Rep__ProfileMetricResult *metric, const struct wanted *wanted)
{
    for (size_t i = 0; metric && i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        struct rule_place at;
        uint64_t address;
        double value;
        if (address_of(element->correlationid, &address) &&
            metric_value_number(element->elementvalue, &value) && value > 0 &&
            rule_source_find(source, result, address, &at) && is_wanted(wanted, &at))
            add_value(lines, &at, value);
    }
}

static void add_samples(struct lines *lines, const struct result *result,
                        struct rule_source *source, const struct wanted *wanted)
{
    static const char prefix[] = "smsp__pcsamp_warps_issue_stalled_", tail[] = "_not_issued";
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        size_t length = strlen(name);
        bool reason =
            strncmp(name, prefix, sizeof prefix - 1) == 0 &&
            (length < sizeof tail || strcmp(name + length - (sizeof tail - 1), tail) != 0);
        if (reason && result_has_instances(result, i))
            add_metric(lines, result, source, result_instances(result, i), wanted);
    }
    if (!lines->count)
        add_metric(lines, result, source,
                   result_metric_instances(result, "smsp__pcsamp_sample_count"), wanted);
    if (!lines->count && wanted->line)
        add_metric(lines, result, source, result_metric_instances(result, "inst_executed"), wanted);
}

/* The metrics that an item, or those behind it up to the next message, name. */
static void add_named(struct lines *lines, const struct result *result, struct rule_source *source,
                      const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item)
{
    const struct wanted any = {NULL, 0, 0};
    bool behind = false;
    for (size_t i = 0; i < rule->body->n_items && !lines->count; i++) {
        const Rep__RuleResultBodyItem *one = rule->body->items[i];
        if (behind && one->message)
            return;
        behind = behind || one == item;
        for (size_t j = 0; behind && j < one->n_focusmetrics && !lines->count; j++)
            if (one->focusmetrics[j]->metricname)
                add_metric(lines, result, source,
                           result_metric_instances(result, one->focusmetrics[j]->metricname), &any);
    }
}

/* Reads "@source:FILE:LINE:LABEL@", whose lines count from 0. */
static bool read_link(const char *text, struct wanted *wanted)
{
    static const char start[] = "@source:";
    if (strncmp(text, start, sizeof start - 1) != 0)
        return false;
    wanted->file = text + sizeof start - 1;
    const char *colon = strchr(wanted->file, ':');
    if (!colon)
        return false;
    wanted->length = (size_t)(colon - wanted->file);
    wanted->line = (unsigned)strtoul(colon + 1, NULL, 10) + 1;
    return true;
}

/* Returns whether a text links to a line. Of "LINE (near LINE)" the second is the caller's. */
static bool find_link(const char *text, struct wanted *wanted)
{
    static const char near[] = " (near ";
    const char *link = strstr(text, "@source:");
    if (!link || !read_link(link, wanted))
        return false;
    const char *end = strchr(link + 1, '@');
    if (end && strncmp(end + 1, near, sizeof near - 1) == 0)
        read_link(end + sizeof near, wanted);
    return true;
}

/* Finds the first "@sass:ADDRESS:LABEL@" whose instruction is known: the address is that of the
 * metrics' instances, decimal or hexadecimal. */
static bool find_address(const char *text, const struct result *result, struct rule_source *source,
                         struct finding_place *place)
{
    static const char start[] = "@sass:";
    for (const char *at = strstr(text, start); at; at = strstr(at + 1, start)) {
        const char *digits = at + sizeof start - 1;
        char *end;
        struct rule_place found;
        const uint64_t address = strtoull(digits, &end, 0);
        if (end == digits || *end != ':' || !rule_source_find(source, result, address, &found))
            continue;
        *place = (struct finding_place){found.function, found.offset, found.file,
                                        found.file ? found.line : 0};
        return true;
    }
    return false;
}

static bool take_largest(struct lines *lines, struct finding_place *place)
{
    const struct line *best = NULL;
    for (size_t i = 0; i < lines->count; i++)
        if (!best || lines->items[i].sum > best->sum)
            best = &lines->items[i];
    if (best)
        *place = best->place;
    free(lines->items);
    return best;
}

bool finding_place_find(const struct result *result, struct rule_source *source,
                        const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item,
                        struct finding_place *place)
{
    struct lines lines = {0};
    struct wanted wanted = {NULL, 0, 0};
    if (!source)
        return false;
    const char *text = item->message ? item->message->message : NULL;
    if (text && find_address(text, result, source, place))
        return true;
    if (text && find_link(text, &wanted))
        add_samples(&lines, result, source, &wanted);
    if (!lines.count)
        add_named(&lines, result, source, rule, item);
    wanted = (struct wanted){NULL, 0, 0};
    if (!lines.count)
        add_samples(&lines, result, source, &wanted);
    return take_largest(&lines, place);
}
