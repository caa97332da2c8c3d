#include <math.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr_tree.h"

typedef bool run_kind(const struct expr_runner *runner, const struct expr_node *node,
                      struct expr_value *value);

static const struct expr_node *node_at(const struct expr_runner *runner, size_t node)
{
    return &runner->expr->nodes[node];
}

static bool absent(const struct expr_runner *runner, const struct expr_node *node, const char *what)
{
    return error_set(runner->error, "%s at column %zu of \"%s\"", what, node->place + 1,
                     runner->expr->text);
}

static bool run_number(const struct expr_runner *runner, const struct expr_node *node,
                       struct expr_value *value)
{
    (void)runner;
    value->value = node->number;
    value->whole = node->whole;
    return true;
}

static bool run_text(const struct expr_runner *runner, const struct expr_node *node,
                     struct expr_value *value)
{
    (void)runner;
    value->text = mem_strdup(node->name.text);
    return true;
}

static bool run_name(const struct expr_runner *runner, const struct expr_node *node,
                     struct expr_value *value)
{
    const struct expr_name *name = &node->name;
    if (runner->lookup(runner->context, name, value))
        return true;
    return error_set(runner->error, "metric %s%s%s%s is missing, at column %zu of \"%s\"",
                     name->text, name->key ? "[\"" : "", name->key ? name->key : "",
                     name->key ? "\"]" : "", node->place + 1, runner->expr->text);
}

static bool run_call(const struct expr_runner *runner, const struct expr_node *node,
                     struct expr_value *value)
{
    const struct expr_function *function = node->function;
    if (function->run)
        return function->run(runner, node, value);
    struct expr_value operands[EXPR_MOST_ARGUMENTS];
    size_t count = 0;
    bool good = true;
    for (size_t i = node->first; good && (i || !count); i = node_at(runner, i)->next)
        good = expr_run_node(runner, i, &operands[count++]);
    good = good && (function->apply(operands, count) || absent(runner, node, function->needs));
    if (good)
        *value = operands[0];
    for (size_t i = good; i < count; i++)
        expr_value_free(&operands[i]);
    return good;
}

static bool run_chain(const struct expr_runner *runner, const struct expr_node *node,
                      struct expr_value *value)
{
    if (!expr_run_node(runner, node->first, value))
        return false;
    for (size_t i = node_at(runner, node->first)->next; i; i = node_at(runner, i)->next) {
        struct expr_value right;
        if (!expr_run_node(runner, i, &right))
            return false;
        expr_value_combine(node_at(runner, i)->operation, value, &right);
    }
    return true;
}

static bool all_instances_are(const struct expr_value *value, bool what)
{
    for (size_t i = 0; i < value->count; i++)
        if ((value->elements[i] != 0) != what)
            return false;
    return true;
}

/* Runs && or ||. `settles` is the truth value that decides the result. */
static bool run_logic(const struct expr_runner *runner, const struct expr_node *node,
                      struct expr_value *value, bool settles, enum expr_operation operation)
{
    struct expr_runner silent = *runner;
    silent.error = NULL;
    if (!expr_run_node(runner, node->first, value))
        return false;
    expr_value_truth(value);
    for (size_t i = node_at(runner, node->first)->next; i; i = node_at(runner, i)->next) {
        struct expr_value right;
        bool settled = (value->value != 0) == settles;
        if (settled && all_instances_are(value, settles))
            break;
        if (expr_run_node(settled ? &silent : runner, i, &right)) {
            expr_value_truth(&right);
            expr_value_combine(operation, value, &right);
        } else if (settled) {
            expr_value_drop_instances(value);
        } else {
            return false;
        }
    }
    return true;
}

static bool run_and(const struct expr_runner *runner, const struct expr_node *node,
                    struct expr_value *value)
{
    return run_logic(runner, node, value, false, EXPR_MIN);
}

static bool run_or(const struct expr_runner *runner, const struct expr_node *node,
                   struct expr_value *value)
{
    return run_logic(runner, node, value, true, EXPR_MAX);
}

static double negative(double x)
{
    return -x;
}

static double inverse(double truth)
{
    return 1 - truth;
}

static bool run_signs(const struct expr_runner *runner, const struct expr_node *node,
                      struct expr_value *value)
{
    if (!expr_run_node(runner, node->first, value))
        return false;
    if (node->truth)
        expr_value_truth(value);
    if (node->inverse)
        expr_value_map(value, inverse, true);
    if (node->minus)
        expr_value_map(value, negative, false);
    return true;
}

static run_kind *const kinds[] = {
    [NODE_NUMBER] = run_number, [NODE_TEXT] = run_text,   [NODE_NAME] = run_name,
    [NODE_CALL] = run_call,     [NODE_CHAIN] = run_chain, [NODE_AND] = run_and,
    [NODE_OR] = run_or,         [NODE_SIGNS] = run_signs,
};

bool expr_run_node(const struct expr_runner *runner, size_t node, struct expr_value *value)
{
    const struct expr_node *at = node_at(runner, node);
    *value = (struct expr_value){0};
    bool good = kinds[at->kind](runner, at, value);
    if (!good)
        expr_value_free(value);
    else if (runner->expr->real)
        value->whole = value->whole_elements = false;
    return good;
}

bool expr_run(const struct expr *expr, expr_lookup *lookup, void *context, struct expr_value *value,
              struct error *error)
{
    struct expr_runner runner = {expr, lookup, context, error};
    return expr_run_node(&runner, expr->root, value);
}

bool expr_run_if(const struct expr_runner *runner, const struct expr_node *call,
                 struct expr_value *value)
{
    if (!expr_run_node(runner, call->first, value))
        return false;
    size_t then = node_at(runner, call->first)->next;
    bool chosen = expr_value_is_true(value);
    expr_value_free(value);
    return expr_run_node(runner, chosen ? then : node_at(runner, then)->next, value);
}

/* Evaluates what may be absent, without a message. */
static bool attempt(const struct expr_runner *runner, size_t node, struct expr_value *value)
{
    struct expr_runner silent = *runner;
    silent.error = NULL;
    return expr_run_node(&silent, node, value);
}

bool expr_run_has(const struct expr_runner *runner, const struct expr_node *call,
                  struct expr_value *value)
{
    bool has = attempt(runner, call->first, value);
    expr_value_free(value);
    value->value = has;
    value->whole = true;
    return true;
}

bool expr_run_or_else(const struct expr_runner *runner, const struct expr_node *call,
                      struct expr_value *value)
{
    return attempt(runner, call->first, value) ||
           expr_run_node(runner, node_at(runner, call->first)->next, value);
}

/* Finds the largest regular value, and its name, of the metrics in the operand, which must be a
 * text. */
static bool find_largest(const struct expr_runner *runner, const struct expr_node *call,
                         struct expr_value *largest, char best[EXPR_LONGEST_NAME])
{
    struct expr_value text;
    char name[EXPR_LONGEST_NAME];
    bool found = false;
    if (!expr_run_node(runner, call->first, &text))
        return false;
    for (const char *list = text.text; list && expr_next_listed(&list, name);) {
        struct expr_value value = {0};
        struct expr_name wanted = {.text = name, .tag = -1};
        if (runner->lookup(runner->context, &wanted, &value) && !value.text &&
            !isnan(value.value) && (!found || value.value > largest->value)) {
            found = true;
            largest->value = value.value, largest->whole = value.whole;
            memcpy(best, name, sizeof name);
        }
        expr_value_free(&value);
    }
    expr_value_free(&text);
    return found || absent(runner, call, "none of the metrics is in the result,");
}

bool expr_run_largest_of(const struct expr_runner *runner, const struct expr_node *call,
                         struct expr_value *value)
{
    char name[EXPR_LONGEST_NAME];
    return find_largest(runner, call, value, name);
}

bool expr_run_name_of_largest(const struct expr_runner *runner, const struct expr_node *call,
                              struct expr_value *value)
{
    char name[EXPR_LONGEST_NAME];
    struct expr_value largest = {0};
    if (!find_largest(runner, call, &largest, name))
        return false;
    value->text = mem_strdup(name);
    return true;
}
