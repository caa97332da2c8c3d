#include "report/base/nearest_few.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"

void nearest_few_offer(struct nearest_few *few, const char *known)
{
    struct nearest nearest = {.wanted = few->wanted};
    nearest_offer(&nearest, known);
    if (!nearest.best)
        return;
    size_t at = few->count, distance = strcmp(known, few->wanted) ? nearest.distance : 0;
    for (size_t i = 0; i < few->count; i++)
        if (strcmp(few->names[i], known) == 0)
            return;
    while (at && few->distances[at - 1] > distance)
        at--;
    if (at == NEAREST_FEW)
        return;
    if (few->count == NEAREST_FEW)
        free(few->names[--few->count]);
    for (size_t i = few->count++; i > at; i--) {
        few->names[i] = few->names[i - 1];
        few->distances[i] = few->distances[i - 1];
    }
    few->names[at] = mem_strdup(known);
    few->distances[at] = distance;
}

void nearest_few_free(struct nearest_few *few)
{
    while (few->count)
        free(few->names[--few->count]);
}
