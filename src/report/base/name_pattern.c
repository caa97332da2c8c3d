#include "report/base/name_pattern.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

bool name_pattern_set(struct name_pattern *pattern, const char *text, struct error *error)
{
    name_pattern_free(pattern);
    if (strncmp(text, "regex:", 6) == 0) {
        char reason[REGEX_FAULT];
        pattern->regex = regex_new(text + 6, reason);
        if (!pattern->regex)
            return error_set(error, "\"%s\" is not a regular expression: %s", text + 6, reason);
    }
    pattern->text = mem_strdup(text);
    return true;
}

bool name_pattern_matches(const struct name_pattern *pattern, const char *name)
{
    if (!pattern->text)
        return true;
    if (pattern->regex)
        return regex_found(pattern->regex, name);
    return strcmp(pattern->text, name) == 0;
}

void name_pattern_free(struct name_pattern *pattern)
{
    regex_free(pattern->regex);
    free(pattern->text);
    *pattern = (struct name_pattern){0};
}
