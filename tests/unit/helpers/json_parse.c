#include "json_parse.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

struct reader {
    const unsigned char *start, *at, *end;
    char *problem;
    size_t depth;
};

static bool fail(struct reader *r, const char *what)
{
    if (!*r->problem)
        snprintf(r->problem, 128, "byte %zu: %s", (size_t)(r->at - r->start), what);
    return false;
}

static void *more(void *array, size_t count, size_t size)
{
    void *grown = realloc(array, count * size);
    if (!grown)
        abort();
    return grown;
}

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && strchr(" \t\n\r", *r->at) && *r->at)
        r->at++;
}

static bool take(struct reader *r, unsigned char c)
{
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool expect_word(struct reader *r, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
        return fail(r, "no value");
    r->at += length;
    return true;
}

static void append(struct json_node *node, const void *bytes, size_t length)
{
    node->text = more(node->text, node->length + length + 1, 1);
    memcpy(node->text + node->length, bytes, length);
    node->length += length;
    node->text[node->length] = '\0';
}

static void append_code_point(struct json_node *node, unsigned long c)
{
    unsigned char out[4];
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        out[i] = (unsigned char)(0x80 | (c & 0x3f));
    out[0] = (unsigned char)(leads[length] | c);
    append(node, out, length);
}

static bool read_hex(struct reader *r, unsigned long *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = r->at < r->end && *r->at ? strchr(digits, *r->at) : NULL;
        if (!digit)
            return fail(r, "no four hexadecimal digits");
        *unit = *unit << 4 | (unsigned long)((digit - digits) % 16);
        r->at++;
    }
    return true;
}

static bool read_unicode(struct reader *r, struct json_node *node)
{
    unsigned long unit, low;
    if (!read_hex(r, &unit))
        return false;
    if (unit >= 0xdc00 && unit <= 0xdfff)
        return fail(r, "a low surrogate alone");
    if (unit >= 0xd800 && unit <= 0xdbff) {
        if (!take(r, '\\') || !take(r, 'u') || !read_hex(r, &low))
            return fail(r, "a high surrogate alone");
        if (low < 0xdc00 || low > 0xdfff)
            return fail(r, "a high surrogate alone");
        unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
    }
    append_code_point(node, unit);
    return true;
}

static bool read_escape(struct reader *r, struct json_node *node)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = r->at < r->end && *r->at ? strchr(names, *r->at) : NULL;
    if (take(r, 'u'))
        return read_unicode(r, node);
    if (!name)
        return fail(r, "an unknown escape");
    r->at++;
    append(node, &values[name - names], 1);
    return true;
}

/* One character beyond ASCII. */
static bool read_utf8(struct reader *r, struct json_node *node)
{
    unsigned char lead = *r->at;
    size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || (size_t)(r->end - r->at) < length)
        return fail(r, "no UTF-8");
    unsigned long c = lead & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((r->at[i] & 0xc0) != 0x80)
            return fail(r, "no UTF-8");
        c = c << 6 | (r->at[i] & 0x3f);
    }
    if ((length == 3 && c < 0x800) || (length == 4 && (c < 0x10000 || c > 0x10ffff)) ||
        (c >= 0xd800 && c <= 0xdfff))
        return fail(r, "no UTF-8");
    if (c < 0xa0)
        return fail(r, "a control character");
    append(node, r->at, length);
    r->at += length;
    return true;
}

static bool read_string(struct reader *r, struct json_node *node)
{
    append(node, "", 0);
    if (!take(r, '"'))
        return fail(r, "no string");
    while (!take(r, '"')) {
        if (r->at == r->end)
            return fail(r, "the string does not end");
        if (*r->at < 0x20 || *r->at == 0x7f)
            return fail(r, "a control character");
        if (take(r, '\\')) {
            if (!read_escape(r, node))
                return false;
        } else if (*r->at >= 0x80) {
            if (!read_utf8(r, node))
                return false;
        } else {
            append(node, r->at++, 1);
        }
    }
    return true;
}

static size_t skip_digits(struct reader *r)
{
    const unsigned char *from = r->at;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9')
        r->at++;
    return (size_t)(r->at - from);
}

static bool read_number(struct reader *r, struct json_node *node)
{
    const unsigned char *from = r->at;
    take(r, '-');
    bool zero = r->at < r->end && *r->at == '0';
    size_t digits = skip_digits(r);
    if (!digits)
        return fail(r, "no value");
    if (zero && digits > 1)
        return fail(r, "a leading zero");
    if (take(r, '.') && !skip_digits(r))
        return fail(r, "no digit after the point");
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '+'))
            take(r, '-');
        if (!skip_digits(r))
            return fail(r, "no digit in the exponent");
    }
    append(node, from, (size_t)(r->at - from));
    return true;
}

static bool read_value(struct reader *r, struct json_node *node);

static bool read_key(struct reader *r, struct json_node *node)
{
    struct json_node key = {0};
    bool good = read_string(r, &key);
    for (size_t i = 0; good && i + 1 < node->count; i++)
        if (strcmp(node->keys[i], key.text) == 0)
            good = fail(r, "a key twice");
    node->keys = more(node->keys, node->capacity, sizeof *node->keys);
    node->keys[node->count - 1] = key.text;
    skip_blanks(r);
    return good && (take(r, ':') || fail(r, "no colon"));
}

static bool read_items(struct reader *r, struct json_node *node, unsigned char close)
{
    bool keyed = node->type == JSON_MEMBERS;
    r->at++;
    skip_blanks(r);
    if (take(r, close))
        return true;
    do {
        skip_blanks(r);
        if (node->count == node->capacity) {
            node->capacity = node->capacity ? 2 * node->capacity : 4;
            node->items = more(node->items, node->capacity, sizeof *node->items);
        }
        node->items[node->count++] = (struct json_node){0};
        if (keyed && !read_key(r, node))
            return false;
        if (!read_value(r, &node->items[node->count - 1]))
            return false;
        skip_blanks(r);
    } while (take(r, ','));
    return take(r, close) || fail(r, "no comma and no end");
}

static bool read_value(struct reader *r, struct json_node *node)
{
    skip_blanks(r);
    if (r->at == r->end)
        return fail(r, "no value");
    if (r->depth == DEEPEST)
        return fail(r, "too deep");
    r->depth++;
    bool good;
    switch (*r->at) {
    case '{':
        node->type = JSON_MEMBERS;
        good = read_items(r, node, '}');
        break;
    case '[':
        node->type = JSON_LIST;
        good = read_items(r, node, ']');
        break;
    case '"':
        node->type = JSON_TEXT;
        good = read_string(r, node);
        break;
    case 'n':
        good = expect_word(r, "null");
        break;
    case 't':
        node->type = JSON_TRUE;
        good = expect_word(r, "true");
        break;
    case 'f':
        node->type = JSON_FALSE;
        good = expect_word(r, "false");
        break;
    default:
        node->type = JSON_DIGITS;
        good = read_number(r, node);
    }
    r->depth--;
    return good;
}

static void free_content(struct json_node *node)
{
    for (size_t i = 0; i < node->count; i++) {
        free_content(&node->items[i]);
        if (node->keys)
            free(node->keys[i]);
    }
    free(node->items);
    free(node->keys);
    free(node->text);
}

void json_node_free(struct json_node *node)
{
    if (node)
        free_content(node);
    free(node);
}

struct json_node *json_parse(const char *text, size_t length, char problem[128])
{
    struct reader r = {(const unsigned char *)text, (const unsigned char *)text,
                       (const unsigned char *)text + length, problem, 0};
    struct json_node *node = more(NULL, 1, sizeof *node);
    *node = (struct json_node){0};
    *problem = '\0';
    bool good = read_value(&r, node);
    skip_blanks(&r);
    if (good && r.at != r.end)
        good = fail(&r, "more after the value");
    if (good)
        return node;
    json_node_free(node);
    return NULL;
}

const struct json_node *json_at(const struct json_node *node, const char *path)
{
    while (node && *path) {
        if (*path == '[') {
            char *end;
            size_t index = strtoul(path + 1, &end, 10);
            node = node->type == JSON_LIST && index < node->count ? &node->items[index] : NULL;
            path = end + 1;
            continue;
        }
        path += *path == '.';
        size_t length = strcspn(path, ".["), i = 0;
        while (node->type == JSON_MEMBERS && i < node->count &&
               (strlen(node->keys[i]) != length || memcmp(node->keys[i], path, length) != 0))
            i++;
        node = node->type == JSON_MEMBERS && i < node->count ? &node->items[i] : NULL;
        path += length;
    }
    return node;
}

const char *json_text_at(const struct json_node *node, const char *path)
{
    static const char *const words[] = {"null", "false", "true"};
    const struct json_node *found = json_at(node, path);
    return !found ? NULL : found->type <= JSON_TRUE ? words[found->type] : found->text;
}
