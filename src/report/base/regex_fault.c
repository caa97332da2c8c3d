#include "report/base/regex_fault.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/regex_make.h"

/* Each prefix of the text is compiled, so longer texts would take too long. */
enum { LONGEST = 500 };

static bool starts_character(char byte)
{
    return (byte & 0xc0) != 0x80;
}

static int problem_of(const char *text)
{
    regex_t regex;
    int problem = regex_make(&regex, text);
    if (!problem)
        regfree(&regex);
    return problem;
}

/* glibc has a different code for a bracket with nothing behind it. */
static bool same(int problem, int other)
{
    return other == problem || (problem == REG_EBRACK && other == REG_BADPAT);
}

/* Returns the number of the last character of the shortest prefix from which on every prefix has
 * the problem. */
static size_t character_of(int problem, const char *text)
{
    char *start = mem_strdup(text);
    size_t end = strlen(text), number = 0;
    while (end) {
        size_t at = end - 1;
        while (at && !starts_character(start[at]))
            at--;
        start[at] = '\0';
        if (!same(problem, problem_of(start)))
            break;
        end = at;
    }
    for (size_t i = 0; i < end; i++)
        number += starts_character(text[i]);
    free(start);
    return number;
}

void regex_fault(char out[REGEX_FAULT], int problem, const regex_t *regex, const char *text)
{
    char reason[128];
    regerror(problem, regex, reason, sizeof reason);
    if (problem == REG_ESPACE)
        snprintf(reason, sizeof reason, "it repeats too much");
    size_t character = strlen(text) <= LONGEST ? character_of(problem, text) : 0;
    if (character)
        snprintf(out, REGEX_FAULT, "%s at character %zu", reason, character);
    else
        snprintf(out, REGEX_FAULT, "%s", reason);
}
