#include "report/names/cxx_skip.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { DEEPEST = 300 };

struct cursor {
    const char *at;
    unsigned depth;
};

static bool type(struct cursor *c);
static bool arguments(struct cursor *c);
static bool name(struct cursor *c);

/* Every recursive part goes through here: names may nest as deep as their text is long. */
static bool deeper(struct cursor *c, bool (*part)(struct cursor *))
{
    if (c->depth == DEEPEST)
        return false;
    c->depth++;
    bool good = part(c);
    c->depth--;
    return good;
}

static bool take(struct cursor *c, char wanted)
{
    if (*c->at != wanted)
        return false;
    c->at++;
    return true;
}

static bool is_digit(const struct cursor *c)
{
    return isdigit((unsigned char)*c->at) != 0;
}

static bool source_name(struct cursor *c)
{
    size_t length = 0;
    while (is_digit(c) && length < 100000)
        length = length * 10 + (size_t)(*c->at++ - '0');
    if (!length || strnlen(c->at, length) < length)
        return false;
    c->at += length;
    return true;
}

/* Takes [0-9A-Z]* "_". */
static bool sequence(struct cursor *c)
{
    while (is_digit(c) || isupper((unsigned char)*c->at))
        c->at++;
    return take(c, '_');
}

static bool types_until_end(struct cursor *c)
{
    while (*c->at != 'E')
        if (!type(c))
            return false;
    c->at++;
    return true;
}

/* Takes what follows "U": a lambda ("l" parameters "E" number "_") or an unnamed type ("t" number
 * "_"). */
static bool unnamed(struct cursor *c)
{
    if (take(c, 'l'))
        return types_until_end(c) && sequence(c);
    return take(c, 't') && sequence(c);
}

/* Takes a name without its scope: a source name, a constructor, an operator or a lambda. */
static bool unqualified(struct cursor *c)
{
    take(c, 'L');
    if (is_digit(c))
        return source_name(c);
    if (take(c, 'U'))
        return unnamed(c);
    if ((*c->at == 'C' || *c->at == 'D') && isdigit((unsigned char)c->at[1])) {
        c->at += 2;
        return true;
    }
    if (!islower((unsigned char)c->at[0]) || !isalpha((unsigned char)c->at[1]))
        return false;
    bool conversion = c->at[0] == 'c' && c->at[1] == 'v';
    c->at += 2;
    return !conversion || type(c);
}

/* Takes what follows "S". *is_std: it is only the scope std, and a name follows. */
static bool substitution(struct cursor *c, bool *is_std)
{
    *is_std = *c->at == 't';
    if (*c->at && strchr("tabsiod", *c->at)) {
        c->at++;
        return true;
    }
    return sequence(c);
}

/* Takes what follows "N". */
static bool nested(struct cursor *c)
{
    bool is_std;
    while (*c->at && strchr("rVKRO", *c->at))
        c->at++;
    while (!take(c, 'E')) {
        bool good;
        if (take(c, 'S'))
            good = substitution(c, &is_std);
        else if (take(c, 'T'))
            good = sequence(c);
        else if (*c->at == 'I')
            good = arguments(c);
        else if (take(c, 'B'))
            good = source_name(c);
        else
            good = unqualified(c);
        if (!good)
            return false;
    }
    return true;
}

/* Takes what follows "Z": a function with its parameters, "E", and a name inside of the
 * function. */
static bool local(struct cursor *c)
{
    if (!name(c) || !types_until_end(c))
        return false;
    if (take(c, 's'))
        return true;
    if (take(c, 'd') && !sequence(c))
        return false;
    return name(c);
}

static bool any_name(struct cursor *c)
{
    bool good, is_std = false;
    if (take(c, 'N'))
        return nested(c);
    if (take(c, 'Z'))
        return local(c);
    if (take(c, 'S'))
        good = substitution(c, &is_std) && (!is_std || unqualified(c));
    else
        good = unqualified(c);
    return good && (*c->at != 'I' || arguments(c));
}

static bool name(struct cursor *c)
{
    return deeper(c, any_name);
}

/* Takes what follows "L". It fails for functions, which begin with "_Z" where a type is
 * expected. */
static bool literal(struct cursor *c)
{
    if (!type(c))
        return false;
    while (isalnum((unsigned char)*c->at) && *c->at != 'E')
        c->at++;
    return take(c, 'E');
}

static bool argument(struct cursor *c);

static bool arguments_until_end(struct cursor *c)
{
    while (!take(c, 'E'))
        if (!argument(c))
            return false;
    return true;
}

/* Takes one template argument. It fails for expressions, which begin with "X". */
static bool argument(struct cursor *c)
{
    if (take(c, 'L'))
        return literal(c);
    if (take(c, 'J'))
        return deeper(c, arguments_until_end);
    return type(c);
}

static bool arguments(struct cursor *c)
{
    return take(c, 'I') && deeper(c, arguments_until_end);
}

/* Takes what follows "D" in a type. */
static bool d_type(struct cursor *c)
{
    if (take(c, 'p'))
        return type(c);
    if (!*c->at || !strchr("nisuacfdeh", *c->at))
        return false;
    c->at++;
    return true;
}

static bool any_type(struct cursor *c)
{
    if (*c->at && strchr("PROKVrCG", *c->at)) {
        c->at++;
        return type(c);
    }
    if (*c->at && strchr("NZSL0123456789", *c->at))
        return name(c);
    switch (*c->at++) {
    case 'T':
        return sequence(c) && (*c->at != 'I' || arguments(c));
    case 'F':
        take(c, 'Y');
        return types_until_end(c);
    case 'A':
        while (is_digit(c))
            c->at++;
        return take(c, '_') && type(c);
    case 'M':
        return type(c) && type(c);
    case 'D':
        return d_type(c);
    case 'u':
        return source_name(c);
    default:
        c->at--;
        break;
    }
    if (!islower((unsigned char)*c->at))
        return false;
    c->at++;
    return true;
}

static bool type(struct cursor *c)
{
    return deeper(c, any_type);
}

const char *cxx_skip_template_args(const char *at)
{
    struct cursor cursor = {at, 0};
    return arguments(&cursor) ? cursor.at : NULL;
}
