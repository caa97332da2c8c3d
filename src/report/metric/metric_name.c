#include "report/metric/metric_name.h"

#include <string.h>

#include "report/metric/metric_word.h"

const char *const metric_rollups[4] = {"avg", "max", "min", "sum"};

struct metric_name metric_name_parse(const char *name)
{
    struct metric_name parts = {.base = name};
    const char *counter = strstr(name, "__");
    const char *dot = strchr(counter ? counter : name, '.');
    if (!dot) {
        parts.base_length = strlen(name);
        return parts;
    }
    parts.base_length = (size_t)(dot - name);
    parts.rollup = dot + 1;
    parts.rollup_length = strcspn(parts.rollup, ".");
    if (parts.rollup[parts.rollup_length] == '.')
        parts.submetric = parts.rollup + parts.rollup_length + 1;
    return parts;
}

bool metric_name_has_rollup(const struct metric_name *name)
{
    for (size_t i = 0; i < 4; i++)
        if (name->rollup_length == 3 && strncmp(name->rollup, metric_rollups[i], 3) == 0)
            return true;
    return false;
}

bool metric_name_is_list(const char *name)
{
    const enum metric_word_kind kind = metric_word_parse(name).kind;
    return kind != METRIC_WORD_NAME && kind != METRIC_WORD_BASE;
}

bool metric_name_is_device(const char *name)
{
    static const char prefix[] = "device__attribute_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0;
}

bool metric_name_is_sampled(const char *name)
{
    const char *counter = strstr(name, "__");
    return counter && strcspn(name, ".:") < (size_t)(counter - name);
}
