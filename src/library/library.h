/* library: the open report behind the functions of rooftop_report.h, and what their files share. */
#ifndef ROOFTOP_LIBRARY_LIBRARY_H
#define ROOFTOP_LIBRARY_LIBRARY_H

#include <stdio.h>

#include "library/rooftop_report.h"
#include "report/base/error.h"
#include "report/base/json_writer.h"
#include "report/base/strbuf.h"
#include "report/code/code_listing.h"
#include "report/content/raw_unit.h"
#include "report/file/metric_columns.h"
#include "report/file/result_cache.h"
#include "report/rules/rule_source.h"

#define ROOFTOP_API __attribute__((visibility("default")))

struct rooftop_report {
    struct report *report;
    struct metric_columns columns;
    size_t columns_of; /* result + 1 that the columns are of; 0: none */
    struct instance_columns instances;
    struct strbuf names; /* each with its NUL */
    uint32_t name_count;
    struct rule_source *places; /* NULL: no line was asked for yet */
    struct result_cache *results;
    size_t held; /* result + 1 that is held in the cache; 0: none */
    struct library_code *code;
    struct raw_units units;
    bool units_known;
    char unit[64];                 /* the last one that was asked for */
    struct library_columns *texts; /* the last columns of texts; NULL: none yet */
    /* The last JSON document. */
    char *text;
    size_t text_length;
    char *answer; /* the last other text */
};

/* Hands a message over to a caller. Returns false. */
bool library_fail(char *error, size_t size, const char *message);

/* Returns a decoded result, which stays until the next call, or NULL with the error. */
struct result *library_result(struct rooftop_report *report, size_t i, struct error *error);

/* Begin and end the JSON document that a function returns. */
FILE *library_begin(struct rooftop_report *report, struct json_writer *json);
const char *library_end(struct rooftop_report *report, struct json_writer *json, FILE *out,
                        size_t *length);
/* Writes a number; one that is not finite becomes "nan", "inf" or "-inf". */
void library_number(struct json_writer *json, const char *key, double number);

/* Frees the columns of rooftop_report_texts(). NULL is allowed. */
void library_columns_free(struct library_columns *columns);

/* Frees what rooftop_result_sass() and its neighbours keep. NULL is allowed. */
void library_code_free(struct library_code *code);

#endif
