#include "report/metric/metric_regex.h"

#include <stddef.h>

#include "report/metric/metric_word.h"

const char *metric_regex(const char *name)
{
    const struct metric_word word = metric_word_parse(name);
    return word.kind == METRIC_WORD_REGEX ? word.text : NULL;
}
