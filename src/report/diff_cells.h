/* diff_cells: the numbers of a comparison, as its tables for people show them.
 *
 * The numbers of a row share a unit and a form: two decimals unless all of them are whole, or three
 * digits where these would show nothing. A missing value is an empty cell. All texts are new:
 * free() them. */
#ifndef ROOFTOP_DIFF_CELLS_H
#define ROOFTOP_DIFF_CELLS_H

#include "metric_format.h"

struct diff_form {
    struct unit_scale scale;
    bool whole;
};

/* For two values, of which NAN does not count. base_units: nothing is scaled. */
struct diff_form diff_form_of(const char *unit, double a, double b, bool base_units);

char *diff_number_text(double number, const struct diff_form *form);

/* With its sign; "" for none. */
char *diff_change_text(double change, const struct diff_form *form);

/* "+12.3 %", or how many times it is where that says more. */
char *diff_percent_text(double a, double b);

#endif
