#include "report/metric/metric_regex.h"

#include <stddef.h>
#include <string.h>

const char *metric_regex(const char *name)
{
    static const char prefix[] = "regex:";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : NULL;
}
