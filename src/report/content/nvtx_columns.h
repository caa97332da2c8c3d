/* nvtx_columns: the two NVTX columns of CSV pages: the ranges that were open at a launch.
 *
 * A range is written as
 *
 *     DOMAIN:NAME:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg
 *
 * in quotes with a blank on both sides. Payload, colour and message are "none:none" if the
 * program gave none. Push/pop ranges stand behind the number of the thread that pushed them, by
 * domain, outermost first; threads without an open range are left out. Start/end ranges have
 * their own number before the domain. Texts are appended as the report has them: quote them for
 * CSV. */
#ifndef ROOFTOP_REPORT_CONTENT_NVTX_COLUMNS_H
#define ROOFTOP_REPORT_CONTENT_NVTX_COLUMNS_H

#include <stdbool.h>

#include "report.pb-c.h"
#include "report/base/strbuf.h"

enum { NVTX_COLUMNS = 2 };
extern const char *const nvtx_column_names[NVTX_COLUMNS];

/* Returns whether a range is open. A state without an open range means nothing, because results
 * of ranges have a state even if NVTX was not observed. NULL stands for no state. */
bool nvtx_has_ranges(const Rep__NvtxState *state);

/* Appends the text of one column, or nothing if the state is NULL or has no such range. */
void nvtx_add_column(struct strbuf *out, const Rep__NvtxState *state, size_t column);

#endif
