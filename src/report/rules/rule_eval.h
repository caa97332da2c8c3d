/* rule_eval: evaluates one rule on one subject, which is a result or several taken together.
 *
 * A `let` is computed at its first use and kept until the end. Findings are allocated in an arena
 * and may outlive the rule. */
#ifndef ROOFTOP_REPORT_RULES_RULE_EVAL_H
#define ROOFTOP_REPORT_RULES_RULE_EVAL_H

#include "report/base/arena.h"
#include "report/rules/rule.h"
#include "report/rules/rule_source.h"

/* What a rule sent to its children. */
struct rule_dictionary {
    struct rule_said {
        const char *name;
        double value;
    } * list;
    size_t count;
};

struct rule_subject {
    bool (*metric)(void *context, const struct expr_name *name, struct expr_value *value);
    void *context;
    double capability; /* 8.9, 10.0; 0: unknown */
    bool is_range;
    /* For tables and marks of source code; NULL: there are none. */
    const struct result *result;
    struct rule_source *source;
    /* Asked repeatedly whether to stop. Once it returns true, all names are absent, so that the
     * rule ends soon; its findings must then be dropped. NULL: never stops. */
    bool (*stop)(void *stop_context);
    void *stop_context;
};

struct rule_memo;

struct rule_eval {
    const struct rule *rule;
    const struct rule_subject *subject;
    const struct rule_dictionary *received; /* NULL: nothing */
    struct rule_memo *memos, *local_memos;
    const struct rule_lets *locals;
    const uint64_t *at; /* addresses of the instructions that a text is about, or NULL */
    size_t at_count;
    bool stopped;
};

/* Prepares an evaluation; end it with rule_eval_close(). Rule, subject and `received` must stay. */
void rule_eval_open(struct rule_eval *eval, const struct rule *rule,
                    const struct rule_subject *subject, const struct rule_dictionary *received);
void rule_eval_close(struct rule_eval *eval);

/* Makes the names of a finding or marker known. Leave them before those of the next one. */
void rule_eval_enter(struct rule_eval *eval, const struct rule_lets *locals);
void rule_eval_leave(struct rule_eval *eval);

/* An expr_lookup with the eval as its context. */
bool rule_eval_lookup(void *eval, const struct expr_name *name, struct expr_value *value);

/* Evaluate an expression. They return false if it is absent. */
bool rule_eval_value(struct rule_eval *eval, const struct expr *expr, struct expr_value *value);
bool rule_eval_number(struct rule_eval *eval, const struct expr *expr, double *number);
/* Returns whether the expression is true. NULL is true; an absent value is not. */
bool rule_eval_is_true(struct rule_eval *eval, const struct expr *expr);
/* Returns the text in the arena. */
char *rule_eval_text(struct rule_eval *eval, const struct rule_template *text, struct arena *arena);

/* Returns whether everything that the rule requires is there. */
bool rule_eval_can(struct rule_eval *eval);

/* What the rule finds: items for a body, and marks. The arena owns them. */
struct rule_found {
    Rep__RuleResultBodyItem **items;
    size_t item_count, item_capacity;
    Rep__SourceMarker **markers;
    size_t marker_count, marker_capacity;
};
void rule_eval_findings(struct rule_eval *eval, struct arena *arena, struct rule_found *found);
void rule_found_free(struct rule_found *found); /* frees the lists only */

/* Returns the findings as a report stores them. Without `can`, the rule does not run and the result
 * has no body. */
Rep__RuleResult *rule_eval_result(struct rule_eval *eval, bool can, struct arena *arena);

/* The parts about source code, see rule_code.c. */
/* Returns a link to a line; free() it. */
char *rule_code_link(const char *path, unsigned line);
Rep__RuleResultTable *rule_code_table(struct rule_eval *eval, const struct rule_source_table *table,
                                      struct arena *arena, struct rule_found *found,
                                      const char *message);
void rule_code_marks(struct rule_eval *eval, struct arena *arena, struct rule_found *found);

/* Finds a spot, see rule_spot.c; free() the words. Returns false if there is none or its code is
 * not in the report. */
bool rule_spot_find(struct rule_eval *eval, const struct rule_let *let, double *value,
                    char *words[RULE_SPOT_COLUMNS]);

#endif
