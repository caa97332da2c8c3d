/* nvtx_columns: the two NVTX columns of CSV pages: the ranges that were open at a launch.
 *
 * A range is written as
 *     DOMAIN:NAME:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg
 * where payload, colour and message are "none:none" if the program gave none, in quotes with a
 * blank on both sides. Push/pop ranges stand after the number of the thread that pushed them, by
 * domain, outermost first; threads without an open range are left out. Start/end ranges have their
 * own number before the domain. Text is appended as the report has it: quote it for CSV. */
#ifndef ROOFTOP_NVTX_COLUMNS_H
#define ROOFTOP_NVTX_COLUMNS_H

#include <stdbool.h>

#include "report.pb-c.h"
#include "strbuf.h"

enum { NVTX_COLUMNS = 2 };
extern const char *const nvtx_column_names[NVTX_COLUMNS];

/* Whether a range is open. A state without any says nothing: results of ranges have one also when
 * NVTX was not observed. NULL: no state. */
bool nvtx_has_ranges(const Rep__NvtxState *state);

/* Appends the text of one column; nothing if the state is NULL or has no such range. */
void nvtx_add_column(struct strbuf *out, const Rep__NvtxState *state, size_t column);

#endif
