/* rule_library: the rules that are there. It starts with those that are built in; folders add to
 * it, and a rule of the same identifier replaces the earlier one. A broken file never stops the
 * others: its error is kept beside its name. */
#ifndef ROOFTOP_RULE_LIBRARY_H
#define ROOFTOP_RULE_LIBRARY_H

#include "error.h"
#include "rule.h"

struct rule_entry {
    char *file;
    bool built_in;
    char *replaces;     /* file of the rule that it replaced, or "the built-in one"; or NULL */
    struct rule *rule;  /* NULL: broken, see error */
    bool kept;          /* the rule is that of an earlier reading, the error that of the last one */
    bool off;           /* not evaluated */
    bool silent;        /* only for what it sends to others: what it finds is left out */
    struct error error; /* "": none */
};

struct rule_library {
    struct rule_entry *entries; /* parents before their children, else by identifier; broken ones
                                   last */
    size_t count, capacity;
};

void rule_library_init(struct rule_library *library); /* loads what is built in */
void rule_library_free(struct rule_library *library);

/* Adds every *.yaml file of a folder. false: the folder cannot be read. */
bool rule_library_add_folder(struct rule_library *library, const char *folder, struct error *error);

/* Adds the user's own, user_path("rules"), if there is such a folder. */
bool rule_library_add_user(struct rule_library *library, struct error *error);

/* What `old` had of files with errors is taken over from it, beside the errors; what was off or
 * silent there is so. */
void rule_library_keep(struct rule_library *library, struct rule_library *old);

const struct rule_entry *rule_find(const struct rule_library *library, const char *identifier);

#endif
