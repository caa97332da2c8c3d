#include "report/base/embedded.h"

#include <string.h>

const struct embedded_file *embedded_find(const char *name)
{
    for (size_t i = 0; i < embedded_count; i++)
        if (strcmp(embedded_files[i].name, name) == 0)
            return &embedded_files[i];
    return NULL;
}

const char *embedded_behind(const struct embedded_file *file, const char *text)
{
    const size_t length = strlen(text);
    const char *at = memmem(file->data, file->size, text, length);
    return at ? at + length : NULL;
}
