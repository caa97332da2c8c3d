/* clipboard: text for the terminal's clipboard, as the sequence OSC 52 with base64. */
#ifndef ROOFTOP_CLIPBOARD_H
#define ROOFTOP_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "strbuf.h"

/* Terminals take no more. */
enum { CLIPBOARD_MOST = 74000 };

/* false: the text is too long, or the terminal (TERM) is one that would print the sequence. */
bool clipboard_sequence(struct strbuf *out, const char *term, const char *text, size_t length,
                        struct error *error);

#endif
