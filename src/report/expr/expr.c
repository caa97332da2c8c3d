#include "report/expr/expr.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr_tree.h"

static void release(struct expr *expr)
{
    free(expr->text);
    free(expr->nodes);
}

struct expr *expr_compile(const char *text, unsigned flags, struct error *error)
{
    struct expr *expr = mem_alloc(sizeof *expr);
    if (expr_parse(expr, text, flags, error))
        return expr;
    expr_free(expr);
    return NULL;
}

void expr_free(struct expr *expr)
{
    if (expr)
        release(expr);
    free(expr);
}

bool expr_next_listed(const char **list, char name[EXPR_LONGEST_NAME])
{
    while (**list) {
        const char *begin = *list + strspn(*list, " ,");
        size_t length = strcspn(begin, " ,");
        *list = begin + length;
        if (!length || length >= EXPR_LONGEST_NAME)
            continue;
        memcpy(name, begin, length);
        name[length] = '\0';
        return true;
    }
    return false;
}

static void use_listed(const struct expr_node *text, void (*use)(void *, const char *),
                       void *context)
{
    char name[EXPR_LONGEST_NAME];
    const char *list = text->name.text;
    while (expr_next_listed(&list, name))
        use(context, name);
}

/* Nodes without operands are in the order of the text. */
void expr_names(const struct expr *expr, void (*use)(void *, const char *), void *context)
{
    for (size_t i = 0; i < expr->count; i++) {
        const struct expr_node *node = &expr->nodes[i];
        if (node->kind == NODE_NAME)
            use(context, node->name.text);
        else if (node->kind == NODE_CALL && node->function->lists_names && node->first == i + 1 &&
                 expr->nodes[i + 1].kind == NODE_TEXT)
            use_listed(&expr->nodes[i + 1], use, context);
    }
}

void expr_bind(struct expr *expr, int (*bind)(void *context, const char *name), void *context)
{
    for (size_t i = 0; i < expr->count; i++)
        if (expr->nodes[i].kind == NODE_NAME)
            expr->nodes[i].name.tag = bind(context, expr->nodes[i].name.text);
}

bool expr_evaluate(const char *text, expr_lookup *lookup, void *context, struct expr_value *value,
                   struct error *error)
{
    struct expr expr;
    *value = (struct expr_value){0};
    bool good = expr_parse(&expr, text, 0, error) && expr_run(&expr, lookup, context, value, error);
    release(&expr);
    return good;
}

bool expr_metrics(const char *text, void (*use)(void *, const char *), void *context,
                  struct error *error)
{
    struct expr expr;
    bool good = expr_parse(&expr, text, 0, error);
    expr_names(&expr, use, context);
    release(&expr);
    return good;
}
