/* match: whether a text has the words searched for: as they are, capitals only matter where the
 * search has some. */
#ifndef ROOFTOP_MATCH_H
#define ROOFTOP_MATCH_H

#include <stdbool.h>

bool match_text(const char *text, const char *search);

#endif
