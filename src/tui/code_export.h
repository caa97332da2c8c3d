/* code_export: the side of the source view that keys go to as a table: each line with its numbers,
 * with a baseline also those of its partner and the changes. For sides whose page has texts alone:
 * PTX and source. */
#ifndef ROOFTOP_CODE_EXPORT_H
#define ROOFTOP_CODE_EXPORT_H

#include "code_view.h"
#include "page.h"

/* false: nothing is open. */
bool code_export(struct code_view *view, enum page_format format, FILE *out, struct error *error);

#endif
