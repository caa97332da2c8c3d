/* trace_print: prints tables of a trace as text, CSV, JSON or Markdown.
 *
 * Text and Markdown scale times and sizes, each number by itself; CSV and JSON have base units. A
 * table without rows prints its note in text and Markdown, only its columns in CSV, and an empty
 * list in JSON. man/rooftop-json.5 describes the JSON document. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_PRINT_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_PRINT_H

#include <stdio.h>

#include "report/base/json_writer.h"
#include "report/base/strbuf.h"
#include "report/page_parts/page_options.h"
#include "report/trace_pages/trace_table.h"

/* Appends what a cell shows in text: "12.34 us", "1,204", "-" for no value. */
void trace_cell_text(struct strbuf *out, enum trace_unit unit, const struct trace_cell *cell);

/* From now on texts become narrower where a line of a table would have more columns; 0: never. */
void trace_print_line(size_t columns);
void trace_print_text(const struct trace_table *table, FILE *out);
void trace_print_markdown(const struct trace_table *table, FILE *out);
void trace_print_csv(const struct trace_table *table, FILE *out);
/* As a member of the list of tables. */
void trace_print_json(const struct trace_table *table, struct json_writer *json);

/* In one of these forms; json is used for JSON only. */
void trace_print(const struct trace_table *table, enum page_format format, struct json_writer *json,
                 FILE *out);

#endif
