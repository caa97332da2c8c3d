/* expr: the expressions of metric definitions, memory tables and rules.
 *
 *   a + b - c * d / ( e )      numbers, names, parentheses, signs
 *   a < b  <=  >  >=  ==  !=   1 or 0; binds less than the others
 *   !a  a && b  a || b         1 or 0; ! binds like a sign, && and || less than comparisons
 *   'text'  "text"             no escapes; == and != between two texts compare them
 *   name["KEY"]  name['KEY']   the instance of that correlation id
 *
 *   simplify(x)                x without its instances
 *   nan_as_zero(x)             0 where x is no number
 *   abs(x) sqrt(x) log2(x)     NAN where there is no such number
 *   floor(x) ceil(x) round(x)  halves are rounded away from 0
 *   mod(x, y)                  what is left of x / y, with the sign of x
 *   min(x, ...) max(x, ...)    of two or more
 *   if(c, x, y)                x if the regular value of c is neither 0 nor NAN, else y
 *   has(x)                     1 if x can be evaluated, else 0
 *   or_else(x, y)              x if it can be evaluated, else y
 *
 * Of the instances, or of the regular value where there are none:
 *   sum(x) mean(x) largest(x) smallest(x)   those that are NAN do not count; NAN if all are
 *   any(x)                     1 if one is neither 0 nor NAN, else 0
 *   count(x)                   how many there are; 1 where there are none
 *   same_count(x, y)           1 if both have as many
 * Of instances with ids; without such there is no value:
 *   steps(x, d)                how much each differs from the one in front of it, of those whose
 *                              ids are d apart; 0 for the first; the regular value is their sum
 *   top_ids(x, n)              text: the ids of the n largest, "3, 7, 1"
 * Of texts:
 *   unit_of(t)                 what stands before "__", or all of it
 *   largest_of(t)              the largest value of the metrics that t lists, with commas
 *   name_of_largest(t)         the metric that has it
 *
 * How values meet is told in expr_value.h. Only the signs, simplify and nan_as_zero are known to
 * the reference, the rest are extensions. Constants have only a regular value.
 *
 * An operand that is absent makes the whole absent, if it is needed: of if and or_else what they
 * choose is, of && and || what the operands in front do not settle. Operands of && and || that
 * have instances are settled when their instances are, too; where then only the instances need an
 * operand that is absent, the regular value is the result.
 *
 * Text is compiled once and run often. Running allocates for instances and texts only. Errors name
 * the column in the text. */
#ifndef ROOFTOP_EXPR_H
#define ROOFTOP_EXPR_H

#include "error.h"
#include "expr_value.h"

struct expr_name {
    const char *text;
    const char *key; /* of name["KEY"], or NULL */
    int tag;         /* from expr_bind(); -1: none */
    bool alone;      /* its instances are not looked at: it stands right in simplify() or has() */
};

/* Gives a metric's value; false: it is absent. *value arrives zeroed and what it points to becomes
 * the evaluator's. */
typedef bool expr_lookup(void *context, const struct expr_name *name, struct expr_value *value);

/* All numbers are doubles, those of the lookup too: 9 / 2 is 4.5. */
enum { EXPR_REAL = 1 };

/* NULL: the text is no expression. */
struct expr *expr_compile(const char *text, unsigned flags, struct error *error);
void expr_free(struct expr *expr);

/* On success free *value; after a failure it is empty: something is absent. Without an error no
 * message is made, which is cheaper. */
bool expr_run(const struct expr *expr, expr_lookup *lookup, void *context, struct expr_value *value,
              struct error *error);

/* Calls use(context, name) for every name, as often as it stands there, and for those in a text
 * that largest_of or name_of_largest is given directly. */
void expr_names(const struct expr *expr, void (*use)(void *, const char *), void *context);

/* Gives every name that stands outside of texts the tag that the lookup gets with it. */
void expr_bind(struct expr *expr, int (*bind)(void *context, const char *name), void *context);

/* Compiles without flags and runs. */
bool expr_evaluate(const char *text, expr_lookup *lookup, void *context, struct expr_value *value,
                   struct error *error);

/* The names of a text, those in front of an error too. */
bool expr_metrics(const char *text, void (*use)(void *, const char *), void *context,
                  struct error *error);

#endif
