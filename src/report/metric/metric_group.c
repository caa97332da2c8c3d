#include "report/metric/metric_group.h"

#include <stddef.h>
#include <string.h>

/* The members of a group are adjacent. */
static const struct member {
    const char *group, *metric;
    unsigned least, most; /* compute capability; 0: any */
} members[] = {
#include "metric_groups.inc"
};

enum { MEMBERS = sizeof members / sizeof *members };

static bool is_on(const struct member *member, unsigned arch)
{
    return !arch || (arch >= member->least && (!member->most || arch <= member->most));
}

bool metric_group_each(const char *name, unsigned arch, void (*use)(void *, const char *),
                       void *context)
{
    bool found = false;
    for (size_t i = 0; i < MEMBERS; i++) {
        if (strcmp(members[i].group, name) != 0)
            continue;
        found = true;
        if (is_on(&members[i], arch))
            use(context, members[i].metric);
    }
    return found;
}

void metric_groups_each(void (*use)(void *, const char *), void *context)
{
    for (size_t i = 0; i < MEMBERS; i++)
        if (i == 0 || strcmp(members[i - 1].group, members[i].group) != 0)
            use(context, members[i].group);
}
