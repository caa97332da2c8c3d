#include "collect/machine/wire_number.h"

int64_t wire_number(Wire__Number *const *numbers, size_t count, unsigned id, int64_t fallback)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i]->id == id)
            return numbers[i]->value;
    return fallback;
}
