#include "report/section/section_check.h"

#include <string.h>

#include "report.pb-c.h"
#include "report/base/regex.h"
#include "report/expr/expr.h"
#include "report/metric/metric_regex.h"

static bool check_section(void *context, const void *message, const struct textproto_block *block)
{
    const Rep__ProfilerSection *section = message;
    (void)context;
    if (!*section->identifier)
        return textproto_refuse(block, "Identifier", NULL, "the Identifier is empty");
    if (strpbrk(section->identifier, " \t\r\n,"))
        return textproto_refuse(block, "Identifier", NULL,
                                "the Identifier \"%s\" has a blank or comma, with which --section "
                                "and rules cannot name it",
                                section->identifier);
    return true;
}

/* Returns whether a field of the body item is an item. */
static bool is_item(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    return strcmp(field->name, "Filter") != 0 &&
           *(const void *const *)((const char *)message + field->offset);
}

static bool check_item(void *context, const void *message, const struct textproto_block *block)
{
    const ProtobufCMessageDescriptor *all = ((const ProtobufCMessage *)message)->descriptor;
    const char *first = NULL;
    (void)context;
    for (unsigned i = 0; i < all->n_fields; i++) {
        const char *name = all->fields[i].name;
        if (!is_item(message, &all->fields[i]))
            continue;
        if (first)
            return textproto_refuse(block, name, NULL,
                                    "Items has %s and %s; give each an Items of its own", first,
                                    name);
        first = name;
    }
    return true;
}

static bool check_name(const char *name, const struct textproto_block *block)
{
    char fault[REGEX_FAULT];
    const char *pattern = metric_regex(name);
    if (!pattern)
        return true;
    struct regex *regex = regex_new(pattern, fault);
    regex_free(regex);
    return regex || textproto_refuse(block, "Name", NULL, "\"%s\" is not a regular expression: %s",
                                     pattern, fault);
}

static bool check_metric(void *context, const void *message, const struct textproto_block *block)
{
    (void)context;
    return check_name(((const Rep__ProfilerSectionMetric *)message)->name, block);
}

static bool check_option(void *context, const void *message, const struct textproto_block *block)
{
    (void)context;
    return check_name(((const Rep__ProfilerSectionMetricOption *)message)->name, block);
}

static bool check_header(void *context, const void *message, const struct textproto_block *block)
{
    const Rep__ProfilerSectionHeader *header = message;
    (void)context;
    for (size_t i = 0; i < header->n_metrics; i++)
        if (metric_regex(header->metrics[i]->name))
            return textproto_refuse(block, "Metrics", NULL,
                                    "a Header takes no \"%s\"; put it into a Table or BarChart",
                                    header->metrics[i]->name);
    return true;
}

static void ignore(void *context, const char *name)
{
    (void)context, (void)name;
}

static bool check_definition(void *context, const void *message,
                             const struct textproto_block *block)
{
    const Rep__ProfilerSectionMetricDefinition *definition = message;
    struct error *first = context, error = {0};
    if (!expr_metrics(definition->expression, ignore, NULL, &error) && !*first->text)
        textproto_refuse(block, "Expression", first, "%s: %s", definition->name, error.text);
    return true;
}

static const struct {
    const ProtobufCMessageDescriptor *of;
    bool (*check)(void *context, const void *message, const struct textproto_block *block);
} checks[] = {
    {&rep__profiler_section__descriptor, check_section},
    {&rep__profiler_section_body_item__descriptor, check_item},
    {&rep__profiler_section_metric__descriptor, check_metric},
    {&rep__profiler_section_metric_option__descriptor, check_option},
    {&rep__profiler_section_header__descriptor, check_header},
    {&rep__profiler_section_metric_definition__descriptor, check_definition},
};

bool section_check(void *context, const ProtobufCMessage *message,
                   const struct textproto_block *block)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (message->descriptor == checks[i].of && !checks[i].check(context, message, block))
            return false;
    return true;
}
