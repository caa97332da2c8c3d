#include "report/base/json_writer.h"

#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"

/* Doubles hold every whole number up to here. */
static const uint64_t exact = UINT64_C(1) << 53;

void json_begin(struct json_writer *json, FILE *out)
{
    *json = (struct json_writer){.out = out};
}

static void new_line(struct json_writer *json, size_t depth)
{
    fputc('\n', json->out);
    for (size_t i = 0; i < depth; i++)
        fputs("  ", json->out);
}

/* Writes one UTF-16 unit. */
static void add_escape(struct json_writer *json, unsigned unit)
{
    fprintf(json->out, "\\u%04x", unit);
}

static void add_code_point(struct json_writer *json, unsigned long c)
{
    if (c < 0x10000) {
        add_escape(json, (unsigned)c);
        return;
    }
    add_escape(json, (unsigned)(0xd800 + ((c - 0x10000) >> 10)));
    add_escape(json, (unsigned)(0xdc00 + ((c - 0x10000) & 0x3ff)));
}

static void add_quoted(struct json_writer *json, const char *text, size_t length)
{
    static const char shorts[][2] = {{'"', '"'},  {'\\', '\\'}, {'\n', 'n'}, {'\t', 't'},
                                     {'\r', 'r'}, {'\b', 'b'},  {'\f', 'f'}};
    fputc('"', json->out);
    for (size_t i = 0, step; i < length; i += step) {
        long c;
        size_t s = 0;
        step = safe_text_decode(text + i, length - i, &c);
        while (s < sizeof shorts / sizeof *shorts && shorts[s][0] != c)
            s++;
        if (s < sizeof shorts / sizeof *shorts) {
            fputc('\\', json->out);
            fputc(shorts[s][1], json->out);
        } else if (c < 0) {
            fputs("\xef\xbf\xbd", json->out);
        } else if (safe_text_is_plain(c)) {
            fwrite(text + i, 1, step, json->out);
        } else {
            add_code_point(json, (unsigned long)c);
        }
    }
    fputc('"', json->out);
}

/* Writes what stands before a value: comma, line break or blank, and key. */
static void begin_value(struct json_writer *json, const char *key)
{
    if (!json->depth) {
        assert(!key);
        return;
    }
    struct json_level *level = &json->levels[json->depth - 1];
    assert((key != NULL) == (level->kind == JSON_OBJECT));
    if (level->any)
        fputc(',', json->out);
    if (!level->line)
        new_line(json, json->depth);
    else if (level->any)
        fputc(' ', json->out);
    level->any = true;
    if (key) {
        add_quoted(json, key, strlen(key));
        fputs(": ", json->out);
    }
}

static void open_level(struct json_writer *json, const char *key, enum json_kind kind, bool line)
{
    begin_value(json, key);
    assert(json->depth < JSON_DEEPEST);
    fputc(kind == JSON_OBJECT ? '{' : '[', json->out);
    bool inside = json->depth && json->levels[json->depth - 1].line;
    json->levels[json->depth++] = (struct json_level){.kind = kind, .line = line || inside};
}

void json_open(struct json_writer *json, const char *key, enum json_kind kind)
{
    open_level(json, key, kind, false);
}

void json_open_line(struct json_writer *json, const char *key, enum json_kind kind)
{
    open_level(json, key, kind, true);
}

void json_close(struct json_writer *json)
{
    assert(json->depth);
    struct json_level level = json->levels[--json->depth];
    if (level.any && !level.line)
        new_line(json, json->depth);
    fputc(level.kind == JSON_OBJECT ? '}' : ']', json->out);
}

void json_finish(struct json_writer *json)
{
    while (json->depth)
        json_close(json);
    fputc('\n', json->out);
}

void json_null(struct json_writer *json, const char *key)
{
    begin_value(json, key);
    fputs("null", json->out);
}

void json_bool(struct json_writer *json, const char *key, bool value)
{
    begin_value(json, key);
    fputs(value ? "true" : "false", json->out);
}

void json_string(struct json_writer *json, const char *key, const char *text)
{
    if (text)
        json_bytes(json, key, text, strlen(text));
    else
        json_null(json, key);
}

void json_bytes(struct json_writer *json, const char *key, const char *text, size_t length)
{
    begin_value(json, key);
    add_quoted(json, text, length);
}

void json_whole(struct json_writer *json, const char *key, uint64_t value)
{
    const char *quote = value > exact ? "\"" : "";
    begin_value(json, key);
    fprintf(json->out, "%s%" PRIu64 "%s", quote, value, quote);
}

void json_signed(struct json_writer *json, const char *key, int64_t value)
{
    if (value >= 0) {
        json_whole(json, key, (uint64_t)value);
        return;
    }
    const char *quote = value < -(int64_t)exact ? "\"" : "";
    begin_value(json, key);
    fprintf(json->out, "%s%" PRId64 "%s", quote, value, quote);
}

void json_number(struct json_writer *json, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(json, key);
        return;
    }
    begin_value(json, key);
    if (value == trunc(value) && fabs(value) <= (double)exact) {
        fprintf(json->out, "%.0f", value);
        return;
    }
    /* 15 digits are right for every double except the tiniest. Those may need fewer digits. */
    char text[40];
    int digits = fabs(value) < DBL_MIN ? 1 : 15;
    do
        snprintf(text, sizeof text, "%.*g", digits, value);
    while (strtod(text, NULL) != value && ++digits <= 17);
    fputs(text, json->out);
}
