/* glossary: the field's terms in words: pipelines, units, quantities, stall reasons, headers of the
 * memory tables, rooflines, replay. data/glossary.tsv has them; --explain, the help of metrics and
 * rooftop-glossary(7) show them. */
#ifndef ROOFTOP_REPORT_METRIC_GLOSSARY_H
#define ROOFTOP_REPORT_METRIC_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

struct glossary_term {
    const char *topic; /* "pipeline", "unit", "stall", ...; terms of a topic follow each other */
    const char *name;
    const char *also;   /* other names, with commas between them; "" if none */
    const char *text;   /* what it is: whole sentences */
    const char *advice; /* what to try first; "" if nothing */
};

typedef void glossary_use(void *context, const struct glossary_term *term);

/* Visits all terms in the order of the file. */
void glossary_each(glossary_use *use, void *context);

/* Visits the terms that have this name. Upper and lower case are alike, and so are blanks, dots,
 * hyphens and underscores: "Long Scoreboard" is "long_scoreboard". Returns whether there is one. */
bool glossary_find(const char *name, glossary_use *use, void *context);

/* Returns whether two names are the same in this sense. "*" in `name` stands for any words. */
bool glossary_same(const char *name, const char *other);

/* Visits the terms that occur in the name of a metric, or in the label of a number in a table or
 * chart: its unit, the pipeline, the stall reason, the quantity. */
void glossary_of_metric(const char *metric, glossary_use *use, void *context);

#endif
