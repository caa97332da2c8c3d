/* number_style: the separators of numbers that are shown to people.
 *
 * On the screen, commas separate thousands and a point comes before decimals. Pages follow the
 * locale (LC_NUMERIC), as those of ncu do: there are no separators in the locale C, "118,253" in
 * en_US.UTF-8. HTML is as the screen; JSON is not concerned. */
#ifndef ROOFTOP_REPORT_METRIC_NUMBER_STYLE_H
#define ROOFTOP_REPORT_METRIC_NUMBER_STYLE_H

#include "report/base/strbuf.h"

enum number_style { NUMBERS_OF_SCREEN, NUMBERS_OF_LOCALE };

/* Reads the separators of the locale that the environment names. Afterwards the program's own
 * LC_NUMERIC is "C", so that numbers are read and written for machines as ever. Call it once, while
 * there is one thread. */
void number_style_read_locale(void);

/* Chooses the separators of what is formatted from now on; those of the screen to begin with.
 * Returns the choice before. */
enum number_style number_style_use(enum number_style style);

/* Appends the digits, maybe with a point and decimals, of a number that has no sign. */
void number_style_add(struct strbuf *out, const char *digits);

#endif
