/* The fields of a message, walked to every depth that looks like one. */
#include <stdlib.h>

#include "report/base/wire_walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

enum { DEEPEST = 16 };

static double sum;

static void walk(const uint8_t *bytes, size_t length, unsigned depth)
{
    struct wire_walk walk_over = {bytes, bytes + length, false};
    struct wire_field field;
    const uint8_t *before = bytes;
    while (wire_walk_next(&walk_over, &field)) {
        if (walk_over.at <= before || walk_over.at > bytes + length || !field.number)
            abort();
        before = walk_over.at;
        if (field.type == 1)
            sum += wire_field_double(&field);
        else if (field.type == 5)
            sum += (double)wire_field_float(&field);
        else if (field.type == 2 && field.length && depth < DEEPEST)
            walk(field.data, field.length, depth + 1);
    }
    if (!walk_over.bad && walk_over.at != walk_over.end)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    if (length)
        walk(bytes, length, 0);
    return 0;
}
