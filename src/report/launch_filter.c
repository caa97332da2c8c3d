#include "launch_filter.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

bool launch_filter_set_pattern(struct launch_filter *filter, const char *pattern,
                               struct error *error)
{
    launch_filter_free(filter);
    filter->is_regex = strncmp(pattern, "regex:", 6) == 0;
    if (filter->is_regex) {
        int problem = regcomp(&filter->regex, pattern + 6, REG_EXTENDED | REG_NOSUB);
        if (problem) {
            char text[128];
            regerror(problem, &filter->regex, text, sizeof text);
            filter->is_regex = false;
            return error_set(error, "\"%s\" is not a regular expression: %s", pattern + 6, text);
        }
    }
    filter->pattern = mem_strdup(pattern);
    return true;
}

void launch_filter_free(struct launch_filter *filter)
{
    if (filter->is_regex)
        regfree(&filter->regex);
    free(filter->pattern);
    filter->pattern = NULL;
    filter->is_regex = false;
}

static bool matches(const struct launch_filter *filter, const char *name)
{
    if (!filter->pattern)
        return true;
    if (filter->is_regex)
        return regexec(&filter->regex, name, 0, NULL, 0) == 0;
    return strcmp(filter->pattern, name) == 0;
}

enum launch_verdict launch_filter_judge(struct launch_filter *filter, const char *function,
                                        const char *demangled, const char *mangled)
{
    const char *const names[] = {function, demangled, mangled};
    if (filter->count && filter->matched >= filter->skip &&
        filter->matched - filter->skip >= filter->count)
        return LAUNCH_DONE;
    if (!matches(filter, names[filter->base]))
        return LAUNCH_NEVER;
    return filter->matched++ < filter->skip ? LAUNCH_SKIP : LAUNCH_TAKE;
}
