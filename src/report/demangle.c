#include "demangle.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "strbuf.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Start of the type that ends at `end`: after the "(", "," or "<" on its own nesting level. */
static size_t type_start(const char *text, size_t end)
{
    int depth = 0;
    for (size_t i = end; i-- > 0;) {
        char c = text[i];
        if (c == ')' || c == '>' || c == ']')
            depth++;
        else if (c == '(' || c == '<' || c == '[') {
            if (depth-- == 0)
                return i + 1;
        } else if (c == ',' && depth == 0)
            return i + 1 + (text[i + 1] == ' ');
    }
    return 0;
}

/* "float const*" to "const float *": the order that CUDA tools print. */
static char *const_first(const char *text)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    for (size_t i = 0; text[i]; i++) {
        if (strncmp(text + i, " const", 6) == 0 && !is_word(text[i + 6])) {
            size_t start = type_start(out.data, out.length);
            /* A pointer that is itself const keeps its place: "char *const". */
            if (out.length > start && !strpbrk(out.data + start, "*&")) {
                char *type = mem_strdup(out.data + start);
                out.length = start;
                strbuf_addf(&out, "const %s", type);
                free(type);
                i += 5;
                continue;
            }
            /* "char* const" keeps its order: "char *const". */
            strbuf_adds(&out, "const");
            i += 5;
            continue;
        }
        if ((text[i] == '*' || text[i] == '&') && out.length && out.data[out.length - 1] != ' ' &&
            !strchr("*&(", out.data[out.length - 1]))
            strbuf_addc(&out, ' ');
        strbuf_addc(&out, text[i]);
    }
    return strbuf_detach(&out);
}

char *demangle_full(const char *mangled)
{
    char *plain = cplus_demangle(mangled, DMGL_PARAMS | DMGL_ANSI | DMGL_TYPES);
    /* A C symbol such as "f" is demangled as a type by DMGL_TYPES: only _Z names are C++. */
    if (!plain || strncmp(mangled, "_Z", 2) != 0) {
        free(plain);
        return mem_strdup(mangled);
    }
    char *name = const_first(plain);
    free(plain);
    return name;
}

static size_t skip_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? length : 0;
}

/* Length of "name::" at text, or 0. */
static size_t qualifier(const char *text)
{
    size_t length = skip_prefix(text, "(anonymous namespace)::");
    if (!length)
        length = skip_prefix(text, "<unnamed>::");
    if (length)
        return length;
    while (is_word(text[length]))
        length++;
    return length && strncmp(text + length, "::", 2) == 0 ? length + 2 : 0;
}

/* Length of a cast such as "(int)" or "(unsigned long)" before a number or name, or 0. */
static size_t cast(const char *text, char before)
{
    if (text[0] != '(' || (before != '<' && before != ' ' && before != ','))
        return 0;
    size_t length = 1;
    while (is_word(text[length]) || text[length] == ' ' || text[length] == ':')
        length++;
    if (text[length] != ')' || length == 1)
        return 0;
    length++;
    return isdigit((unsigned char)text[length]) || text[length] == '-' ? length : 0;
}

char *demangle_short(const char *full)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    char before = ' ';
    for (size_t i = 0; full[i];) {
        size_t skip = is_word(before) ? 0 : qualifier(full + i);
        if (!skip)
            skip = cast(full + i, before);
        if (skip) {
            i += skip;
            continue;
        }
        before = full[i++];
        strbuf_addc(&out, before);
    }
    return strbuf_detach(&out);
}

char *demangle_function(const char *full)
{
    char *name = demangle_short(full);
    size_t end = strcspn(name, "<("), start = end;
    while (start > 0 && name[start - 1] != ' ')
        start--;
    char *function = mem_strndup(name + start, end - start);
    free(name);
    return function;
}
