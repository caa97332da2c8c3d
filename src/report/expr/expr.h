/* expr: the expressions of metric definitions, memory tables and rules.
 *
 *   a + b - c * d / ( e )      numbers, names, parentheses, signs
 *   a < b  <=  >  >=  ==  !=   1 or 0; binds less than arithmetic
 *   !a  a && b  a || b         1 or 0; ! binds like a sign, && and || less than comparisons
 *   'text'  "text"             no escapes; == and != between two texts compare them
 *   name["KEY"]  name['KEY']   the instance with that correlation id
 *
 *   simplify(x)                x without its instances
 *   nan_as_zero(x)             0 if x is NAN
 *   abs(x) sqrt(x) log2(x)     NAN where the function is undefined
 *   floor(x) ceil(x) round(x)  round() rounds halves away from 0
 *   mod(x, y)                  the remainder of x / y, with the sign of x
 *   min(x, ...) max(x, ...)    of two or more
 *   if(c, x, y)                x if the regular value of c is neither 0 nor NAN, else y
 *   has(x)                     1 if x can be evaluated, else 0
 *   or_else(x, y)              x if it can be evaluated, else y
 *
 * Functions of the instances, or of the regular value if there are none:
 *   sum(x) mean(x) largest(x) smallest(x)   NAN does not count; the result is NAN if all are
 *   any(x)                     1 if one is neither 0 nor NAN, else 0
 *   count(x)                   their number, or 1 if there are none
 *   same_count(x, y)           1 if both have equally many
 * Functions of instances with ids, absent if there are none:
 *   steps(x, d)                how much each differs from the one before it, if their ids are d
 *                              apart; 0 for the first; the regular value is the sum
 *   top_ids(x, n)              a text: the ids of the n largest, "3, 7, 1"
 * Functions of texts:
 *   unit_of(t)                 the part before "__", or all of it
 *   largest_of(t)              the largest value of the metrics in t, a list with commas
 *   name_of_largest(t)         the metric that has it
 *
 * expr_value.h says how values are combined. ncu knows only arithmetic, simplify and nan_as_zero;
 * the rest are extensions. Constants have only a regular value.
 *
 * An absent operand makes the whole expression absent if it is needed. if and or_else need only
 * what they choose. && and || need an operand only while those before it do not settle the result.
 * Operands with instances settle it only if all instances do, too. If only the instances need an
 * operand that is absent, the result is the regular value alone.
 *
 * A text is compiled once and run often. Running allocates for instances and texts only. Errors
 * name the column in the text. */
#ifndef ROOFTOP_REPORT_EXPR_EXPR_H
#define ROOFTOP_REPORT_EXPR_EXPR_H

#include "report/base/error.h"
#include "report/expr/expr_value.h"

struct expr_name {
    const char *text;
    const char *key; /* the KEY of name["KEY"], or NULL */
    int tag;         /* from expr_bind(); -1: none */
    bool alone;      /* its instances are not needed: it is an operand of simplify() or has() */
};

/* Gives a metric's value. Returns false if it is absent. *value is all zero on entry; the evaluator
 * takes ownership of what it then points to. */
typedef bool expr_lookup(void *context, const struct expr_name *name, struct expr_value *value);

/* All numbers are doubles, also those of the lookup: 9 / 2 is 4.5. */
enum { EXPR_REAL = 1 };

/* Returns a compiled expression; release it with expr_free(). Returns NULL with the error if the
 * text is no expression. */
struct expr *expr_compile(const char *text, unsigned flags, struct error *error);
void expr_free(struct expr *expr);

/* Evaluates the expression; free the *value afterwards. Returns false, with an empty *value and the
 * error, if something is absent. If error is NULL, no message is made, which is faster. */
bool expr_run(const struct expr *expr, expr_lookup *lookup, void *context, struct expr_value *value,
              struct error *error);

/* Calls use(context, name) for each occurrence of a name, and for the names in a text that is
 * directly the operand of largest_of or name_of_largest. */
void expr_names(const struct expr *expr, void (*use)(void *, const char *), void *context);

/* Gives every name outside of texts the tag that bind() returns. The lookup receives the tag with
 * the name. */
void expr_bind(struct expr *expr, int (*bind)(void *context, const char *name), void *context);

/* Compiles without flags, runs and frees the expression. */
bool expr_evaluate(const char *text, expr_lookup *lookup, void *context, struct expr_value *value,
                   struct error *error);

/* Calls use() for the names of a text. If the text has an error, the names before it are used. */
bool expr_metrics(const char *text, void (*use)(void *, const char *), void *context,
                  struct error *error);

#endif
