/* Two codes, halves of the bytes, matched in every form. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/compare/code_match.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Lines of any bytes, of which none is ended. */
static struct file_lines lines_of(const uint8_t *bytes, size_t length)
{
    struct file_lines list = {.lines = mem_alloc((length + 1) * sizeof *list.lines),
                              .lengths = mem_alloc((length + 1) * sizeof *list.lengths)};
    for (size_t at = 0; at < length;) {
        const uint8_t *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - bytes) - at : length - at;
        list.lines[list.count] = (const char *)bytes + at;
        list.lengths[list.count++] = size;
        at += size + 1;
    }
    return list;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct file_lines now = lines_of(bytes, length / 2);
    struct file_lines before = lines_of(bytes + length / 2, length - length / 2);
    for (int form = CODE_FORM_SASS; form <= CODE_FORM_BYTES; form++) {
        size_t *partners = code_match((enum code_form)form, &now, &before), last = 0;
        for (size_t i = 0; i < now.count; i++) {
            if (partners[i] == NO_PARTNER)
                continue;
            if (partners[i] < last || partners[i] >= before.count)
                abort();
            last = partners[i] + 1;
        }
        free(partners);
    }
    free(now.lines);
    free(now.lengths);
    free(before.lines);
    free(before.lengths);
    return 0;
}
