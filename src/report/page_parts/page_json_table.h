/* page_json_table: the tables of a section's bodies in JSON. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_TABLE_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_TABLE_H

#include "report/base/json_writer.h"
#include "report/content/body_table.h"

/* Opens the object of an item of a body and writes the members with which all of them begin. Empty
 * texts for the body and the description are left out. */
void page_json_open_item(struct json_writer *json, const char *body, const char *label,
                         const char *description);

/* Writes a table as an object. */
void page_json_table(struct json_writer *json, const struct body_table *table);

#endif
