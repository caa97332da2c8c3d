/* expr: the expressions of metric definitions.
 *
 *   a + b - c * d / ( e )    numbers, metric names, parentheses, simplify(x), nan_as_zero(x)
 *
 * Values are doubles or whole numbers (64 bits, unsigned), alone or with instances (pairs of
 * correlation number and element). An operation on instances works element by element; a plain
 * operand meets every element, and two instanced operands meet where their correlation numbers are
 * equal. The kind of the left operand is kept and the right one converted to it, as in the
 * reference: whole numbers divide without a remainder, and divided by 0 stay what they are; doubles
 * divided by 0 give NAN. A metric that is missing makes the whole expression fail, with its name in
 * the error. */
#ifndef ROOFTOP_EXPR_H
#define ROOFTOP_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct expr_value {
    double value;
    bool whole;   /* a whole number, not a double that happens to be one */
    size_t count; /* instances, in arrays of that length owned by the value */
    uint64_t *ids;
    double *elements;
    bool whole_elements;
};

void expr_value_free(struct expr_value *value);

/* Gives a metric's value; false: there is none. *value arrives zeroed and its arrays become the
 * evaluator's. */
typedef bool expr_lookup(void *context, const char *name, struct expr_value *value);

bool expr_evaluate(const char *text, expr_lookup *lookup, void *context, struct expr_value *value,
                   struct error *error);

/* Calls use(context, name) for every metric name in the expression. */
bool expr_metrics(const char *text, void (*use)(void *, const char *), void *context,
                  struct error *error);

#endif
