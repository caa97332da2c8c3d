/* rule: a rule as data: when it has something to say about a result, and what.
 *
 * rule_load.h reads rules from YAML, rule_library.h keeps them and rule_run.h runs them on results;
 * rooftop-rules(5) describes the language. The rule's arena, or its parts, own everything.
 * Expressions are compiled and their names bound: a tag is an index in rule.names, -1 a metric of
 * the result. */
#ifndef ROOFTOP_REPORT_RULES_RULE_H
#define ROOFTOP_REPORT_RULES_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"
#include "report/base/arena.h"
#include "report/expr/expr.h"
#include "report/rules/rule_template.h"

enum rule_scope { RULE_SCOPE_ALL, RULE_SCOPE_KERNEL, RULE_SCOPE_RANGE };
enum rule_over { RULE_OVER_RESULT, RULE_OVER_KERNEL, RULE_OVER_REPORT, RULE_OVER_PAIR };

/* What a name in an expression stands for. */
enum rule_name_kind {
    RULE_NAME_LET,    /* a `let` of the rule */
    RULE_NAME_LOCAL,  /* a `let` of the current finding or marker */
    RULE_NAME_COLUMN, /* the word in a column of the row that a largest or smallest took */
    RULE_NAME_LOCAL_COLUMN,
    RULE_NAME_RECEIVED,
    RULE_NAME_CAPABILITY,
    RULE_NAME_IS_RANGE
};

struct rule_name {
    enum rule_name_kind kind;
    size_t let, column; /* indices */
    char *received;     /* the name without "received." */
};

enum rule_let_kind {
    RULE_LET_EXPRESSION,
    RULE_LET_LARGEST,
    RULE_LET_SMALLEST,
    RULE_LET_JOIN,
    RULE_LET_SPOT /* the instructions of one kind on a source line that have most of something */
};

/* Which instruction an instance counts for: its own, or the one that it waits for. */
enum rule_awaits { RULE_AWAITS_OWN, RULE_AWAITS_LONG, RULE_AWAITS_SHORT };

/* What is known about a spot. */
enum rule_spot_column { RULE_SPOT_PLACE, RULE_SPOT_ACCESS, RULE_SPOT_COLUMNS };

/* A row of largest, smallest or join. */
struct rule_row {
    struct expr *value, *where; /* where: NULL for always */
    struct rule_template *text; /* for join */
    char **words;               /* of the columns */
};

struct rule_let {
    char *name;
    enum rule_let_kind kind;
    struct expr *value; /* of an expression; for a spot, what is counted */
    /* For spots. */
    enum rule_awaits awaits;
    char **only; /* kinds of access that count, see sass_access(); NULL: all */
    size_t only_count;
    struct expr *there; /* the value of the spot's instructions; NULL: the count */
    char **columns;
    size_t column_count;
    struct rule_row *rows;
    size_t row_count;
    char *with, *last; /* for join */
};

struct rule_lets {
    struct rule_let *list;
    size_t count;
};

struct rule_focus {
    char *metric;
    struct expr *value, *when; /* NULL: the metric itself; NULL: always */
    Rep__RuleResultFocusSeverity severity;
    struct rule_template *info; /* or NULL */
    const char *direction;      /* stands for `info`; or NULL */
};

/* A table of the source lines that execute some opcodes most: the first `top` pairs of line and
 * opcode. */
struct rule_source_table {
    char *title, *metric;
    struct rule_template *mark; /* the text of the marks on the lines; NULL: the finding's text */
    char **opcodes;
    size_t opcode_count, top;
};

/* A finding for one row of its table, or without a table. */
struct rule_case {
    struct rule_lets lets;
    struct expr *when, *order; /* or NULL */
    struct rule_template *title, *text;
    struct expr *speedup, *global; /* percent; or NULL */
    struct rule_focus *focus;
    size_t focus_count;
    struct rule_source_table *table;  /* or NULL */
    char *chart_label, *chart_metric; /* for the type chart */
};

struct rule_finding {
    bool is_chart; /* no message, but a table of a source metric */
    Rep__RuleResultMessageType type;
    struct rule_case *cases; /* in the order of the rows */
    size_t case_count;
    bool ordered; /* sorted by `order`, largest first */
    size_t limit; /* the most cases to say; 0: all */
};

/* Findings that belong together. */
struct rule_group {
    bool first; /* say only the first finding that has a case */
    struct rule_finding *findings;
    size_t count;
};

/* Marks on the instructions whose instance of `where` is true. In the texts a name that has
 * instances stands for the value at the instruction, or for the sum over those of the line. */
struct rule_marker {
    struct rule_lets lets;
    struct expr *when, *where;              /* when: NULL for always */
    struct rule_template *text, *line_text; /* line_text: NULL for the same */
    bool lines;                             /* their source lines are marked, too */
};

/* An expression or a template with the nearest `let`. */
struct rule_part {
    struct expr *expr;
    struct rule_template *text;
    const struct rule_lets *locals; /* NULL: the rule's own */
    size_t line, column;            /* in the file, from 1 */
};

/* A value that a rule sends to its children or adds to the result. */
struct rule_given {
    char *name;
    struct expr *value;
};

/* Which findings, of any rule, are symptoms of a finding of this rule; see causes.h. */
struct rule_explains {
    char *finding;   /* a pattern of its title; NULL: every finding of this rule */
    char *called;    /* the short name of the cause; NULL: its title */
    bool unranked;   /* such a finding is no root cause: few programs gain what it estimates */
    bool waits;      /* it says what warps wait for: where a unit is busy, the unit is the limit */
    char **symptoms; /* "RULE" or "RULE/PATTERN" */
    size_t symptom_count;
};

/* A rule in Python, which says what it needs in its evaluate(). */
struct rule_script {
    char *file;
    char **metrics, **rules; /* that have to be there */
    size_t metric_count, rule_count;
    unsigned died; /* how often it ended its process */
    bool given_up; /* it is not run any more */
};

struct rule {
    char *identifier, *name, *section, *description; /* "" if the rule has none */
    char *parent;                                    /* as a file in YAML names it; NULL: none */
    char **parents;                                  /* whose values it receives */
    size_t parent_count;
    struct rule_script *script; /* a rule in Python; NULL: everything is in this struct */
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
    struct rule_explains *explains;
    size_t explains_count;
    struct rule_name *names;
    size_t name_count, name_capacity;
    struct arena arena;
    struct rule_part *parts; /* all expressions and templates */
    size_t part_count, part_capacity;
};

void rule_free(struct rule *rule);

/* Calls use(context, metric) for every metric that the rule may read, for some several times. */
void rule_metrics(const struct rule *rule, void (*use)(void *, const char *), void *context);

#endif
