#include "report/base/natural_order.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static int weight(char c)
{
    return c == '/' ? 1 : c ? (unsigned char)c + 1 : 0;
}

/* Compares runs of digits, which may be longer than any number type holds. */
static int compare_digits(const char **a, const char **b)
{
    const char *x = *a + strspn(*a, "0"), *y = *b + strspn(*b, "0");
    size_t m = strspn(x, "0123456789"), n = strspn(y, "0123456789");
    *a = x + m;
    *b = y + n;
    return m != n ? (m > n) - (m < n) : strncmp(x, y, m);
}

int natural_order(const char *a, const char *b)
{
    const char *x = a, *y = b;
    while (*x || *y) {
        if (isdigit((unsigned char)*x) && isdigit((unsigned char)*y)) {
            int order = compare_digits(&x, &y);
            if (order)
                return order;
        } else if (*x != *y) {
            return weight(*x) - weight(*y);
        } else {
            x++;
            y++;
        }
    }
    size_t m = strlen(a), n = strlen(b);
    return m != n ? (m > n) - (m < n) : strcmp(a, b);
}
