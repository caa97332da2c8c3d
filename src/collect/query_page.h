/* query_page: the answer to --query-metrics as text, CSV or JSON. */
#ifndef ROOFTOP_QUERY_PAGE_H
#define ROOFTOP_QUERY_PAGE_H

#include <stdio.h>

#include "json_writer.h"
#include "query.h"

/* A table that fits into so many terminal columns (0: any); where names leave too little room for
 * the descriptions, these stand below the names. */
void query_page_text(const struct query_rows *rows, size_t columns, FILE *out);

void query_page_csv_head(FILE *out);
void query_page_csv(const char *chip, const char *collection, const struct query_rows *rows,
                    FILE *out);

/* The member "metrics" of the open object. */
void query_page_json(struct json_writer *json, const struct query_rows *rows);

#endif
