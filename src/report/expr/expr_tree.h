/* expr_tree: a compiled expression, as expr_parse.c makes it and expr_run.c walks it. Only for
 * expr_*.c.
 *
 * Operators of one precedence form one node with many operands. So the tree is as deep as the
 * parentheses of the text, which are limited, and not as its length. */
#ifndef ROOFTOP_REPORT_EXPR_EXPR_TREE_H
#define ROOFTOP_REPORT_EXPR_EXPR_TREE_H

#include "report/expr/expr.h"

enum { EXPR_LONGEST_NAME = 256, EXPR_MOST_ARGUMENTS = 8 };

enum expr_kind {
    NODE_NUMBER,
    NODE_TEXT,
    NODE_NAME,
    NODE_CALL,
    NODE_CHAIN,
    NODE_AND,
    NODE_OR,
    NODE_SIGNS
};

struct expr_node {
    enum expr_kind kind;
    enum expr_operation operation; /* connects it to the operand before it in a chain */
    size_t place;                  /* offset in the text */
    size_t first;                  /* its first operand */
    size_t next;                   /* the next operand of the same parent; 0: none */
    union {
        struct {
            double number;
            bool whole;
        };
        struct expr_name name; /* also holds the text of NODE_TEXT */
        const struct expr_function *function;
        struct {
            bool minus, truth, inverse; /* applied from left to right */
        };
    };
};

struct expr {
    char *text; /* followed by the strings of the nodes */
    struct expr_node *nodes;
    size_t count, capacity, root;
    bool real;
};

struct expr_runner {
    const struct expr *expr;
    expr_lookup *lookup;
    void *context;
    struct error *error;
};

/* Evaluates a node. Returns false, with an empty *value, if it is absent. */
bool expr_run_node(const struct expr_runner *runner, size_t node, struct expr_value *value);

/* A function either receives evaluated operands (apply) or evaluates those of its call itself
 * (run). */
struct expr_function {
    const char *name;
    size_t least, most; /* number of operands */
    const char *takes;
    /* Turns the first operand into the result; the caller frees the others. Returns false if there
     * is no result; `needs` says why. */
    bool (*apply)(struct expr_value *operands, size_t count);
    const char *needs;
    bool (*run)(const struct expr_runner *runner, const struct expr_node *call,
                struct expr_value *value);
    bool lists_names; /* its operand is a text with names */
    bool alone;       /* it does not look at instances */
};

/* Returns a function, or NULL with a name to suggest in *nearest, which may be NULL. */
const struct expr_function *expr_function_find(const char *name, const char **nearest);

/* The functions that evaluate their operands themselves. */
bool expr_run_if(const struct expr_runner *runner, const struct expr_node *call,
                 struct expr_value *value);
bool expr_run_has(const struct expr_runner *runner, const struct expr_node *call,
                  struct expr_value *value);
bool expr_run_or_else(const struct expr_runner *runner, const struct expr_node *call,
                      struct expr_value *value);
bool expr_run_largest_of(const struct expr_runner *runner, const struct expr_node *call,
                         struct expr_value *value);
bool expr_run_name_of_largest(const struct expr_runner *runner, const struct expr_node *call,
                              struct expr_value *value);

/* Takes the next name of a list with commas. Returns false at the end. Skips what is too long for a
 * name. */
bool expr_next_listed(const char **list, char name[EXPR_LONGEST_NAME]);

/* Compiles a text. After an error, *expr has the names before the error. */
bool expr_parse(struct expr *expr, const char *text, unsigned flags, struct error *error);

#endif
