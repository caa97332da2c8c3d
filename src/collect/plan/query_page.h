/* query_page: the answer to --query-metrics as text, CSV or JSON. */
#ifndef ROOFTOP_COLLECT_PLAN_QUERY_PAGE_H
#define ROOFTOP_COLLECT_PLAN_QUERY_PAGE_H

#include <stdio.h>

#include "collect/plan/query.h"
#include "report/base/json_writer.h"

/* Prints a table that fits into this number of terminal columns (0: any). If names leave too little
 * room for the descriptions, these are printed below the names. */
void query_page_text(const struct query_rows *rows, size_t columns, FILE *out);

void query_page_csv_head(FILE *out);
void query_page_csv(const char *chip, const char *collection, const struct query_rows *rows,
                    FILE *out);

/* Adds the member "metrics" to the open object. */
void query_page_json(struct json_writer *json, const struct query_rows *rows);

#endif
