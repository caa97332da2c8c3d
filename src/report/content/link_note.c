#include "report/content/link_note.h"

#include <string.h>

#include "report/content/section_view.h"
#include "report/section/section_items.h"

/* The number that decides whether there is anything to show. A section is recognised by the
 * items of its bodies or, if it has only counters in its header, by its identifier. */
static const struct subject {
    const char *metric, *section;
    const char *none, *unknown;
} nvlink = {"nvlink__count_logical", "Nvlink",
            "No two GPUs that the program could use are joined by NVLink.",
            "Which GPUs are joined by NVLink was not recorded."},
  nodes = {"numa__dev_display_name_all", NULL, "No GPU has a place among the NUMA nodes.",
           "Which NUMA nodes are near the GPUs was not recorded."},
  processor_link = {"c2clink__present", "C2CLink", "No GPU is linked to a processor of its board.",
                    "Whether the GPU is linked to a processor of its board was not recorded."};

static void look_at(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                    size_t number)
{
    (void)body, (void)number;
    const struct subject **subject = context;
    if (item->nvlinktopology || item->nvlinkpropertytable || item->nvlinkthroughputtable)
        *subject = &nvlink;
    else if (item->numaidtable)
        *subject = &nodes;
}

static const struct subject *subject_of_items(const Rep__ProfilerSection *section)
{
    const struct section_scope any = {.scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
    const struct subject *subject = NULL;
    section_items(section, &any, look_at, &subject);
    return subject;
}

bool link_note_concerns(const Rep__ProfilerSection *section)
{
    return subject_of_items(section) != NULL;
}

const char *link_note(const struct result *result, const Rep__ProfilerSection *section)
{
    static const struct subject *const by_identifier[] = {&nvlink, &processor_link};
    const struct subject *subject = subject_of_items(section);
    for (size_t i = 0; !subject && i < sizeof by_identifier / sizeof *by_identifier; i++)
        if (strcmp(section->identifier, by_identifier[i]->section) == 0)
            subject = by_identifier[i];
    double number;
    if (!subject)
        return NULL;
    if (!result_number(result, subject->metric, &number))
        return subject->unknown;
    return number > 0 ? NULL : subject->none;
}
