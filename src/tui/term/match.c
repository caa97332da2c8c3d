#include "tui/term/match.h"

#include <ctype.h>
#include <string.h>

bool match_text(const char *text, const char *search)
{
    for (const char *c = search; *c; c++)
        if (isupper((unsigned char)*c))
            return strstr(text, search) != NULL;
    return strcasestr(text, search) != NULL;
}
