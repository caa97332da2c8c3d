/* match: returns whether a text contains the words searched for. Case matters only if the search
 * has capitals. */
#ifndef ROOFTOP_TUI_TERM_MATCH_H
#define ROOFTOP_TUI_TERM_MATCH_H

#include <stdbool.h>

bool match_text(const char *text, const char *search);

#endif
