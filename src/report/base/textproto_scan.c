#include "report/base/textproto_scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool scan_fail(const struct scanner *s, const char *place, const char *format, ...)
{
    char text[512];
    unsigned line = 1;
    const char *line_start = s->text;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *at = s->text; at < place; at++)
        if (*at == '\n') {
            line++;
            line_start = at + 1;
        }
    return error_set(s->error, "%s:%u:%zu: %s", s->file, line, (size_t)(place - line_start) + 1,
                     text);
}

void scan_space(struct scanner *s)
{
    while (s->at < s->end) {
        if (*s->at == '#') {
            while (s->at < s->end && *s->at != '\n')
                s->at++;
        } else if (*s->at == ' ' || (*s->at >= '\t' && *s->at <= '\r')) {
            s->at++;
        } else {
            return;
        }
    }
}

bool scan_accept(struct scanner *s, char c)
{
    scan_space(s);
    if (s->at >= s->end || *s->at != c)
        return false;
    s->at++;
    return true;
}

static size_t word_length(const struct scanner *s)
{
    size_t length = 0;
    for (; s->at + length < s->end; length++) {
        char c = s->at[length];
        if (!isalnum((unsigned char)c) && c != '_' && c != '.' && c != '+' && c != '-')
            break;
    }
    return length;
}

const char *scan_word(struct scanner *s, char *word, size_t size, const char *what)
{
    scan_space(s);
    size_t length = word_length(s);
    const char *place = s->at;
    if (!length && place >= s->end) {
        scan_fail(s, place, "the file ends where %s is expected", what);
    } else if (!length) {
        unsigned char c = (unsigned char)*place;
        scan_fail(s, place,
                  isprint(c) ? "expected %s, found '%c'" : "expected %s, found byte 0x%02x", what,
                  c);
    } else if (length >= size) {
        scan_fail(s, place, "a word of %zu characters is too long for %s", length, what);
    } else {
        memcpy(word, place, length);
        word[length] = '\0';
        s->at += length;
        return place;
    }
    return NULL;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

/* Appends a code point as UTF-8. */
static void add_utf8(struct strbuf *out, unsigned code)
{
    static const struct {
        unsigned limit, lead;
    } lengths[] = {{0x80, 0}, {0x800, 0xc0}, {0x10000, 0xe0}, {0x110000, 0xf0}};
    unsigned more = 0;
    while (code >= lengths[more].limit)
        more++;
    strbuf_addc(out, (char)(lengths[more].lead | code >> (6 * more)));
    while (more--)
        strbuf_addc(out, (char)(0x80 | (code >> (6 * more) & 0x3f)));
}

static bool take_digits(struct scanner *s, unsigned digits, unsigned *code)
{
    for (*code = 0; digits; digits--) {
        if (s->at >= s->end || hex_digit(*s->at) < 0)
            return false;
        *code = *code * 16 + (unsigned)hex_digit(*s->at++);
    }
    return true;
}

/* \uXXXX and \UXXXXXXXX. Two halves of a surrogate pair are one character. */
static bool take_code_point(struct scanner *s, const char *start, unsigned digits,
                            struct strbuf *out)
{
    unsigned code, low;
    if (!take_digits(s, digits, &code))
        return scan_fail(s, start, "an escape \\%c needs %u hexadecimal digits",
                         digits == 4 ? 'u' : 'U', digits);
    if (code >= 0xd800 && code < 0xdc00 && s->end - s->at >= 6 && s->at[0] == '\\' &&
        s->at[1] == 'u') {
        s->at += 2;
        if (take_digits(s, 4, &low) && low >= 0xdc00 && low < 0xe000)
            code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
    }
    if (!code || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return scan_fail(s, start, "the escape is not a character");
    add_utf8(out, code);
    return true;
}

static bool take_escape(struct scanner *s, struct strbuf *out)
{
    static const char letters[] = "abfnrtv\\'\"?", codes[] = "\a\b\f\n\r\t\v\\'\"?";
    const char *start = s->at - 1;
    if (s->at >= s->end)
        return scan_fail(s, start, "the file ends inside an escape");
    char c = *s->at++;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        strbuf_addc(out, codes[letter - letters]);
        return true;
    }
    if (c == 'u' || c == 'U')
        return take_code_point(s, start, c == 'u' ? 4 : 8, out);
    unsigned value = 0, count = 0;
    if (c == 'x' || c == 'X') {
        for (; count < 2 && s->at < s->end && hex_digit(*s->at) >= 0; count++)
            value = value * 16 + (unsigned)hex_digit(*s->at++);
    } else if (c >= '0' && c <= '7') {
        value = (unsigned)(c - '0');
        for (count = 1; count < 3 && s->at < s->end && *s->at >= '0' && *s->at <= '7'; count++)
            value = value * 8 + (unsigned)(*s->at++ - '0');
    }
    if (!count || value > 255)
        return scan_fail(s, start, "unknown escape in a string");
    strbuf_addc(out, (char)value);
    return true;
}

/* Appends the characters up to the next that means something in a string. */
static void take_plain(struct scanner *s, char quote, struct strbuf *out)
{
    const char *start = s->at;
    while (s->at < s->end && *s->at != quote && *s->at != '\n' && *s->at != '\\')
        s->at++;
    strbuf_add(out, start, (size_t)(s->at - start));
}

bool scan_string(struct scanner *s, struct strbuf *out)
{
    scan_space(s);
    if (s->at >= s->end || (*s->at != '"' && *s->at != '\''))
        return scan_fail(s, s->at, "expected a quoted string");
    do {
        const char *start = s->at;
        char quote = *s->at++;
        while (s->at < s->end && *s->at != quote) {
            if (*s->at == '\n')
                return scan_fail(s, start, "the string has no closing %c on its line", quote);
            if (*s->at == '\\') {
                s->at++;
                if (!take_escape(s, out))
                    return false;
            } else {
                take_plain(s, quote, out);
            }
        }
        if (s->at >= s->end)
            return scan_fail(s, start, "the string has no closing %c", quote);
        s->at++;
        scan_space(s);
    } while (s->at < s->end && (*s->at == '"' || *s->at == '\''));
    return true;
}
