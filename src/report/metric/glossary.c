#include "report/metric/glossary.h"

#include <ctype.h>
#include <string.h>

#include "report/base/name_glob.h"

static const struct glossary_term terms[] = {
#include "glossary.inc"
};

enum { TERMS = sizeof terms / sizeof *terms, LONGEST = 256, SHORTEST_WITHIN = 3 };

/* What stands between words. */
static const bool gaps[256] = {
    [' '] = true, ['.'] = true, ['_'] = true, ['-'] = true, [','] = true,
    [':'] = true, ['/'] = true, ['('] = true, [')'] = true, ['>'] = true};

/* Makes " long scoreboard " of "Long_Scoreboard", so that whole words can be looked for. */
static void normal_form(const char *name, char form[LONGEST])
{
    size_t length = 0;
    form[length++] = ' ';
    for (const char *c = name; *c && length < LONGEST - 2; c++) {
        bool gap = gaps[(unsigned char)*c];
        if (!gap || form[length - 1] != ' ')
            form[length++] = gap ? ' ' : (char)tolower((unsigned char)*c);
    }
    if (form[length - 1] != ' ')
        form[length++] = ' ';
    form[length] = '\0';
}

/* Takes the next name of a term: first its own, then those of the list. Returns false at the
 * end. */
static bool next_name(const struct glossary_term *term, const char **at, char form[LONGEST])
{
    char name[LONGEST];
    const char *from = *at ? *at : term->name;
    if (!*from)
        return false;
    size_t length = *at ? strcspn(from, ",") : strlen(from);
    size_t kept = length < LONGEST - 1 ? length : LONGEST - 1;
    memcpy(name, from, kept);
    name[kept] = '\0';
    normal_form(name, form);
    *at = *at ? from + length + (from[length] == ',') : term->also;
    return true;
}

void glossary_each(glossary_use *use, void *context)
{
    for (size_t i = 0; i < TERMS; i++)
        use(context, &terms[i]);
}

static bool is_called(const struct glossary_term *term, const char *wanted)
{
    char form[LONGEST];
    for (const char *at = NULL; next_name(term, &at, form);)
        if (strcmp(form, wanted) == 0)
            return true;
    return false;
}

bool glossary_find(const char *name, glossary_use *use, void *context)
{
    char wanted[LONGEST];
    bool found = false;
    normal_form(name, wanted);
    for (size_t i = 0; i < TERMS; i++)
        if (is_called(&terms[i], wanted)) {
            found = true;
            use(context, &terms[i]);
        }
    return found;
}

bool glossary_same(const char *name, const char *other)
{
    char form[LONGEST], wanted[LONGEST];
    /* Most names differ in their first letter. */
    if (isalnum((unsigned char)*name) && isalnum((unsigned char)*other) &&
        tolower((unsigned char)*name) != tolower((unsigned char)*other))
        return false;
    normal_form(name, form);
    normal_form(other, wanted);
    return strcmp(form, wanted) == 0 || (strchr(name, '*') && name_glob(form, wanted));
}

/* Which topics occur in names of metrics. What replay, rooflines and columns are about does not. */
static bool is_in_metrics(const struct glossary_term *term)
{
    return strcmp(term->topic, "replay") != 0 && strcmp(term->topic, "roofline") != 0 &&
           strcmp(term->topic, "measure") != 0 && strcmp(term->topic, "column") != 0 &&
           strcmp(term->name, "rollup") != 0;
}

/* A unit stands first in the name: "dram__bytes.sum" is about DRAM, "sm__memory" is not. */
static bool occurs(const struct glossary_term *term, const char *metric)
{
    char form[LONGEST];
    bool unit = strcmp(term->topic, "unit") == 0;
    for (const char *at = NULL; next_name(term, &at, form);) {
        const char *place = strstr(metric, form);
        if (strlen(form) - 2 >= (unit ? 2 : SHORTEST_WITHIN) && place && (!unit || place == metric))
            return true;
    }
    return false;
}

void glossary_of_metric(const char *metric, glossary_use *use, void *context)
{
    char form[LONGEST];
    normal_form(metric, form);
    for (size_t i = 0; i < TERMS; i++)
        if (is_in_metrics(&terms[i]) && occurs(&terms[i], form))
            use(context, &terms[i]);
}
