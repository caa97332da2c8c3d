#include "demangle.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cxx_name.h"
#include "mem.h"
#include "strbuf.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

char *demangle_full(const char *mangled)
{
    char *name = cxx_name(mangled);
    /* Without _Z, "f" would be the type float. */
    if (!name && strncmp(mangled, "_Z", 2) == 0)
        name = cplus_demangle(mangled, DMGL_PARAMS | DMGL_ANSI | DMGL_TYPES);
    return name ? name : mem_strdup(mangled);
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
    /* "f() const::[lambda() (instance 1)]": const is no scope. */
    if (skip_prefix(text, "const::"))
        return 0;
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

const char *demangle_brief(const char *name)
{
    return name + skip_prefix(name, "void ");
}
