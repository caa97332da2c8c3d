#include "report/rules/rule_needs.h"

#include <string.h>

/* A `let` may use others. Rules in which one uses itself are refused when they are read. */
enum { DEEPEST = 32 };

struct needs {
    const struct rule *rule;
    void (*use)(void *, const char *);
    void *context;
    unsigned depth;
};

static void take_name(void *context, const char *name);

static void take_expression(const struct needs *needs, const struct expr *expr)
{
    struct needs inner = *needs;
    inner.depth++;
    if (expr && inner.depth < DEEPEST)
        expr_names(expr, take_name, &inner);
}

static void take_let(const struct needs *needs, const struct rule_let *let)
{
    take_expression(needs, let->value);
    take_expression(needs, let->there);
    for (size_t i = 0; i < let->row_count; i++) {
        take_expression(needs, let->rows[i].value);
        take_expression(needs, let->rows[i].where);
    }
}

/* Whether the name is that of the `let`, or of a column of its row: "busiest.name". */
static bool is_of(const char *name, const struct rule_let *let)
{
    size_t length = strlen(let->name);
    return strncmp(name, let->name, length) == 0 && (!name[length] || name[length] == '.');
}

static void take_name(void *context, const char *name)
{
    const struct needs *needs = context;
    for (size_t i = 0; i < needs->rule->lets.count; i++)
        if (is_of(name, &needs->rule->lets.list[i])) {
            take_let(needs, &needs->rule->lets.list[i]);
            return;
        }
    if (strncmp(name, "received.", strlen("received.")) != 0 && strcmp(name, "capability") != 0 &&
        strcmp(name, "is_range") != 0)
        needs->use(needs->context, name);
}

void rule_needs(const struct rule *rule, void (*use)(void *, const char *), void *context)
{
    const struct needs needs = {rule, use, context, 0};
    for (size_t i = 0; i < rule->needed_count; i++)
        take_expression(&needs, rule->needed[i]);
}
