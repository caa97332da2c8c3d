/* clipboard: puts text into the terminal's clipboard with the sequence OSC 52 and base64. */
#ifndef ROOFTOP_TUI_TERM_CLIPBOARD_H
#define ROOFTOP_TUI_TERM_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "report/base/strbuf.h"

/* Terminals accept no more. */
enum { CLIPBOARD_MOST = 74000 };

/* Appends the sequence. Returns false with the error if the text is too long, or the terminal
 * (TERM) would print the sequence. */
bool clipboard_sequence(struct strbuf *out, const char *term, const char *text, size_t length,
                        struct error *error);

#endif
