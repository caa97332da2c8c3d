#include "list_filter.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

bool list_filter_set(struct list_filter *filter, const char *text, struct error *error)
{
    struct name_pattern pattern = {0};
    if (strncmp(text, "regex:", 6) == 0 && !name_pattern_set(&pattern, text, error))
        return false;
    list_filter_free(filter);
    filter->pattern = pattern;
    filter->text = *text ? mem_strdup(text) : NULL;
    return true;
}

bool list_filter_takes(const struct list_filter *filter, const char *name)
{
    if (!filter->text)
        return true;
    if (filter->pattern.is_regex)
        return name_pattern_matches(&filter->pattern, name);
    return strcasestr(name, filter->text) != NULL;
}

void list_filter_free(struct list_filter *filter)
{
    name_pattern_free(&filter->pattern);
    free(filter->text);
    filter->text = NULL;
}
