#include "report/metric/metric_spelling.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"

static bool is_ours(char c)
{
    return isascii((unsigned char)c) && (isalnum((unsigned char)c) || (c && strchr("_.:", c)));
}

bool metric_spelling_is_good(const char *name)
{
    while (is_ours(*name))
        name++;
    return !*name;
}

char *metric_spelling_shown(const char *name)
{
    struct strbuf shown = {0};
    size_t length = strlen(name);
    strbuf_adds(&shown, "");
    for (size_t at = 0; at < length;) {
        long code;
        size_t size = safe_text_decode(name + at, length - at, &code);
        if (is_ours(name[at]))
            strbuf_addc(&shown, name[at]);
        else if (code < 0)
            strbuf_addf(&shown, "<byte %02X>", (unsigned char)name[at]);
        else if (code > ' ' && code < 0x7f)
            strbuf_addc(&shown, name[at]);
        else
            strbuf_addf(&shown, "<U+%04lX>", (unsigned long)code);
        at += size;
    }
    return strbuf_detach(&shown);
}

char *metric_spelling_cleaned(const char *name)
{
    struct strbuf cleaned = {0};
    strbuf_adds(&cleaned, "");
    for (; *name; name++)
        if (is_ours(*name))
            strbuf_addc(&cleaned, *name);
    return strbuf_detach(&cleaned);
}
