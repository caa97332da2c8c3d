#include "report/rules/causes.h"

#include <fnmatch.h>
#include <math.h>
#include <string.h>

/* A cause gains at least this part of what a symptom of it estimates. */
#define LEAST_PART (1.0 / 3)

static bool is_of(const struct rule_explains *explains, const char *title)
{
    return !explains->finding || fnmatch(explains->finding, title, 0) == 0;
}

/* Returns whether "RULE" or "RULE/TITLE" means the finding. */
static bool names(const char *symptom, const struct cause_finding *finding)
{
    size_t length = strlen(finding->rule);
    if (strncmp(symptom, finding->rule, length) != 0)
        return false;
    return !symptom[length] ||
           (symptom[length] == '/' && fnmatch(symptom + length + 1, finding->title, 0) == 0);
}

static const struct rule *rule_of(const struct rule_library *library, const char *identifier)
{
    const struct rule_entry *entry = library ? rule_find(library, identifier) : NULL;
    return entry ? entry->rule : NULL;
}

static bool says_so(const struct rule_library *library, const struct cause_finding *cause,
                    const struct cause_finding *symptom)
{
    const struct rule *rule = rule_of(library, cause->rule);
    for (size_t i = 0; rule && i < rule->explains_count; i++) {
        const struct rule_explains *explains = &rule->explains[i];
        for (size_t j = 0; is_of(explains, cause->title) && j < explains->symptom_count; j++)
            if (names(explains->symptoms[j], symptom))
                return true;
    }
    return false;
}

static bool is_large_enough(const struct cause_finding *cause, const struct cause_finding *symptom)
{
    if (isnan(cause->speedup) || isnan(symptom->speedup) || symptom->local)
        return true;
    return !cause->local && cause->speedup >= LEAST_PART * symptom->speedup;
}

static double weight(const struct cause_finding *finding)
{
    return isnan(finding->speedup) || finding->local ? -1 : finding->speedup;
}

/* The same finding may be there twice, once without an estimate. */
static bool is_same(const struct cause_finding *a, const struct cause_finding *b)
{
    return strcmp(a->rule, b->rule) == 0 && strcmp(a->title, b->title) == 0;
}

static bool explains(const struct rule_library *library, const struct cause_finding *cause,
                     const struct cause_finding *symptom)
{
    if (!is_same(cause, symptom) &&
        !(says_so(library, cause, symptom) && is_large_enough(cause, symptom)))
        return false;
    /* Of two that explain each other, the one that gains more is the cause. */
    if (!is_same(cause, symptom) && !says_so(library, symptom, cause))
        return true;
    return weight(cause) > weight(symptom) || (weight(cause) == weight(symptom) && cause < symptom);
}

/* Returns what explains a finding directly, or `count`. */
static size_t parent_of(const struct rule_library *library, const struct cause_finding *findings,
                        size_t count, size_t symptom)
{
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (i != symptom && explains(library, &findings[i], &findings[symptom]) &&
            (best == count || weight(&findings[i]) > weight(&findings[best])))
            best = i;
    return best;
}

void causes_find(const struct rule_library *library, const struct cause_finding *findings,
                 size_t count, size_t *root)
{
    for (size_t i = 0; i < count; i++)
        root[i] = parent_of(library, findings, count, i);
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        /* Rules that explain each other in a circle have no root: the walk ends somewhere in it. */
        for (size_t steps = 0; root[at] < count && root[at] != at && steps < count; steps++)
            at = root[at];
        root[i] = at;
    }
    for (size_t i = 0; i < count; i++)
        if (root[root[i]] != root[i])
            root[root[i]] = root[i];
}

const char *cause_name(const struct rule_library *library, const char *rule, const char *title,
                       const char *rule_name)
{
    const struct rule *found = rule_of(library, rule);
    for (size_t i = 0; found && i < found->explains_count; i++)
        if (found->explains[i].called && is_of(&found->explains[i], title))
            return found->explains[i].called;
    return *title ? title : rule_name;
}

/* Whether an entry of the finding's rule that is about it has this flag. */
static bool is_flagged(const struct rule_library *library, const char *rule, const char *title,
                       bool flag(const struct rule_explains *))
{
    const struct rule *found = rule_of(library, rule);
    for (size_t i = 0; found && i < found->explains_count; i++)
        if (flag(&found->explains[i]) && is_of(&found->explains[i], title))
            return true;
    return false;
}

static bool has_unranked(const struct rule_explains *explains)
{
    return explains->unranked;
}

static bool has_waits(const struct rule_explains *explains)
{
    return explains->waits;
}

bool cause_is_unranked(const struct rule_library *library, const char *rule, const char *title)
{
    return is_flagged(library, rule, title, has_unranked);
}

bool cause_is_wait(const struct rule_library *library, const char *rule, const char *title)
{
    return is_flagged(library, rule, title, has_waits);
}
