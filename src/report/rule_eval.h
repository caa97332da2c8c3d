/* rule_eval: one rule evaluated on one subject: a result, or several taken together.
 *
 * Values of `let` are computed when they are first used and kept until the end. What is found is
 * all in the arena: the rule may go before it. */
#ifndef ROOFTOP_RULE_EVAL_H
#define ROOFTOP_RULE_EVAL_H

#include "arena.h"
#include "rule.h"
#include "rule_source.h"

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
    /* Asked again and again; once it says so all names are absent, to come to an end soon: what is
     * found then is nothing to be believed. NULL: never. */
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
    const uint64_t *at; /* of a text about instructions: their addresses; else NULL */
    size_t at_count;
    bool stopped;
};

void rule_eval_open(struct rule_eval *eval, const struct rule *rule,
                    const struct rule_subject *subject, const struct rule_dictionary *received);
void rule_eval_close(struct rule_eval *eval);

/* The names near a finding or marker; to be left before those of the next one. */
void rule_eval_enter(struct rule_eval *eval, const struct rule_lets *locals);
void rule_eval_leave(struct rule_eval *eval);

/* An expr_lookup with the eval as its context. */
bool rule_eval_lookup(void *eval, const struct expr_name *name, struct expr_value *value);

/* false: it is absent. */
bool rule_eval_value(struct rule_eval *eval, const struct expr *expr, struct expr_value *value);
bool rule_eval_number(struct rule_eval *eval, const struct expr *expr, double *number);
/* NULL is true, what is absent is not. */
bool rule_eval_is_true(struct rule_eval *eval, const struct expr *expr);
/* A text in the arena. */
char *rule_eval_text(struct rule_eval *eval, const struct rule_template *text, struct arena *arena);

/* Whether all that the rule requires is there. */
bool rule_eval_can(struct rule_eval *eval);

/* What the rule finds: items for a body in the arena, and marks. */
struct rule_found {
    Rep__RuleResultBodyItem **items;
    size_t item_count, item_capacity;
    Rep__SourceMarker **markers;
    size_t marker_count, marker_capacity;
};
void rule_eval_findings(struct rule_eval *eval, struct arena *arena, struct rule_found *found);
void rule_found_free(struct rule_found *found); /* the lists; what is in them is the arena's */

/* The same as a report stores it; without a body if the rule cannot look at the subject. */
Rep__RuleResult *rule_eval_result(struct rule_eval *eval, bool can, struct arena *arena);

/* The parts that concern source code, see rule_code.c. */
/* A link to a line, for free(). */
char *rule_code_link(const char *path, unsigned line);
Rep__RuleResultTable *rule_code_table(struct rule_eval *eval, const struct rule_source_table *table,
                                      struct arena *arena, struct rule_found *found,
                                      const char *message);
void rule_code_marks(struct rule_eval *eval, struct arena *arena, struct rule_found *found);

/* See rule_spot.c. The words are for free(). false: there is no such spot, or its code is not in
 * the report. */
bool rule_spot_find(struct rule_eval *eval, const struct rule_let *let, double *value,
                    char *words[RULE_SPOT_COLUMNS]);

#endif
