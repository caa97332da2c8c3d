/* json_writer: writes JSON (RFC 8259) to a file piece by piece.
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
 * The writer adds commas, line breaks and indentation. Members of an object have a key. Elements of
 * an array and the value at the top have none (NULL). The writer keeps only what is open, so a
 * document may have any length. The output is always valid UTF-8 without a byte that a terminal
 * obeys: each byte of bad UTF-8 becomes U+FFFD; control characters (C0, DEL, C1) and invisible
 * marks become escapes. LC_NUMERIC must have the decimal point of "C". Write errors stay in the
 * FILE. */
#ifndef ROOFTOP_REPORT_BASE_JSON_WRITER_H
#define ROOFTOP_REPORT_BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum json_kind { JSON_OBJECT, JSON_ARRAY };

enum { JSON_DEEPEST = 32 }; /* the most containers inside each other; more is a bug of the caller */

/* Private. */
struct json_writer {
    FILE *out;
    size_t depth;
    struct json_level {
        enum json_kind kind;
        bool line, any; /* line: stands on one line; any: has a member */
    } levels[JSON_DEEPEST];
};

/* Begins a document. `out` stays the caller's. */
void json_begin(struct json_writer *json, FILE *out);

/* Opens an object or an array. json_open_line() keeps it and everything in it on one line. */
void json_open(struct json_writer *json, const char *key, enum json_kind kind);
void json_open_line(struct json_writer *json, const char *key, enum json_kind kind);
/* Closes the innermost object or array. */
void json_close(struct json_writer *json);
/* Closes everything that is open and ends the last line. */
void json_finish(struct json_writer *json);

void json_null(struct json_writer *json, const char *key);
void json_bool(struct json_writer *json, const char *key, bool value);
/* Writes a text, or null for NULL. */
void json_string(struct json_writer *json, const char *key, const char *text);
/* Writes a text of `length` bytes, which may contain NUL. */
void json_bytes(struct json_writer *json, const char *key, const char *text, size_t length);

/* Writes a whole number. Beyond 2^53, readers that hold numbers as doubles would change it, so it
 * is written as a string of its digits. */
void json_whole(struct json_writer *json, const char *key, uint64_t value);
void json_signed(struct json_writer *json, const char *key, int64_t value);

/* Writes the fewest digits that give the same double again, at most 17. A whole number up to 2^53
 * has no decimal point; a number that is not finite becomes null. */
void json_number(struct json_writer *json, const char *key, double value);

#endif
