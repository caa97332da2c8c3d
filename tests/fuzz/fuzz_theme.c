/* A theme: refused, or one whose styles can be drawn. */
#include <stdint.h>
#include <stdlib.h>

#include "tui/term/theme.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct theme theme;
    struct error error;
    if (!theme_parse(&theme, "fuzz", (const char *)bytes, length, &error))
        return 0;
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct theme_style *style = &theme.styles[i];
        if (style->fg < COLOR_DEFAULT || style->fg > 255 || style->bg < COLOR_DEFAULT ||
            style->bg > 255)
            abort();
    }
    return 0;
}
