#include "regex_make.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COPIES = 100000, DEEPEST = 64 };

/* What a group, or the whole expression, takes: of what was closed before, and its last part. */
struct part {
    double before, last;
};

/* Behind a bracket expression. */
static const char *skip_bracket(const char *at)
{
    at++;
    at += *at == '^';
    at += *at == ']';
    while (*at && *at != ']') {
        if (*at == '[' && at[1] && strchr(":.=", at[1])) {
            const char kind = at[1];
            for (at += 2; *at && !(*at == kind && at[1] == ']'); at++)
                ;
            at += *at != '\0';
        }
        at += *at != '\0';
    }
    return at + (*at == ']');
}

/* How often {n}, {n,} or {n,m} has the part copied. */
static double repeats(const char *at)
{
    char *end;
    const double least = (double)strtoul(at + 1, &end, 10);
    const double most = *end == ',' ? (double)strtoul(end + 1, NULL, 10) : least;
    return most > least ? most : least + 1;
}

static void add(struct part *part, double size)
{
    part->before += part->last;
    part->last = size;
}

static bool is_too_much(const char *text)
{
    struct part parts[DEEPEST] = {{0}};
    size_t depth = 0;
    for (const char *at = text; *at; at++) {
        struct part *part = &parts[depth];
        if (*at == '\\' && at[1]) {
            at++;
            add(part, 1);
        } else if (*at == '[') {
            at = skip_bracket(at) - 1;
            add(part, 1);
        } else if (*at == '(') {
            if (++depth == DEEPEST)
                return true;
            parts[depth] = (struct part){0};
        } else if (*at == ')' && depth) {
            depth--;
            add(&parts[depth], 1 + part->before + part->last);
        } else if (*at == '+') {
            part->last *= 2;
        } else if (*at == '{') {
            part->last *= repeats(at);
            at += strcspn(at, "}") - !strchr(at, '}');
        } else if (*at != '*' && *at != '?') {
            add(part, 1);
        }
        if (parts[depth].before + parts[depth].last > MOST_COPIES)
            return true;
    }
    return false;
}

int regex_make(regex_t *regex, const char *text)
{
    return is_too_much(text) ? REG_ESPACE : regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
}
