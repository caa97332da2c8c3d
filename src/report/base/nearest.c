#include "report/base/nearest.h"

#include <string.h>

enum { LONGEST = 128 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t nearest_distance(const char *a, const char *b, size_t limit)
{
    size_t rows[3][LONGEST + 1];
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST || (n > m ? n - m : m - n) > limit)
        return limit + 1;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *two = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t cost = a[i - 1] != b[j - 1];
            row[j] = smaller(smaller(above[j] + 1, row[j - 1] + 1), above[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], two[j - 2] + 1);
        }
    }
    size_t distance = rows[n % 3][m];
    return distance > limit ? limit + 1 : distance;
}

void nearest_offer(struct nearest *nearest, const char *known)
{
    size_t limit = strlen(nearest->wanted) / 3 + 1;
    size_t distance = nearest_distance(nearest->wanted, known, limit);
    /* If the known word starts with the wanted one, it is meant, however long the rest is. */
    size_t length = strlen(nearest->wanted);
    if (length >= 3 && strncmp(nearest->wanted, known, length) == 0)
        distance = 1;
    if (distance <= limit && (!nearest->best || distance < nearest->distance)) {
        nearest->best = known;
        nearest->distance = distance;
    }
}
