#include "report/rules/rule_bind.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"

/* Metrics have "__" in their names. The exceptions are those of instructions, which start like
 * these, and the facts of groups of launches. */
static const char *const plain_metrics[] = {"inst_", "thread_inst_", "memory_", "branch_"},
                         *const facts[] = {"launches",       "kernel",        "kernels",
                                           "configurations", "configuration", "time_share"};

struct binder {
    struct rule *rule;
    const struct rule_lets *locals;
    struct error *error;
    bool good;
};

/* Finds the `let` of NAME or NAME.COLUMN. *column is the index of the column, SIZE_MAX for the name
 * alone. */
static bool find_let(const struct rule_lets *lets, const char *name, size_t *let, size_t *column)
{
    const char *dot = strchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    for (*let = 0; lets && *let < lets->count; (*let)++) {
        const struct rule_let *found = &lets->list[*let];
        if (strlen(found->name) != length || strncmp(found->name, name, length) != 0)
            continue;
        *column = SIZE_MAX;
        if (!dot)
            return true;
        for (size_t i = 0; i < found->column_count; i++)
            if (strcmp(found->columns[i], dot + 1) == 0) {
                *column = i;
                return true;
            }
    }
    return false;
}

static int tag_of(struct rule *rule, struct rule_name name)
{
    for (size_t i = 0; i < rule->name_count; i++) {
        const struct rule_name *old = &rule->names[i];
        if (old->kind == name.kind && old->let == name.let && old->column == name.column &&
            (!name.received || strcmp(old->received, name.received) == 0))
            return (int)i;
    }
    mem_grow(&rule->names, rule->name_count, &rule->name_capacity, sizeof *rule->names);
    if (name.received)
        name.received = arena_strdup(&rule->arena, name.received);
    rule->names[rule->name_count] = name;
    return (int)rule->name_count++;
}

static void offer_lets(struct nearest *nearest, const struct rule_lets *lets)
{
    for (size_t i = 0; lets && i < lets->count; i++)
        nearest_offer(nearest, lets->list[i].name);
}

static bool is_metric_name(const char *name)
{
    bool known = strstr(name, "__") || strchr(name, ':');
    for (size_t i = 0; i < sizeof plain_metrics / sizeof *plain_metrics; i++)
        known = known || strncmp(name, plain_metrics[i], strlen(plain_metrics[i])) == 0;
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        known = known || strcmp(name, facts[i]) == 0;
    return known;
}

bool rule_is_metric(const struct rule *rule, const struct rule_lets *locals, const char *name)
{
    size_t let, column;
    return !find_let(locals, name, &let, &column) && !find_let(&rule->lets, name, &let, &column) &&
           strncmp(name, "received.", 9) != 0 && is_metric_name(name);
}

static int bind(void *context, const char *name)
{
    struct binder *b = context;
    size_t let, column;
    if (find_let(b->locals, name, &let, &column))
        return tag_of(b->rule, (struct rule_name){column == SIZE_MAX ? RULE_NAME_LOCAL
                                                                     : RULE_NAME_LOCAL_COLUMN,
                                                  let, column, NULL});
    if (find_let(&b->rule->lets, name, &let, &column))
        return tag_of(b->rule,
                      (struct rule_name){column == SIZE_MAX ? RULE_NAME_LET : RULE_NAME_COLUMN, let,
                                         column, NULL});
    if (strncmp(name, "received.", 9) == 0)
        return tag_of(b->rule, (struct rule_name){RULE_NAME_RECEIVED, 0, 0, (char *)name + 9});
    if (strcmp(name, "capability") == 0)
        return tag_of(b->rule, (struct rule_name){.kind = RULE_NAME_CAPABILITY});
    if (strcmp(name, "is_range") == 0)
        return tag_of(b->rule, (struct rule_name){.kind = RULE_NAME_IS_RANGE});
    if (b->good && !is_metric_name(name)) {
        struct nearest nearest = {.wanted = name};
        offer_lets(&nearest, b->locals);
        offer_lets(&nearest, &b->rule->lets);
        b->good = error_set(b->error, "%s is neither a metric nor a name defined here%s%s", name,
                            nearest.best ? ", nearest is " : "", nearest.best ? nearest.best : "");
    }
    return -1;
}

/* Which names a value needs. */
struct needs {
    const struct rule_lets *lets;
    const bool *known;
    bool all_known;
};

static void look_at(void *context, const char *name)
{
    struct needs *needs = context;
    size_t let, column;
    if (find_let(needs->lets, name, &let, &column))
        needs->all_known = needs->all_known && needs->known[let];
}

static bool needs_known_only(const struct rule_lets *lets, const struct rule_let *let,
                             const bool *known)
{
    struct needs needs = {lets, known, true};
    if (let->value)
        expr_names(let->value, look_at, &needs);
    if (let->there)
        expr_names(let->there, look_at, &needs);
    for (size_t i = 0; i < let->row_count; i++) {
        const struct rule_row *row = &let->rows[i];
        if (row->value)
            expr_names(row->value, look_at, &needs);
        if (row->where)
            expr_names(row->where, look_at, &needs);
        rule_template_names(row->text, look_at, &needs);
    }
    return needs.all_known;
}

/* Marks names as known whose values need only known names, until no more can be marked. What is
 * left is circular. */
static bool check_order(const struct rule_lets *lets, struct error *error)
{
    bool *known = mem_alloc((lets->count + 1) * sizeof *known), progress = true;
    size_t left = lets->count, stuck = 0;
    while (left && progress) {
        progress = false;
        for (size_t i = 0; i < lets->count; i++) {
            if (known[i])
                continue;
            stuck = i;
            if (needs_known_only(lets, &lets->list[i], known)) {
                known[i] = progress = true;
                left--;
            }
        }
    }
    free(known);
    return !left ||
           error_set(error, "the definition of %s refers to itself", lets->list[stuck].name);
}

bool rule_bind(struct rule *rule, const struct rule_part **where, struct error *error)
{
    struct binder binder = {.rule = rule, .error = error, .good = true};
    const struct rule_lets *checked = NULL;
    *where = NULL;
    if (!check_order(&rule->lets, error))
        return false;
    for (size_t i = 0; i < rule->part_count && binder.good; i++) {
        const struct rule_part *part = &rule->parts[i];
        binder.locals = part->locals;
        if (part->locals && part->locals != checked && !check_order(part->locals, error))
            return false;
        checked = part->locals;
        if (part->expr)
            expr_bind(part->expr, bind, &binder);
        rule_template_bind(part->text, bind, &binder);
        *where = binder.good ? NULL : part;
    }
    return binder.good;
}
