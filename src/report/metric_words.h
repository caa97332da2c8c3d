/* metric_words: what the name of a metric says, in words.
 *
 * A name is taken apart at its marks (metric_name.h): the pass group of a sampled metric, the part
 * of the chip, the counter, the rollup over all instances of that part, the submetric. Each has
 * words in data/metric_words.tsv; a counter is put together from the longest of its parts that have
 * some, and what has none stands there as it is. Facts of the launch, the device and the like have
 * a sentence of their own (data/query_metrics.tsv). */
#ifndef ROOFTOP_METRIC_WORDS_H
#define ROOFTOP_METRIC_WORDS_H

#include <stddef.h>

#include "strbuf.h"

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
    struct strbuf sentence; /* never empty; ends in a full stop */
};

/* Release with metric_words_free(). */
struct metric_words metric_words(const char *name);
void metric_words_free(struct metric_words *words);

#endif
