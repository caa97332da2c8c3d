/* A kernel name, mangled or not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *name = malloc(length + 1);
    memcpy(name, bytes, length);
    name[length] = '\0';
    char *full = demangle_full(name), *brief = demangle_short(full);
    char *function = demangle_function(full);
    if (strlen(brief) > strlen(full) || strlen(function) > strlen(brief))
        abort();
    free(demangle_short(name));
    free(demangle_function(name));
    free(full);
    free(brief);
    free(function);
    free(name);
    return 0;
}
