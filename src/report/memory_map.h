/* memory_map: the memory chart as units and the links between them.
 *
 * Made of the rows of the table "chart" (memory_items.h): "A -> B" is a link, "node A" tells of a
 * unit. A link's traffic is the sum of its parts that have the unit of the first one that a result
 * has; its share of the peak is that of the busiest part. */
#ifndef ROOFTOP_MEMORY_MAP_H
#define ROOFTOP_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"

enum { MEMORY_PARTS = 8 }; /* most of a link */

struct memory_link {
    char from[40], to[40];
    char unit[16];                   /* "inst", "request", "byte", "sector" */
    double amount;                   /* NAN: not collected */
    double peak;                     /* percent of the peak; NAN: not known */
    const char *parts[MEMORY_PARTS]; /* formulas that the amount is the sum of */
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

/* NULL: there is no such link or fact on any chip. */
const struct memory_link *memory_map_link(const struct memory_map *map, const char *from,
                                          const char *to);
const struct memory_fact *memory_map_fact(const struct memory_map *map, const char *node,
                                          const char *name);

/* A formula of memory_tables.tsv. Chips lack some counters: a sum is then the sum of what there is,
 * anything else NAN. What is left of a difference of counters from several passes may be below 0
 * and counts as 0. */
double memory_value(const struct result *result, const char *formula);

#endif
