/* source_stalls: what the samples of code wait for, by the names that stalls have everywhere else:
 * "Long Scoreboard" for the report's "long_sb". */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_STALLS_H
#define ROOFTOP_TUI_SOURCE_SOURCE_STALLS_H

#include "report/base/strbuf.h"
#include "tui/source/source_columns.h"
#include "tui/term/painter.h"

/* Appends the name in full; one that the glossary does not know as it is. */
void source_stalls_name(struct strbuf *out, const struct source_stall *stall);

/* Appends the label of a metric, with a stall's name in full: "Long Scoreboard (Not Issued)" for
 * "stall_long_sb (Not Issued)". */
void source_stalls_label(struct strbuf *out, const char *label);

/* Appends "Long Scoreboard 84%", the stall with most samples; nothing if there is none. */
void source_stalls_top(struct strbuf *out, const struct source_columns *columns,
                       const size_t *instructions, size_t count);

/* Draws the stalls as bars with their shares and samples, most first, as many beside each other as
 * there is room for. */
void source_stalls_paint(const struct source_columns *columns, const size_t *instructions,
                         size_t count, struct painter *p);

#endif
