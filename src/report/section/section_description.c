#include "report/section/section_description.h"

#include <string.h>

#include "report/section/section_messages.h"

struct search {
    const char *metric, *text;
};

static bool take_description(void *context, const ProtobufCMessage *message)
{
    struct search *search = context;
    const Rep__ProfilerSectionMetric *metric = (const Rep__ProfilerSectionMetric *)message;
    if (message->descriptor == &rep__profiler_section_metric__descriptor && metric->description &&
        strcmp(metric->name, search->metric) == 0)
        search->text = metric->description->text;
    return search->text != NULL;
}

const char *section_description(const Rep__ProfilerSection *section, const char *metric)
{
    struct search search = {metric, NULL};
    section_messages_each(&section->base, take_description, &search);
    return search.text;
}
