/* memory_map: the memory chart as units and the links between them.
 *
 * It is made of the rows of the table "chart" (memory_items.h): a row "A -> B" describes a link,
 * a row "node A" a fact of a unit. The traffic of a link is the sum of its parts. If parts have
 * several units, those with the unit of the first part that the result has are summed up. The
 * link's share of the peak is that of its busiest part. */
#ifndef ROOFTOP_REPORT_CONTENT_MEMORY_MAP_H
#define ROOFTOP_REPORT_CONTENT_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "report/file/result.h"

enum { MEMORY_PARTS = 8 }; /* most parts of a link */

struct memory_link {
    char from[40], to[40];
    char unit[16];                   /* "inst", "request", "byte", "sector" */
    double amount;                   /* NAN: not collected */
    double peak;                     /* percent of the peak; NAN: not known */
    const char *parts[MEMORY_PARTS]; /* formulas whose sum is the amount */
    size_t part_count;
};

/* A fact of a unit: "hit rate", "port peak %", ... */
struct memory_fact {
    char node[40], name[40], unit[16];
    double value; /* NAN: not collected */
    const char *formula;
};

struct memory_map {
    struct memory_link *links; /* in the order of the table */
    size_t link_count, link_capacity;
    struct memory_fact *facts;
    size_t fact_count, fact_capacity;
};

struct memory_map *memory_map_new(const struct result *result);
void memory_map_free(struct memory_map *map);

/* Find a link or a fact. NULL if no chip has it. */
const struct memory_link *memory_map_link(const struct memory_map *map, const char *from,
                                          const char *to);
const struct memory_fact *memory_map_fact(const struct memory_map *map, const char *node,
                                          const char *name);

/* The value of a formula of memory_tables.tsv. Chips lack some counters: a sum is then the sum
 * of the others, and any other formula is NAN. A difference of counters from several passes can
 * come out below 0; it counts as 0. */
double memory_value(const struct result *result, const char *formula);

#endif
