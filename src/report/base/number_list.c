#include "report/base/number_list.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static bool take_number(const char **at, unsigned *number)
{
    char *end;
    if (!isdigit((unsigned char)**at))
        return false;
    errno = 0;
    unsigned long value = strtoul(*at, &end, 10);
    *at = end;
    *number = (unsigned)value;
    return !errno && value <= INT_MAX;
}

bool number_list_add(struct number_list *list, const char *text, struct error *error)
{
    for (const char *at = text;; at++) {
        struct number_range range = {.step = 1};
        if (!take_number(&at, &range.first))
            break;
        range.last = range.first;
        if (*at == '-' && (at++, !take_number(&at, &range.last)))
            break;
        if (range.last < range.first || (*at && *at != ','))
            break;
        mem_grow(&list->ranges, list->count, &list->capacity, sizeof *list->ranges);
        list->ranges[list->count++] = range;
        if (!*at)
            return true;
    }
    return error_set(error, "\"%s\" is not a list of numbers and ranges such as 0,4-7", text);
}

bool number_list_add_samples(struct number_list *list, const char *text, struct error *error)
{
    static const char every[] = "every:";
    if (strncmp(text, every, sizeof every - 1) != 0)
        return number_list_add(list, text, error);
    struct number_range range = {.last = INT_MAX};
    const char *at = text + sizeof every - 1;
    if (!take_number(&at, &range.step) || *at || !range.step)
        return error_set(error, "\"%s\": a number from 1 on follows every:", text);
    mem_grow(&list->ranges, list->count, &list->capacity, sizeof *list->ranges);
    list->ranges[list->count++] = range;
    return true;
}

bool number_list_has(const struct number_list *list, unsigned number)
{
    for (size_t i = 0; i < list->count; i++)
        if (number >= list->ranges[i].first && number <= list->ranges[i].last &&
            (number - list->ranges[i].first) % list->ranges[i].step == 0)
            return true;
    return false;
}

unsigned number_list_first(const struct number_list *list)
{
    unsigned first = list->count ? list->ranges[0].first : 0;
    for (size_t i = 1; i < list->count; i++)
        if (list->ranges[i].first < first)
            first = list->ranges[i].first;
    return first;
}

void number_list_free(struct number_list *list)
{
    free(list->ranges);
    *list = (struct number_list){0};
}
