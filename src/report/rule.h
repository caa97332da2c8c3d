/* rule: a rule as data: when it has something to say of a result, and what. Rules are loaded from
 * YAML (rule_load.h), kept in a library (rule_library.h) and evaluated on results (rule_run.h);
 * rooftop-rules(5) describes the language.
 *
 * Everything is in the rule's arena or among its parts. Expressions are compiled and their names
 * bound: a tag is an index of rule.names, -1 means a metric of the result. */
#ifndef ROOFTOP_RULE_H
#define ROOFTOP_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "expr.h"
#include "report.pb-c.h"
#include "rule_template.h"

enum rule_scope { RULE_SCOPE_ALL, RULE_SCOPE_KERNEL, RULE_SCOPE_RANGE };
enum rule_over { RULE_OVER_RESULT, RULE_OVER_KERNEL, RULE_OVER_REPORT, RULE_OVER_PAIR };

/* What a name in an expression stands for. */
enum rule_name_kind {
    RULE_NAME_LET,    /* of the rule */
    RULE_NAME_LOCAL,  /* `let` of the finding or marker under way */
    RULE_NAME_COLUMN, /* the word of a column of the row that a largest or smallest took */
    RULE_NAME_LOCAL_COLUMN,
    RULE_NAME_RECEIVED,
    RULE_NAME_CAPABILITY,
    RULE_NAME_IS_RANGE
};

struct rule_name {
    enum rule_name_kind kind;
    size_t let, column; /* indices */
    char *received;     /* its name without "received." */
};

enum rule_let_kind {
    RULE_LET_EXPRESSION,
    RULE_LET_LARGEST,
    RULE_LET_SMALLEST,
    RULE_LET_JOIN,
    RULE_LET_SPOT /* the instructions of one kind of a source line that have most of something */
};

/* Which instruction an instance counts for: its own, or the one that is waited for there. */
enum rule_awaits { RULE_AWAITS_OWN, RULE_AWAITS_LONG, RULE_AWAITS_SHORT };

/* What is known of a spot. */
enum rule_spot_column { RULE_SPOT_PLACE, RULE_SPOT_ACCESS, RULE_SPOT_COLUMNS };

/* A row that largest, smallest or join look at. */
struct rule_row {
    struct expr *value, *where; /* where: NULL for always */
    struct rule_template *text; /* join */
    char **words;               /* of the columns */
};

struct rule_let {
    char *name;
    enum rule_let_kind kind;
    struct expr *value; /* of an expression; of a spot what counts */
    /* Of a spot. */
    enum rule_awaits awaits;
    char **only; /* what instructions access, see sass_access(); NULL: all that there are */
    size_t only_count;
    struct expr *there; /* what is taken of the instructions; NULL: what counted */
    char **columns;
    size_t column_count;
    struct rule_row *rows;
    size_t row_count;
    char *with, *last; /* join */
};

struct rule_lets {
    struct rule_let *list;
    size_t count;
};

struct rule_focus {
    char *metric;
    struct expr *value, *when; /* NULL: the metric itself; always */
    Rep__RuleResultFocusSeverity severity;
    struct rule_template *info; /* or NULL */
    const char *direction;      /* what stands for it; or NULL */
};

/* Where instructions of some opcodes are executed most: the first of all pairs of source line and
 * opcode. */
struct rule_source_table {
    char *title, *metric;
    struct rule_template *mark; /* what the lines' marks say; NULL: the finding's text */
    char **opcodes;
    size_t opcode_count, top;
};

/* A finding for one row of its table, or without one. */
struct rule_case {
    struct rule_lets lets;
    struct expr *when, *order; /* or NULL */
    struct rule_template *title, *text;
    struct expr *speedup, *global; /* percent; or NULL */
    struct rule_focus *focus;
    size_t focus_count;
    struct rule_source_table *table;  /* or NULL */
    char *chart_label, *chart_metric; /* of a type chart */
};

struct rule_finding {
    bool is_chart; /* no message, a table of a source metric */
    Rep__RuleResultMessageType type;
    struct rule_case *cases; /* rows in their order */
    size_t case_count;
    bool ordered; /* by `order`, largest first */
    size_t limit; /* most of the cases that are said; 0: all */
};

/* Findings that belong together. */
struct rule_group {
    bool first; /* only the first that has a case to say */
    struct rule_finding *findings;
    size_t count;
};

/* Marks on the instructions whose instance of `where` is true. In the texts a name whose value has
 * instances stands for that of the instruction, or for the sum over those of the line. */
struct rule_marker {
    struct rule_lets lets;
    struct expr *when, *where;              /* when: NULL for always */
    struct rule_template *text, *line_text; /* line_text: NULL for the same */
    bool lines;                             /* their source lines are marked too */
};

/* An expression or a template with the `let` that is nearest to it. */
struct rule_part {
    struct expr *expr;
    struct rule_template *text;
    const struct rule_lets *locals; /* NULL: that of the rule */
    size_t line, column;            /* in the file, from 1 */
};

/* A value that a rule sends to its children or adds to the result. */
struct rule_given {
    char *name;
    struct expr *value;
};

struct rule {
    char *identifier, *name, *section, *description; /* "" where it has none */
    char *parent;                                    /* NULL: none */
    enum rule_scope scope;
    enum rule_over over;
    struct expr **needed; /* `requires` */
    size_t needed_count;
    struct rule_lets lets;
    struct expr *when; /* or NULL */
    bool forward;
    struct rule_given *sent, *added;
    size_t sent_count, added_count;
    struct rule_group *groups;
    size_t group_count;
    struct rule_marker *markers;
    size_t marker_count;
    struct rule_name *names;
    size_t name_count, name_capacity;
    struct arena arena;
    struct rule_part *parts; /* all expressions and templates */
    size_t part_count, part_capacity;
};

void rule_free(struct rule *rule);

/* Calls use(context, metric) for every metric that the rule can look at, some more than once. */
void rule_metrics(const struct rule *rule, void (*use)(void *, const char *), void *context);

#endif
