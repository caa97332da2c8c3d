#include "report/base/safe_text.h"

#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>

#include "report/base/mem.h"

bool safe_text_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

size_t safe_text_decode(const char *text, size_t length, long *code_point)
{
    const unsigned char *bytes = (const unsigned char *)text;
    *code_point = -1;
    if (!length)
        return 0;
    if (bytes[0] < 0x80) {
        *code_point = bytes[0];
        return 1;
    }
    static const struct {
        unsigned char mask, lead;
        size_t count;
        long least;
    } forms[] = {{0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if ((bytes[0] & forms[i].mask) != forms[i].lead)
            continue;
        if (length < forms[i].count)
            return 1;
        long value = bytes[0] & ~forms[i].mask & 0xff;
        for (size_t j = 1; j < forms[i].count; j++) {
            if ((bytes[j] & 0xc0) != 0x80)
                return 1;
            value = value << 6 | (bytes[j] & 0x3f);
        }
        if (value < forms[i].least || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff))
            return 1;
        *code_point = value;
        return forms[i].count;
    }
    return 1;
}

/* Returns whether the character reorders or hides the text around it. */
static bool is_invisible(long c)
{
    return c == 0x061c || c == 0x180e || (c >= 0xe0000 && c <= 0xe007f) ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x2069) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb);
}

bool safe_text_is_plain(long c)
{
    return c >= 0x20 && (c < 0x7f || c >= 0xa0) && !is_invisible(c);
}

void safe_text_add(struct strbuf *out, const char *text, size_t length, bool keep_lines)
{
    bool utf8 = safe_text_utf8();
    strbuf_add(out, "", 0);
    for (size_t i = 0, step; i < length; i += step) {
        long c;
        step = safe_text_decode(text + i, length - i, &c);
        if (keep_lines && (c == '\n' || c == '\t')) {
            strbuf_addc(out, (char)c);
        } else if (c >= 0 && c < 0x20) {
            if (utf8) /* U+2400.. are the pictures of the control characters */
                strbuf_add(out, (char[]){(char)0xe2, (char)0x90, (char)(0x80 + c)}, 3);
            else
                strbuf_addc(out, '?');
        } else if (c >= 0x20 && c < 0x7f) {
            strbuf_addc(out, (char)c);
        } else if (!safe_text_is_plain(c) || !utf8) {
            strbuf_adds(out, utf8 ? "\xef\xbf\xbd" : "?");
        } else {
            strbuf_add(out, text + i, step);
        }
    }
}

char *safe_text(const char *text)
{
    struct strbuf out = {0};
    safe_text_add(&out, text, strlen(text), false);
    return strbuf_detach(&out);
}

size_t safe_text_char_width(long c)
{
    int width = c < 0x80 ? 1 : wcwidth((wchar_t)c);
    return width < 0 ? 1 : (size_t)width;
}

size_t safe_text_cut(const char *text, size_t columns)
{
    enum { LONGEST = 8 }; /* bytes of a character; the text may be much longer than the line */
    size_t used = 0, at = 0;
    while (text[at]) {
        long c;
        size_t step = safe_text_decode(text + at, strnlen(text + at, LONGEST), &c);
        used += safe_text_char_width(c);
        /* One character is taken however narrow the space is: a caller that cuts again and again
         * must reach the end. */
        if (used > columns && at)
            break;
        at += step;
    }
    return at;
}

size_t safe_text_wrap(const char *text, size_t columns)
{
    size_t length = safe_text_cut(text, columns), blank = length;
    if (!text[length] || text[length] == ' ')
        return length;
    while (blank && text[blank - 1] != ' ')
        blank--;
    return blank > 1 ? blank - 1 : length;
}

size_t safe_text_line(const char *text, size_t columns, char **line)
{
    size_t length = safe_text_cut(text, columns), blank = text[length] ? length - 1 : 0;
    while (blank && text[blank] != ' ')
        blank--;
    bool cut = text[length] && !blank;
    if (blank)
        length = blank;
    size_t start = 0;
    while (!cut && text[start] == ' ' && start < length)
        start++;
    *line = mem_strndup(text + start, length - start);
    return length;
}

size_t safe_text_width(const char *text)
{
    size_t length = strlen(text), width = 0;
    for (size_t i = 0, step; i < length; i += step) {
        long c;
        step = safe_text_decode(text + i, length - i, &c);
        width += safe_text_char_width(c);
    }
    return width;
}

void safe_text_fit(struct strbuf *out, const char *text, size_t columns)
{
    strbuf_adds(out, "");
    size_t length = strlen(text);
    if (safe_text_width(text) <= columns) {
        strbuf_add(out, text, length);
        return;
    }
    size_t width = 0;
    for (size_t i = 0, step; i < length; i += step) {
        long c;
        step = safe_text_decode(text + i, length - i, &c);
        if (width + safe_text_char_width(c) + 1 > columns)
            break;
        width += safe_text_char_width(c);
        strbuf_add(out, text + i, step);
    }
    if (columns)
        strbuf_adds(out, safe_text_utf8() ? "\xe2\x80\xa6" : "~");
}

void safe_text_fit_middle(struct strbuf *out, const char *text, size_t columns)
{
    size_t length = strlen(text), width = safe_text_width(text), end = 0, left = width;
    if (width <= columns || columns < 3) {
        safe_text_fit(out, text, columns);
        return;
    }
    size_t tail = (columns - 1) / 2;
    while (end < length && left > tail) {
        long c;
        end += safe_text_decode(text + end, length - end, &c);
        left -= safe_text_char_width(c);
    }
    safe_text_fit(out, text, columns - left);
    strbuf_adds(out, text + end);
}
