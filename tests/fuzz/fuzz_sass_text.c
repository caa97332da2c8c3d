/* What nvdisasm prints, or something that only looks like it. */
#include <stdint.h>

#include "report/code/sass_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct sass_text sass;
    sass_text_read(&sass, (const char *)bytes, length, "_Z4tinyPi", 0x7f0000001000);
    for (size_t i = 0; i < sass.count; i++)
        sass_text_at(&sass, sass.lines[i].offset);
    sass_text_free(&sass);
    return 0;
}
