/* expr_tree: a compiled expression, as expr_parse.c makes it and expr_run.c walks it. For expr_*.c
 * only.
 *
 * Operators of one precedence are one node with many operands, so that the tree is as deep as the
 * parentheses of the text, which are limited, and not as its length. */
#ifndef ROOFTOP_EXPR_TREE_H
#define ROOFTOP_EXPR_TREE_H

#include "expr.h"

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
    enum expr_operation operation; /* with what stands before it in a chain */
    size_t place;                  /* in the text */
    size_t first;                  /* operand */
    size_t next;                   /* operand of the same node; 0: it is the last */
    union {
        struct {
            double number;
            bool whole;
        };
        struct expr_name name; /* its text: that of NODE_TEXT, too */
        const struct expr_function *function;
        struct {
            bool minus, truth, inverse; /* the first one last */
        };
    };
};

struct expr {
    char *text; /* and behind it those of the nodes */
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

/* false: absent; *value is empty then. */
bool expr_run_node(const struct expr_runner *runner, size_t node, struct expr_value *value);

/* A function has its operands evaluated, or evaluates those of its call itself. */
struct expr_function {
    const char *name;
    size_t least, most; /* operands */
    const char *takes;
    /* The first operand becomes the result, the others are freed by the caller. false: there is
     * none; `needs` says why. */
    bool (*apply)(struct expr_value *operands, size_t count);
    const char *needs;
    bool (*run)(const struct expr_runner *runner, const struct expr_node *call,
                struct expr_value *value);
    bool lists_names; /* its operand is a text with names */
    bool alone;       /* it looks at no instances */
};

/* NULL: there is none; *nearest is a name to suggest, or NULL. */
const struct expr_function *expr_function_find(const char *name, const char **nearest);

/* Those that evaluate their operands themselves. */
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

/* Takes the next of names with commas between them; false: there are no more. What is too long to
 * be a name is left out. */
bool expr_next_listed(const char **list, char name[EXPR_LONGEST_NAME]);

/* Compiles; after an error the names in front of it are in what is left in *expr. */
bool expr_parse(struct expr *expr, const char *text, unsigned flags, struct error *error);

#endif
