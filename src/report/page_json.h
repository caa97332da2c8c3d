/* page_json: what the JSON pages have in common. The schema is described in man/rooftop-json.5; a
 * change that takes a member away or gives it another meaning needs a new JSON_VERSION.
 *
 * A page is
 *
 *     page_json_begin(&json, report, options, out);
 *     json_open(&json, "results", JSON_ARRAY);
 *     ... for each result, in page_each():
 *         page_json_result_open(&json, result);
 *         ... its members
 *         json_close(&json);
 *     page_json_end(&json, good ? NULL : error);
 *
 * Units are base units. A member that the report has nothing for is left out. */
#ifndef ROOFTOP_PAGE_JSON_H
#define ROOFTOP_PAGE_JSON_H

#include "body_table.h"
#include "json_writer.h"
#include "page_internal.h"

enum { JSON_VERSION = 1 };

/* The document up to what its schema has for itself: schema, version, program. */
void page_json_head(struct json_writer *json, const char *schema, FILE *out);
/* The document up to its results: schema, page, reports with their sessions. */
void page_json_begin(struct json_writer *json, struct report *report,
                     const struct page_options *options, FILE *out);
/* "reports": path, damage, session. */
void page_json_reports(struct json_writer *json, struct report *report,
                       const struct page_options *options);
/* Closes what is open and ends the document; error: why it is not complete, or NULL. */
void page_json_end(struct json_writer *json, const struct error *error);

/* Opens the object of a result and writes what it is: ids, names, sizes, places, NVTX ranges, call
 * stacks. */
void page_json_result_open(struct json_writer *json, const struct result *result);

/* Members of the open object: where results of a group agree. */
void page_json_process(struct json_writer *json, const struct result *result);
void page_json_kernel(struct json_writer *json, const struct result *result);
void page_json_device(struct json_writer *json, const struct result *result);

/* A value as it is stored: a text, a whole number, a double. Without a value (or NULL) nothing in
 * an object, null in an array (key NULL). */
void page_json_value(struct json_writer *json, const char *key,
                     const Rep__ProfileMetricValue *value);

/* One metric as an object on a line: name, label (NULL: none), unit, value, instances. */
void page_json_metric(struct json_writer *json, const char *name, const char *label,
                      const char *unit, const Rep__ProfileMetricResult *metric,
                      enum raw_instances instances);

/* A table of a body, an object. */
void page_json_table(struct json_writer *json, const struct body_table *table);

/* A whole page. */
bool page_json_print(struct report *report, const struct page_options *options, FILE *out,
                     struct error *error);

/* The parts of the pages between begin and end; false as for page_each(). */
bool page_json_details(struct report *report, const struct page_options *options,
                       struct json_writer *json, struct error *error);
bool page_json_raw(struct report *report, const struct page_options *options,
                   struct json_writer *json, struct error *error);
bool page_json_summary(struct report *report, const struct page_options *options,
                       struct json_writer *json, struct error *error);
bool page_json_source(struct report *report, const struct page_options *options,
                      struct json_writer *json, struct error *error);
bool page_json_opportunities(struct report *report, const struct page_options *options,
                             struct json_writer *json, struct error *error);
void page_json_findings(struct json_writer *json, const struct result *result,
                        const Rep__ProfilerSection *section);

/* Members of the open object: what the item of a rule says, its speedup, metrics and tables.
 * origin: NULL for no such member. */
void page_json_finding(struct json_writer *json, const Rep__RuleResult *rule, const char *origin,
                       const Rep__RuleResultBodyItem *item);
/* The same for all items that have a message to show, an object for each. */
void page_json_rule(struct json_writer *json, const Rep__RuleResult *rule, const char *origin);

#endif
