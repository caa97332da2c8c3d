#include "report/metric/metric_word.h"

#include <stddef.h>
#include <string.h>

#include "report/metric/metric_name.h"

struct metric_word metric_word_parse(const char *word)
{
    static const struct {
        const char *prefix;
        enum metric_word_kind kind;
    } lists[] = {{"regex:", METRIC_WORD_REGEX},
                 {"breakdown:", METRIC_WORD_BREAKDOWN},
                 {"group:", METRIC_WORD_GROUP}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const size_t length = strlen(lists[i].prefix);
        if (strncmp(word, lists[i].prefix, length) == 0)
            return (struct metric_word){lists[i].kind, word + length};
    }
    return (struct metric_word){
        metric_name_parse(word).rollup ? METRIC_WORD_NAME : METRIC_WORD_BASE, word};
}

struct regex *metric_word_regex(const char *expression, struct error *error)
{
    char fault[REGEX_FAULT];
    struct regex *regex = regex_new(expression, fault);
    if (regex)
        regex_hasten(regex);
    else
        error_set(error, "--metrics: \"%s\" is not a regular expression: %s", expression, fault);
    return regex;
}
