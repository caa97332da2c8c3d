#include "report/page_parts/json_document.h"

void json_document_begin(struct json_writer *json, const char *schema, FILE *out)
{
    json_begin(json, out);
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "schema", schema);
    json_whole(json, "version", JSON_VERSION);
    json_string(json, "rooftop", ROOFTOP_VERSION);
}

void json_document_end(struct json_writer *json, const struct error *error)
{
    while (json->depth > 1)
        json_close(json);
    json_string(json, "error", error ? error->text : NULL);
    json_finish(json);
}
