#include "report/filter/range_filter.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/regex.h"

static bool take_restart(bool *restart, const char *text, size_t length)
{
    static const struct {
        const char *word;
        bool value;
    } words[] = {{"", false}, {"no", false}, {"off", false}, {"yes", true}, {"on", true}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && strncmp(words[i].word, text, length) == 0) {
            *restart = words[i].value;
            return true;
        }
    return false;
}

static bool take_numbers(char **numbers, const char *text, size_t length, struct error *error)
{
    char reason[REGEX_FAULT];
    if (!length)
        return true;
    *numbers = mem_printf("^(?:%.*s)$", (int)length, text);
    struct regex *regex = regex_new(*numbers, reason);
    regex_free(regex);
    return regex ||
           error_set(error, "\"%.*s\" is not a regular expression: %s", (int)length, text, reason);
}

static bool parse(struct range_filter *filter, const char *text, struct error *error)
{
    const char *starts = strchr(text, ':');
    const char *ranges = starts ? strchr(starts + 1, ':') : NULL;
    if (!ranges || strchr(ranges + 1, ':'))
        return error_set(
            error, "\"%s\" does not have three parts: RESTART:STARTS:RANGES (any may be empty)",
            text);
    if (!take_restart(&filter->restart, text, (size_t)(starts - text)))
        return error_set(error, "\"%.*s\" is not yes, no, on or off", (int)(starts - text), text);
    return take_numbers(&filter->starts, starts + 1, (size_t)(ranges - starts - 1), error) &&
           take_numbers(&filter->ranges, ranges + 1, strlen(ranges + 1), error);
}

bool range_filter_set(struct range_filter *filter, const char *text, struct error *error)
{
    struct range_filter made = {0};
    bool good = parse(&made, text, error);
    range_filter_free(filter);
    if (good)
        *filter = made;
    else
        range_filter_free(&made);
    return good;
}

void range_filter_free(struct range_filter *filter)
{
    free(filter->starts);
    free(filter->ranges);
    *filter = (struct range_filter){0};
}
