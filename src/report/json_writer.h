/* json_writer: JSON (RFC 8259), written to a file as it is made.
 *
 *   struct json_writer json;
 *   json_begin(&json, out);
 *   json_open(&json, NULL, JSON_OBJECT);
 *   json_string(&json, "name", text);
 *   json_open_line(&json, "grid", JSON_ARRAY);
 *   json_whole(&json, NULL, 8);
 *   json_close(&json);
 *   json_finish(&json);
 *
 * Commas, line breaks and indentation come by themselves. Members of an object have a key, elements
 * of an array have none (NULL), nor has the one value at the top. Nothing is kept but what is open,
 * so a document may be of any length. Whatever the texts hold, the output is valid UTF-8 without a
 * byte that a terminal obeys: bytes that are no UTF-8 become U+FFFD one by one; control characters
 * (C0, DEL, C1) and invisible marks become escapes. Nothing depends on the locale but the decimal
 * point of LC_NUMERIC, which must be that of "C". Write errors stay in the FILE. */
#ifndef ROOFTOP_JSON_WRITER_H
#define ROOFTOP_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum json_kind { JSON_OBJECT, JSON_ARRAY };

enum { JSON_DEEPEST = 32 }; /* containers inside each other; more is an error of the program */

/* Private. */
struct json_writer {
    FILE *out;
    size_t depth;
    struct json_level {
        enum json_kind kind;
        bool line, any; /* on one line; has a member */
    } levels[JSON_DEEPEST];
};

void json_begin(struct json_writer *json, FILE *out);

/* Opens an object or array. json_open_line(): it and all in it stand on one line. */
void json_open(struct json_writer *json, const char *key, enum json_kind kind);
void json_open_line(struct json_writer *json, const char *key, enum json_kind kind);
/* Closes the innermost one. */
void json_close(struct json_writer *json);
/* Closes what is open and ends the last line. */
void json_finish(struct json_writer *json);

void json_null(struct json_writer *json, const char *key);
void json_bool(struct json_writer *json, const char *key, bool value);
/* NULL becomes null. */
void json_string(struct json_writer *json, const char *key, const char *text);
/* A text of so many bytes, which may be NUL. */
void json_bytes(struct json_writer *json, const char *key, const char *text, size_t length);

/* A whole number; beyond 2^53, where readers that hold numbers as doubles would change it, a string
 * of its digits. */
void json_whole(struct json_writer *json, const char *key, uint64_t value);
void json_signed(struct json_writer *json, const char *key, int64_t value);

/* The fewest digits that give this double again (17 at most), none after the point for a whole
 * number up to 2^53; null for one that is not finite. */
void json_number(struct json_writer *json, const char *key, double value);

#endif
