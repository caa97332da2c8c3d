#include "report/content/memory_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr.h"
#include "report/metric/memory_items.h"

struct lookup {
    const struct result *result;
    bool sum; /* missing operands count as 0 */
    size_t found;
};

static bool find_metric(void *context, const struct expr_name *name, struct expr_value *value)
{
    struct lookup *lookup = context;
    if (result_number(lookup->result, name->text, &value->value)) {
        lookup->found++;
        return true;
    }
    return lookup->sum;
}

double memory_value(const struct result *result, const char *formula)
{
    struct lookup lookup = {result, !strpbrk(formula, "/-"), 0};
    struct expr_value value;
    struct error error;
    if (!expr_evaluate(formula, find_metric, &lookup, &value, &error))
        return NAN;
    double number = lookup.found ? value.value : NAN;
    expr_value_free(&value);
    return number < 0 && strchr(formula, '-') ? 0 : number;
}

static struct memory_link *link_of(struct memory_map *map, const char *row, const char *arrow)
{
    char from[sizeof map->links->from], to[sizeof map->links->to];
    snprintf(from, sizeof from, "%.*s", (int)(arrow - row), row);
    snprintf(to, sizeof to, "%s", arrow + strlen(" -> "));
    struct memory_link *found = (struct memory_link *)memory_map_link(map, from, to);
    if (found)
        return found;
    mem_grow(&map->links, map->link_count, &map->link_capacity, sizeof *map->links);
    found = &map->links[map->link_count++];
    *found = (struct memory_link){.amount = NAN, .peak = NAN};
    memcpy(found->from, from, sizeof from);
    memcpy(found->to, to, sizeof to);
    return found;
}

/* Columns of one part have the same words in brackets: "requests (ld)", "peak % (ld)". */
static const char *part_of(const char *column)
{
    const char *open = strchr(column, '(');
    return open ? open : "";
}

static bool is_amount(const struct memory_formula *from)
{
    return !strstr(from->column, "rate") && !strstr(from->column, "peak %");
}

/* The peak of the part whose amount is in the column `amount` of the same row. */
static double peak_of(const struct result *result, const struct memory_formula *amount)
{
    for (size_t i = 0; i < memory_formula_count; i++) {
        const struct memory_formula *at = &memory_formulas[i];
        if (strcmp(at->table, amount->table) == 0 && strcmp(at->row, amount->row) == 0 &&
            strncmp(at->column, "peak %", strlen("peak %")) == 0 &&
            strcmp(part_of(at->column), part_of(amount->column)) == 0)
            return memory_value(result, at->formula);
    }
    return NAN;
}

static void add_amount(struct memory_map *map, const struct result *result,
                       const struct memory_formula *from, const char *arrow)
{
    struct memory_link *link = link_of(map, from->row, arrow);
    double amount = memory_value(result, from->formula);
    if (isnan(amount) || (*link->unit && strcmp(link->unit, from->unit) != 0))
        return;
    snprintf(link->unit, sizeof link->unit, "%s", from->unit);
    link->amount = isnan(link->amount) ? amount : link->amount + amount;
    if (link->part_count < MEMORY_PARTS)
        link->parts[link->part_count++] = from->formula;
    double peak = peak_of(result, from);
    /* If there is traffic, an amount of 0 counts other operations: some sums of instructions
     * have more terms. */
    if (peak > 0 || amount == 0)
        link->peak = fmax(link->peak, peak);
}

static void add_fact(struct memory_map *map, const struct result *result,
                     const struct memory_formula *from)
{
    mem_grow(&map->facts, map->fact_count, &map->fact_capacity, sizeof *map->facts);
    struct memory_fact *fact = &map->facts[map->fact_count++];
    fact->value = memory_value(result, from->formula);
    fact->formula = from->formula;
    snprintf(fact->node, sizeof fact->node, "%s", from->row + strlen("node "));
    snprintf(fact->name, sizeof fact->name, "%s", from->column);
    snprintf(fact->unit, sizeof fact->unit, "%s", from->unit);
}

struct memory_map *memory_map_new(const struct result *result)
{
    struct memory_map *map = mem_alloc(sizeof *map);
    for (size_t i = 0; i < memory_formula_count; i++) {
        const struct memory_formula *from = &memory_formulas[i];
        const char *arrow = strstr(from->row, " -> ");
        if (strcmp(from->table, "chart") != 0)
            continue;
        if (strncmp(from->row, "node ", strlen("node ")) == 0)
            add_fact(map, result, from);
        else if (arrow && is_amount(from))
            add_amount(map, result, from, arrow);
    }
    return map;
}

void memory_map_free(struct memory_map *map)
{
    if (!map)
        return;
    free(map->links);
    free(map->facts);
    free(map);
}

const struct memory_link *memory_map_link(const struct memory_map *map, const char *from,
                                          const char *to)
{
    for (size_t i = 0; i < map->link_count; i++)
        if (strcmp(map->links[i].from, from) == 0 && strcmp(map->links[i].to, to) == 0)
            return &map->links[i];
    return NULL;
}

const struct memory_fact *memory_map_fact(const struct memory_map *map, const char *node,
                                          const char *name)
{
    for (size_t i = 0; i < map->fact_count; i++)
        if (strcmp(map->facts[i].node, node) == 0 && strcmp(map->facts[i].name, name) == 0)
            return &map->facts[i];
    return NULL;
}
