/* expr: the expressions of metric definitions and memory tables.
 *
 *   a + b - c * d / ( e )      numbers, metric names, parentheses, signs
 *   a < b  <=  >  >=  ==  !=   1 or 0; binds less than the others
 *   simplify(x)                x without its instances
 *   nan_as_zero(x)             0 where x is no number
 *   abs(x) sqrt(x) log2(x)     NAN where there is no such number
 *   min(x, ...) max(x, ...)    of two or more
 *   if(c, x, y)                x if the regular value of c is neither 0 nor NAN, else y
 *
 * How values meet is told in expr_value.h. Comparisons, if and the functions below nan_as_zero are
 * extensions: the reference does not take them. Constants have only a regular value. All operands
 * are evaluated: a metric that is missing makes the whole expression fail, also where if would not
 * choose it. Errors name the column in the text. */
#ifndef ROOFTOP_EXPR_H
#define ROOFTOP_EXPR_H

#include "error.h"
#include "expr_value.h"

/* Gives a metric's value; false: there is none. *value arrives zeroed and what it points to becomes
 * the evaluator's. */
typedef bool expr_lookup(void *context, const char *name, struct expr_value *value);

/* On success free *value; after a failure it is empty. */
bool expr_evaluate(const char *text, expr_lookup *lookup, void *context, struct expr_value *value,
                   struct error *error);

/* Calls use(context, name) for every metric name in the expression, those in front of an error
 * too. */
bool expr_metrics(const char *text, void (*use)(void *, const char *), void *context,
                  struct error *error);

#endif
