/* metric_word: what a word of --metrics means, as its form tells. What measures metrics and what
 * shows them read the words in this way.
 *
 * A word is a full name, the base name of several metrics, a regular expression that is found in
 * names, or a name for a list of metrics: the parts of a throughput, the members of a group. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_WORD_H
#define ROOFTOP_REPORT_METRIC_METRIC_WORD_H

#include "report/base/error.h"
#include "report/base/regex.h"

enum metric_word_kind {
    METRIC_WORD_NAME,
    METRIC_WORD_BASE, /* a name without rollup; that of a computed metric is one, too */
    METRIC_WORD_REGEX,
    METRIC_WORD_BREAKDOWN,
    METRIC_WORD_GROUP
};

struct metric_word {
    enum metric_word_kind kind;
    const char *text; /* in the word, behind "regex:", "breakdown:" or "group:" */
};

struct metric_word metric_word_parse(const char *word);

/* Returns the regular expression of a word, made for many names. Returns NULL with the error if it
 * is none. */
struct regex *metric_word_regex(const char *expression, struct error *error);

#endif
