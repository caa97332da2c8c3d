/* json_parse: a strict reader of JSON (RFC 8259) for tests, which shares nothing with the writer.
 *
 * Refused are: anything that the grammar does not know (comments, commas too many, NaN, leading
 * zeros), text after the value, control characters in strings, UTF-8 that is none (surrogates and
 * long forms too), lone surrogate escapes, an object's key twice, and bytes that a terminal obeys.
 */
#ifndef JSON_PARSE_H
#define JSON_PARSE_H

#include <stddef.h>

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_DIGITS,
    JSON_TEXT,
    JSON_LIST,
    JSON_MEMBERS
};

struct json_node {
    enum json_type type;
    char *text;              /* number as written; string, decoded (UTF-8) */
    size_t length;           /* of the text, which may hold NULs */
    struct json_node *items; /* of arrays and objects */
    char **keys;             /* of objects */
    size_t count, capacity;
};

/* NULL, with what is wrong and at which byte. Release with json_node_free(). */
struct json_node *json_parse(const char *text, size_t length, char problem[128]);
void json_node_free(struct json_node *node);

/* "results[0].name"; "" is the node itself. NULL: there is none. */
const struct json_node *json_at(const struct json_node *node, const char *path);
/* The text of a string or number there; "null", "true", "false"; NULL: there is none. */
const char *json_text_at(const struct json_node *node, const char *path);

#endif
