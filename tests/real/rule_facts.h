/* rule_facts: what rules found, taken apart into facts that can be compared one by one: findings,
 * their speedups, focus metrics, tables and charts, and marks on source. Texts are none of them. */
#ifndef RULE_FACTS_H
#define RULE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report.pb-c.h"

struct fact {
    char *rule;
    char *finding;    /* its title, "" without, and which of that title: "Small Grid#1"; or "" */
    const char *kind; /* "rule", "finding", "speedup", "focus", "marker", "table", "chart" */
    char *what;       /* among those of one finding, or of the rule, there is one of each */
    char *text;
    double number; /* NAN: none */
};

struct facts {
    struct fact *list;
    size_t count, capacity;
};

/* How the other side writes them: as stored; or as the tables of expected values, with names of
 * files without folders, addresses from the first instruction on, and less of them. */
struct fact_form {
    bool brief;
    uint64_t base;
};

void facts_add(struct facts *facts, const struct fact_form *form, const Rep__RuleResult *rule);
void facts_free(struct facts *facts);

/* Which of the facts this is, by all but text and number; count: none. */
size_t facts_find(const struct facts *facts, const struct fact *fact);

/* Adds the expected facts of result `id` from FOLDER/rules-expected*.tsv; false: one of them cannot
 * be read. */
bool facts_expected(struct facts *facts, const char *folder, size_t id);

#endif
