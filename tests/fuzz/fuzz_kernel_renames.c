/* A file of renames, and the name that it gives to a kernel. */
#include <stdint.h>

#include "report/names/kernel_renames.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct kernel_renames renames = {0};
    struct error error;
    if (kernel_renames_parse(&renames, "fuzz", (const char *)bytes, length, &error))
        kernel_renames_find(&renames, "void ns::f<(int)8>(float *)", "void f<8>(float *)");
    kernel_renames_free(&renames);
    return 0;
}
