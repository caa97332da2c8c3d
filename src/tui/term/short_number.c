#include "tui/term/short_number.h"

#include <math.h>
#include <stdio.h>

void short_number(struct strbuf *out, double number)
{
    static const char *const prefixes[] = {"", "K", "M", "G", "T", "P", "E"};
    enum { PREFIXES = sizeof prefixes / sizeof *prefixes };
    double size = fabs(number);
    size_t steps = 0;
    if (isnan(number)) {
        strbuf_adds(out, "n/a");
        return;
    }
    while (size >= 999.5 && steps + 1 < PREFIXES) {
        size /= 1000;
        number /= 1000;
        steps++;
    }
    if (size >= 999.5 || (size > 0 && size < 0.001))
        strbuf_addf(out, "%.1e", number);
    else
        strbuf_addf(out, "%.3g%s", number, prefixes[steps]);
}

int short_number_digits(size_t number)
{
    int digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

double short_number_round(double number)
{
    if (!(number > 0) || !isfinite(number))
        return 1;
    double power = pow(10, floor(log10(number)));
    double digit = number / power;
    return power * (digit <= 1.0000001 ? 1 : digit <= 2.0000001 ? 2 : digit <= 5.0000001 ? 5 : 10);
}
