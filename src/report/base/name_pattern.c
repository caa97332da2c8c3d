#include "report/base/name_pattern.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/regex_fault.h"
#include "report/base/regex_make.h"

bool name_pattern_set(struct name_pattern *pattern, const char *text, struct error *error)
{
    name_pattern_free(pattern);
    pattern->is_regex = strncmp(text, "regex:", 6) == 0;
    if (pattern->is_regex) {
        int problem = regex_make(&pattern->regex, text + 6);
        if (problem) {
            char reason[REGEX_FAULT];
            regex_fault(reason, problem, &pattern->regex, text + 6);
            pattern->is_regex = false;
            return error_set(error, "\"%s\" is not a regular expression: %s", text + 6, reason);
        }
    }
    pattern->text = mem_strdup(text);
    return true;
}

bool name_pattern_matches(const struct name_pattern *pattern, const char *name)
{
    if (!pattern->text)
        return true;
    if (pattern->is_regex)
        return regexec(&pattern->regex, name, 0, NULL, 0) == 0;
    return strcmp(pattern->text, name) == 0;
}

void name_pattern_free(struct name_pattern *pattern)
{
    if (pattern->is_regex)
        regfree(&pattern->regex);
    free(pattern->text);
    pattern->text = NULL;
    pattern->is_regex = false;
}
