#include "report/filter/pattern_reader.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

struct pattern_reader pattern_reader_of(const char *text, const char *special, struct error *error)
{
    static const char prefix[] = "regex:";
    bool is_regex = strncmp(text, prefix, strlen(prefix)) == 0;
    return (struct pattern_reader){.text = text,
                                   .from = text + (is_regex ? strlen(prefix) : 0),
                                   .end = text + strlen(text),
                                   .is_regex = is_regex,
                                   .special = special,
                                   .error = error};
}

bool pattern_fail(const struct pattern_reader *r, const char *at, const char *why)
{
    return error_set(r->error, "\"%s\", character %zu: %s", r->text, (size_t)(at - r->text) + 1,
                     why);
}

static bool fail_of(const struct pattern_reader *r, const char *at, const char *format,
                    const char *word)
{
    char *why = mem_printf(format, word);
    pattern_fail(r, at, why);
    free(why);
    return false;
}

const char *pattern_find(const struct pattern_reader *r, const char *from, const char *end,
                         const char *wanted)
{
    for (; from < end; from++)
        if (*from == '\\' && from + 1 < end)
            from++;
        else if (strchr(wanted, *from) && from != r->skip)
            return from;
    return end;
}

bool pattern_is_gap(const char *from, const char *end)
{
    return end - from == 1 && (*from == '*' || *from == '+');
}

/* Returns whether the last character is a "]" without a backslash before it. */
static bool ends_with_bracket(const char *from, const char *end)
{
    const char *last = from;
    for (const char *at = from; at < end; at++) {
        last = at;
        if (*at == '\\' && at + 1 < end)
            at++;
    }
    return from < end && last == end - 1 && *last == ']';
}

void pattern_read_brackets(struct pattern_reader *r, bool *bottom, bool *top)
{
    bool own = r->is_regex && r->from[0] == '/' && r->from[1] == '[';
    *bottom = !own && r->from[0] == '[';
    *top = false;
    r->from += own || *bottom;
    if (!ends_with_bracket(r->from, r->end))
        return;
    if (r->is_regex && r->end - r->from > 1 && r->end[-2] == '/')
        r->skip = r->end - 2;
    else
        *top = true;
    r->end -= *top;
}

/* Appends the character at *at and moves *at behind it. A backslash that takes away its meaning is
 * dropped; any other backslash is kept. */
static void add_character(const struct pattern_reader *r, struct strbuf *text, const char **at)
{
    bool escaped = **at == '\\' && strchr(r->is_regex ? "/" : r->special, (*at)[1]);
    if (escaped)
        ++*at;
    else if (**at == '\\')
        strbuf_addc(text, *(*at)++);
    strbuf_addc(text, *(*at)++);
}

bool pattern_read_name(const struct pattern_reader *r, struct pattern_name *name, const char *from,
                       const char *end)
{
    struct strbuf text = {0};
    char reason[REGEX_FAULT];
    if (pattern_find(r, from, end, "\\") < end)
        return pattern_fail(r, end - 1, "nothing follows the backslash");
    strbuf_adds(&text, "");
    while (from < end)
        if (from == r->skip)
            from++;
        else
            add_character(r, &text, &from);
    name->text = strbuf_detach(&text);
    if (!r->is_regex)
        return true;
    name->regex = regex_new(name->text, reason);
    return name->regex || error_set(r->error, "\"%s\": \"%s\" is not a regular expression: %s",
                                    r->text, name->text, reason);
}

void pattern_name_free(struct pattern_name *name)
{
    regex_free(name->regex);
    free(name->text);
}

bool pattern_read_parts(const struct pattern_reader *r, bool top, const struct pattern_parts *parts)
{
    const char *gap = NULL, *from = r->from;
    bool any = false;
    for (;; from++) {
        const char *stop = pattern_find(r, from, r->end, "/");
        if (pattern_is_gap(from, stop)) {
            if (!any)
                return fail_of(r, from, "* and + must follow a %s: A/*/B", parts->part);
            if (gap)
                return fail_of(r, from, "only one * or + can be between two %ss", parts->part);
            gap = from;
            parts->set_gap(parts->context, *from == '*' ? PATTERN_GAP_ANY : PATTERN_GAP_ONE);
        } else if (from < stop) {
            if (!parts->add(parts->context, from, stop))
                return false;
            any = true;
            gap = NULL;
        }
        if ((from = stop) == r->end)
            break;
    }
    if (!any)
        return fail_of(r, r->end, "a %s's name is missing", parts->name);
    if (gap && top)
        return pattern_fail(r, gap, "* and + cannot be the top of the stack");
    if (!gap && !top)
        parts->set_gap(parts->context, PATTERN_GAP_ANY);
    return true;
}
