#include "report/base/name_glob.h"

#include <stddef.h>
#include <string.h>

/* Returns the rest of the pattern behind the element that matches `byte`, or NULL if it does
 * not. */
static const char *after(const char *pattern, char byte)
{
    const char *end = *pattern == '[' ? strchr(pattern, ']') : NULL;
    if (!byte)
        return NULL;
    if (!end)
        return *pattern == byte ? pattern + 1 : NULL;
    return memchr(pattern + 1, byte, (size_t)(end - pattern - 1)) ? end + 1 : NULL;
}

/* Returns the first place in a name where the pattern behind a star can begin. */
static const char *first_place(const char *pattern, const char *name)
{
    return *pattern == '[' || *pattern == '*' ? name : strchrnul(name, *pattern);
}

bool name_glob(const char *pattern, const char *name)
{
    /* After a mismatch the last star takes one more byte. Earlier stars need not be tried again. */
    const char *star = NULL, *resumed = name;
    for (;;) {
        const char *next = *pattern == '*' ? NULL : after(pattern, *name);
        if (*pattern == '*') {
            star = ++pattern;
            if (!*star)
                return true;
            name = resumed = first_place(star, name);
        } else if (next) {
            pattern = next;
            name++;
        } else if (!*pattern && !*name) {
            return true;
        } else if (star && *resumed) {
            pattern = star;
            name = resumed = first_place(star, resumed + 1);
        } else {
            return false;
        }
    }
}
