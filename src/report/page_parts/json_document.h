/* json_document: what all JSON documents that rooftop prints begin and end with.
 * man/rooftop-json.5 describes the documents. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_JSON_DOCUMENT_H
#define ROOFTOP_REPORT_PAGE_PARTS_JSON_DOCUMENT_H

#include <stdio.h>

#include "report/base/error.h"
#include "report/base/json_writer.h"

/* The version of all schemas. A change that removes a member or changes its meaning needs a new
 * one; a new member does not. */
enum { JSON_VERSION = 1 };

/* Begins a document: opens its object and writes the name of the schema, the version of the schema
 * and the version of the program. */
void json_document_begin(struct json_writer *json, const char *schema, FILE *out);

/* Closes what is open, writes the member "error" and ends the document. `error` says why the
 * document is not complete; NULL if it is. */
void json_document_end(struct json_writer *json, const struct error *error);

#endif
