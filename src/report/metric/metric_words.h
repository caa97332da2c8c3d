/* metric_words: explains the name of a metric in words.
 *
 * A name has parts (metric_name.h): the pass group of a sampled metric, the part of the chip, the
 * counter, the rollup over all instances of that part, and the submetric. data/metric_words.tsv has
 * words for them. The words of a counter are those of its longest known parts; unknown parts stay
 * as they are. Facts of the launch, the device and the like have a sentence of their own
 * (data/query_metrics.tsv). */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_WORDS_H
#define ROOFTOP_REPORT_METRIC_METRIC_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"

enum metric_part_kind {
    METRIC_PART_GROUP,
    METRIC_PART_UNIT,
    METRIC_PART_COUNTER,
    METRIC_PART_ROLLUP,
    METRIC_PART_SUBMETRIC,
    METRIC_PARTS
};

extern const char *const metric_part_names[METRIC_PARTS]; /* "unit", ... */

struct metric_part {
    struct strbuf name, words; /* both empty: the name has no such part */
};

struct metric_words {
    struct metric_part parts[METRIC_PARTS];
    struct strbuf sentence; /* never empty; ends with a full stop */
    bool unknown;           /* a unit or a part of the counter has no words and stands as it is */
};

/* Returns the words of a name. Release with metric_words_free(). */
struct metric_words metric_words(const char *name);
void metric_words_free(struct metric_words *words);

#endif
