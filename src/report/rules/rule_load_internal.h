/* rule_load_internal: what the files of rule_load share. Everything that is read is in the rule's
 * arena. Functions that take a value store the error themselves. */
#ifndef ROOFTOP_REPORT_RULES_RULE_LOAD_INTERNAL_H
#define ROOFTOP_REPORT_RULES_RULE_LOAD_INTERNAL_H

#include "report/base/yaml_map.h"
#include "report/rules/rule.h"

struct rule_table {
    const char *name;
    struct yaml_row *rows;
    size_t count;
};

struct rule_loader {
    struct yaml_reader yaml; /* must be first: functions that take values receive it */
    struct rule *rule;
    struct arena scratch; /* owns the tables */
    struct rule_table *tables;
    size_t table_count;
    const struct rule_lets *locals; /* near what is being read */
};

struct rule_loader *rule_loader_of(struct yaml_reader *reader);

/* Return zeroed memory, and a copy of a text, in the rule's arena. */
void *rule_keep(struct yaml_reader *reader, size_t size);
char *rule_keep_text(struct yaml_reader *reader, const char *text);

/* Functions for fields, with the type of their target. */
yaml_take_value rule_take_nothing;
yaml_take_value rule_take_words;    /* char * */
yaml_take_value rule_take_expr;     /* struct expr * */
yaml_take_value rule_take_template; /* struct rule_template * */
yaml_take_value rule_take_flag;     /* bool */
yaml_take_value rule_take_number;   /* size_t */
yaml_take_value rule_take_lets;     /* struct rule_lets */
yaml_take_value rule_take_groups;   /* struct rule */
yaml_take_value rule_take_markers;  /* struct rule */
yaml_take_value rule_take_explains; /* struct rule */

/* Returns whether the node is a list; stores the error if it is not. */
bool rule_is_list(struct yaml_reader *reader, const yaml_node_t *node);

/* Reads `tables`, before everything else. */
bool rule_read_tables(struct yaml_reader *reader, const yaml_node_t *node);
/* Returns the table of that name, or NULL with the error. */
const struct rule_table *rule_find_table(struct yaml_reader *reader, const yaml_node_t *node);
/* Returns the rows of `each`. Without `each`, returns one row without words. */
const struct rule_table *rule_rows_of(struct yaml_reader *reader, const yaml_node_t *map);

/* Between these two calls the row's words replace its columns, and `locals` (or NULL) are near. */
void rule_enter_row(struct yaml_reader *reader, const struct yaml_row *row,
                    const struct rule_lets *locals);
void rule_leave_row(struct yaml_reader *reader);

#endif
