/* roofline_names: what the roofs of a roofline are called. A roof has a slope, which a memory
 * allows, and a top, which the arithmetic units allow; each part has a name of its own. */
#ifndef ROOFTOP_TUI_FIGURES_ROOFLINE_NAMES_H
#define ROOFTOP_TUI_FIGURES_ROOFLINE_NAMES_H

#include "report/base/strbuf.h"
#include "report/content/body_table.h"

/* Returns a label without the words that all labels of its kind have, safe; free() it. */
char *roofline_name(const char *label);

/* Returns the name of a roof's slope: "DRAM", "L1 (Global/Local)"; "memory" if nothing says which
 * memory it is. free() it. */
char *roofline_memory(const struct body_table *table, size_t roof);

/* Returns what distinguishes the roof's top from other tops: "Single Precision"; "" if its unit,
 * after which a top is called, says enough. free() it. */
char *roofline_precision(const struct body_table *table, size_t roof);

/* Returns the number in a row's column, NAN if there is none. */
double roofline_number(const struct body_row *row, int column);
/* Returns whether the number has a place on a logarithmic axis. */
bool roofline_has_place(double number);
/* Returns whether no earlier roof has the same value in the column. */
bool roofline_is_first(const struct body_table *table, size_t roof, int column);
/* Appends "5.17 TFLOP/s", safe. */
void roofline_add_cell(struct strbuf *out, const struct body_row *row, int column);
/* Returns a safe unit without its prefix; free() it. */
char *roofline_unit(const struct body_table *table, int column);

#endif
