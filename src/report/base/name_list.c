#include "report/base/name_list.h"

#include <string.h>

#include "report/base/mem.h"

char *name_list_next(const char **list)
{
    if (!*list || !**list)
        return NULL;
    size_t length = strcspn(*list, ",");
    char *part = mem_strndup(*list, length);
    *list += length + ((*list)[length] == ',');
    return part;
}
