#include "report/metric/number_style.h"

#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DIGITS = 400 };

struct separators {
    char thousands[8], point[8];
    char sizes[8]; /* of groups from the right, as localeconv() has them; the last one repeats */
};

static struct separators separators[] = {
    [NUMBERS_OF_SCREEN] = {",", ".", "\3"}, [NUMBERS_OF_LOCALE] = {"", ".", ""}};
static enum number_style chosen = NUMBERS_OF_SCREEN;

static void copy(char to[8], const char *from)
{
    snprintf(to, 8, "%s", strlen(from) < 8 ? from : "");
}

void number_style_read_locale(void)
{
    struct separators *to = &separators[NUMBERS_OF_LOCALE];
    if (setlocale(LC_NUMERIC, "")) {
        const struct lconv *is = localeconv();
        copy(to->thousands, is->thousands_sep);
        copy(to->sizes, is->grouping);
        copy(to->point, *is->decimal_point ? is->decimal_point : ".");
    }
    setlocale(LC_NUMERIC, "C");
}

enum number_style number_style_use(enum number_style style)
{
    const enum number_style before = chosen;
    chosen = style;
    return before;
}

void number_style_add(struct strbuf *out, const char *digits)
{
    const struct separators *with = &separators[chosen];
    const size_t length = strcspn(digits, ".");
    bool begins[MOST_DIGITS] = {false}; /* a group that is not the first */
    const char *size = with->sizes;
    for (size_t left = length; *with->thousands && length < MOST_DIGITS;) {
        if (*size <= 0 || *size == CHAR_MAX || (size_t)*size >= left)
            break;
        left -= (size_t)*size;
        begins[left] = true;
        size += size[1] != '\0';
    }
    for (size_t i = 0; i < length; i++) {
        if (i < MOST_DIGITS && begins[i])
            strbuf_adds(out, with->thousands);
        strbuf_addc(out, digits[i]);
    }
    if (digits[length])
        strbuf_addf(out, "%s%s", with->point, digits + length + 1);
}
