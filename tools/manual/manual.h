/* manual: makes the manual page rooftop(1) from man/rooftop.1.in and from the tables of options and
 * keys, which the program reads, too. So the page, `rooftop --help` and the help of the screen say
 * the same.
 *
 * A line of the page that begins with @ marks a place that a table fills:
 *
 *   @options GROUP    the options of a group of option_table.c
 *   @keys VIEW...     the keys that work in these views, see keys.h; "every" stands for the keys
 *                     that work in most views, which no other place lists
 *   @commands         every action by name, with its keys
 *   @typing           the keys of line_edit.h
 *
 * Up to the line @end, "@detail NAME" and the lines that follow it add sentences to the option or
 * the action of this name. */
#ifndef ROOFTOP_TOOLS_MANUAL_H
#define ROOFTOP_TOOLS_MANUAL_H

#include "report/base/error.h"
#include "report/base/strbuf.h"

/* Appends the page that the text of the template makes. It fails, with the number of the line, if
 * the template names an option, an action, a group or a view that does not exist, and if a group
 * of options or a key stands nowhere. */
bool manual_make(struct strbuf *out, const char *text, struct error *error);

#endif
