/* expr_value: the values that expressions of metrics work on, and how two of them are combined.
 *
 * A value is a double, a whole number (64 bits, unsigned) or a text, alone or with instances, which
 * may have correlation ids. Of two operands the left one keeps its kind and the right one is
 * converted to it; a text on the left is the result, a text on the right the number that it begins
 * with, NAN if there is none. Whole numbers divide without a remainder, and divided by 0 stay what
 * they are; doubles divided by 0 give NAN. What is left of a division (modulo) has the sign of the
 * left operand and goes by the same rules.
 *
 * The regular values are combined in any case, instances by who has ids:
 *   neither   the first of both sides, as many as the shorter side has; more on the left stay
 *   both      those of the same id; the others of both sides keep their own values,
 *             but for those that only a divisor has: quotients in the reference's reports have none
 *   left      each of the left's with the right's regular value
 *   right     the left's regular value with each of the right's
 *
 * min, max and comparisons, which are ours, convert nothing: they look at doubles on both sides.
 * The smaller or larger of two whole numbers is a whole number; comparisons give the whole number 1
 * or 0. Two texts are compared by EXPR_EQUAL and EXPR_NOT_EQUAL: 1 or 0 without instances. */
#ifndef ROOFTOP_EXPR_VALUE_H
#define ROOFTOP_EXPR_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What it points to is its own. All zero: the double 0. */
struct expr_value {
    double value;
    bool whole;    /* a whole number, not a double that happens to be one */
    char *text;    /* NULL: a number */
    size_t count;  /* instances */
    uint64_t *ids; /* of the instances, or NULL: they have none */
    double *elements;
    bool whole_elements;
};

void expr_value_free(struct expr_value *value);

/* A double as a whole number: 0 for what is below 0 or none, the largest for what is too large. */
uint64_t expr_whole(double value);

enum expr_operation {
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    EXPR_MODULO,
    EXPR_MIN,
    EXPR_MAX,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL,
    EXPR_EQUAL,
    EXPR_NOT_EQUAL
};

/* *left becomes the result, *right is freed. */
void expr_value_combine(enum expr_operation operation, struct expr_value *left,
                        struct expr_value *right);

/* Applies a function to the number and all instances; a text stays. whole: what whole numbers give
 * are such, else everything becomes a double. */
void expr_value_map(struct expr_value *value, double (*function)(double), bool whole);

void expr_value_drop_instances(struct expr_value *value);

/* What a metric that is defined by an expression has as its value: as in the reference, the sum of
 * the instances where they have ids, else the regular value. */
double expr_value_total(const struct expr_value *value);

/* The regular value; of a text the number that it begins with, NAN if there is none. */
double expr_value_number(const struct expr_value *value);

/* The whole numbers 1 where there is a number other than 0 and NAN, else 0. */
void expr_value_truth(struct expr_value *value);

/* Whether the regular value is a number other than 0 and NAN. */
bool expr_value_is_true(const struct expr_value *value);

#endif
