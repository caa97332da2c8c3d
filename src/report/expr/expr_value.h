/* expr_value: the values of expressions, and how two of them are combined.
 *
 * A value is a double, a whole number (64 bits, unsigned) or a text. It may have instances, which
 * may have correlation ids. An operation keeps the kind of the left operand and converts the right
 * one to it. A text on the left is the result; a text on the right counts as the number that it
 * begins with, or NAN. Whole numbers divide without remainder, and x / 0 is x; for doubles it is
 * NAN. A whole number by a double is a double if neither has instances. The modulo follows the same
 * rules and has the sign of the left operand.
 *
 * Regular values are always combined. How instances are combined depends on which side has ids:
 *   neither   in order, up to the end of the shorter side; further ones on the left stay
 *   both      those with the same id; others keep their values, except that the result of a
 *             division has none that only the divisor has, as in ncu's reports
 *   left      each on the left with the regular value on the right
 *   right     the regular value on the left with each on the right
 *
 * min, max and comparisons are extensions to ncu and look at doubles on both sides. The min or max
 * of two whole numbers is whole. A comparison gives the whole number 1 or 0. EXPR_EQUAL and
 * EXPR_NOT_EQUAL compare two texts and give 1 or 0 without instances. */
#ifndef ROOFTOP_REPORT_EXPR_EXPR_VALUE_H
#define ROOFTOP_REPORT_EXPR_EXPR_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value. It owns what it points to. All zero is the double 0. */
struct expr_value {
    double value;
    bool whole;    /* of the whole-number kind, not just a double without a fraction */
    char *text;    /* NULL: a number */
    size_t count;  /* number of instances */
    uint64_t *ids; /* ids of the instances, or NULL if they have none */
    double *elements;
    bool whole_elements;
};

void expr_value_free(struct expr_value *value);

/* Converts a double to a whole number: 0 for negative numbers and NAN, the largest one for what is
 * too large. */
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

/* Stores the result in *left and frees *right. */
void expr_value_combine(enum expr_operation operation, struct expr_value *left,
                        struct expr_value *right);

/* Applies a function to the number and all instances; a text stays. If `whole` is set, whole
 * numbers stay whole; else everything becomes a double. */
void expr_value_map(struct expr_value *value, double (*function)(double), bool whole);

/* Removes the instances and keeps the regular value. */
void expr_value_drop_instances(struct expr_value *value);

/* Returns the value of a metric that an expression defines. As in ncu, this is the sum of the
 * instances if they have ids, else the regular value. */
double expr_value_total(const struct expr_value *value);

/* Returns the regular value. For a text it is the number that the text begins with, or NAN. */
double expr_value_number(const struct expr_value *value);

/* Replaces each number by its truth: 0 and NAN become 0, all others 1. */
void expr_value_truth(struct expr_value *value);

/* Returns whether the regular value is neither 0 nor NAN. */
bool expr_value_is_true(const struct expr_value *value);

#endif
