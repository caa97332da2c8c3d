#include "report/filter/pattern_name.h"

#include <string.h>

bool pattern_name_fits(const struct pattern_name *name, const char *text)
{
    if (!*text)
        return false;
    return name->is_regex ? regexec(&name->regex, text, 0, NULL, 0) == 0
                          : strcmp(name->text, text) == 0;
}
