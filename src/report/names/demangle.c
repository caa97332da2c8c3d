#include "report/names/demangle.h"

#include <ctype.h>
#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/names/cxx_name.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

char *demangle_full(const char *mangled)
{
    char *name = cxx_name(mangled);
    /* A name must begin with _Z: "f" alone would become the type float. */
    if (!name && strncmp(mangled, "_Z", 2) == 0)
        name = cplus_demangle(mangled, DMGL_PARAMS | DMGL_ANSI | DMGL_TYPES);
    return name ? name : mem_strdup(mangled);
}

char *demangle_host(const char *mangled)
{
    bool known = strncmp(mangled, "_Z", 2) == 0 || strncmp(mangled, "_R", 2) == 0;
    char *name = known ? cplus_demangle(mangled, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO) : NULL;
    return name ? name : mem_strdup(mangled);
}

static size_t skip_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? length : 0;
}

size_t demangle_scope(const char *text)
{
    size_t length = 0;
    /* In "f() const::[lambda() (instance 1)]" const is no scope. */
    if (isdigit((unsigned char)*text) || skip_prefix(text, "const::"))
        return 0;
    while (is_word(text[length]))
        length++;
    return length && strncmp(text + length, "::", 2) == 0 ? length + 2 : 0;
}

/* Like demangle_scope(), but also finds unnamed scopes. */
static size_t any_scope(const char *text)
{
    size_t length = skip_prefix(text, "(anonymous namespace)::");
    if (!length)
        length = skip_prefix(text, "<unnamed>::");
    return length ? length : demangle_scope(text);
}

char *demangle_function(const char *full)
{
    size_t at = 0, start = 0;
    for (size_t scope; full[at];) {
        if ((scope = any_scope(full + at)) > 0) {
            start = at += scope;
        } else if (full[at] == '<' || full[at] == '(') {
            break;
        } else if (full[at++] == ' ') {
            start = at;
        } else {
            while (is_word(full[at]))
                at++;
        }
    }
    return mem_strndup(full + start, at - start);
}

const char *demangle_brief(const char *name)
{
    return name + skip_prefix(name, "void ");
}
