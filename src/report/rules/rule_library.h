/* rule_library: the set of known rules.
 *
 * It starts with the built-in rules. Folders add to it; a rule replaces an earlier one with the
 * same identifier. A broken file does not stop the others: the library keeps the file's name with
 * its error. */
#ifndef ROOFTOP_REPORT_RULES_RULE_LIBRARY_H
#define ROOFTOP_REPORT_RULES_RULE_LIBRARY_H

#include "report/base/error.h"
#include "report/rules/rule.h"

struct rule_entry {
    char *file;
    bool built_in;
    char *replaces;     /* the file of the rule that it replaced, or "the built-in one"; or NULL */
    struct rule *rule;  /* NULL: broken, see `error` */
    bool kept;          /* the rule comes from an earlier reading, the error from the last one */
    bool off;           /* not evaluated */
    bool silent;        /* evaluated only for what it sends; its findings are dropped */
    struct error error; /* "": none */
};

struct rule_library {
    struct rule_entry *entries; /* parents before children, else by identifier; broken ones last */
    size_t count, capacity;
    struct rule_scripts *scripts; /* runs the rules in Python; NULL: there are none */
    struct rule_waiting *waiting; /* see rule_library_add_section(); NULL: nothing */
    size_t waiting_count, waiting_capacity;
};

void rule_library_init(struct rule_library *library); /* loads the built-in rules */
void rule_library_free(struct rule_library *library);

/* Adds the built-in rules about a section and their ancestors to a library that began with {0}, if
 * they are not in it. On results that have no other sections, it then does what all built-in rules
 * do. Pointers to entries end with it. */
void rule_library_add_section(struct rule_library *library, const char *section);

/* Adds every *.yaml file of a folder, and every *.py file that is a rule. Returns false with the
 * error if the folder cannot be read. */
bool rule_library_add_folder(struct rule_library *library, const char *folder, struct error *error);

/* Adds the user's own rules in user_path("rules"). The folder may be missing. */
bool rule_library_add_user(struct rule_library *library, struct error *error);

/* Returns whether the folder exists. */
bool rule_library_has_user(void);

/* Moves the rules of files that have errors now from `old` to `library`, where the errors stay
 * beside them. Rules that were off or silent in `old` stay so. */
void rule_library_keep(struct rule_library *library, struct rule_library *old);

/* Returns the entry of the rule with that identifier, or NULL. */
const struct rule_entry *rule_find(const struct rule_library *library, const char *identifier);

#endif
