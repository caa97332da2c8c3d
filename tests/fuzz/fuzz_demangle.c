/* A kernel name, mangled or not. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/names/demangle.h"
#include "report/names/kernel_names.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *name = malloc(length + 1);
    memcpy(name, bytes, length);
    name[length] = '\0';
    char *full = demangle_full(name), *function = demangle_function(full);
    struct kernel_names *names = kernel_names_new();
    if (strlen(kernel_names_short(names, full)) > strlen(full) || strlen(function) > strlen(full) ||
        strlen(kernel_names_short(names, name)) > length ||
        strlen(kernel_names_short(names, full)) > strlen(full))
        abort();
    kernel_names_free(names);
    free(demangle_function(name));
    free(full);
    free(function);
    free(name);
    return 0;
}
