#include "report/filter/pattern_name.h"

#include <string.h>

bool pattern_name_fits(const struct pattern_name *name, const char *text)
{
    if (!*text)
        return false;
    return name->regex ? regex_found(name->regex, text) : strcmp(name->text, text) == 0;
}
