/* rule_load_internal: what the files of rule_load share. All that is taken is in the rule's arena;
 * what takes a value says itself what is wrong. */
#ifndef ROOFTOP_RULE_LOAD_INTERNAL_H
#define ROOFTOP_RULE_LOAD_INTERNAL_H

#include "rule.h"
#include "yaml_map.h"

struct rule_table {
    const char *name;
    struct yaml_row *rows;
    size_t count;
};

struct rule_loader {
    struct yaml_reader yaml; /* first: what takes values gets it */
    struct rule *rule;
    struct arena scratch; /* of the tables */
    struct rule_table *tables;
    size_t table_count;
    const struct rule_lets *locals; /* of what is being read */
};

struct rule_loader *rule_loader_of(struct yaml_reader *reader);

/* Memory of the rule, zeroed, and a text there. */
void *rule_keep(struct yaml_reader *reader, size_t size);
char *rule_keep_text(struct yaml_reader *reader, const char *text);

/* For fields, by what their target is. */
yaml_take_value rule_take_nothing;
yaml_take_value rule_take_words;    /* char * */
yaml_take_value rule_take_expr;     /* struct expr * */
yaml_take_value rule_take_template; /* struct rule_template * */
yaml_take_value rule_take_flag;     /* bool */
yaml_take_value rule_take_number;   /* size_t */
yaml_take_value rule_take_lets;     /* struct rule_lets */
yaml_take_value rule_take_groups;   /* struct rule */
yaml_take_value rule_take_markers;  /* struct rule */

bool rule_is_list(struct yaml_reader *reader, const yaml_node_t *node);

/* `tables`, before all else. */
bool rule_read_tables(struct yaml_reader *reader, const yaml_node_t *node);
/* NULL: there is none of that name. */
const struct rule_table *rule_find_table(struct yaml_reader *reader, const yaml_node_t *node);
/* The rows of `each`; without one a single row that has no words. */
const struct rule_table *rule_rows_of(struct yaml_reader *reader, const yaml_node_t *map);

/* Between the two the row's words stand for its columns, and `locals` (or NULL) are near. */
void rule_enter_row(struct yaml_reader *reader, const struct yaml_row *row,
                    const struct rule_lets *locals);
void rule_leave_row(struct yaml_reader *reader);

#endif
