/* unit_spelling: units as people write them, for the screen and for pages that people read: "GHz"
 * for ncu's "Ghz", "TB/s" for "Tbyte/s", and "32 registers/thread". Pages that scripts read keep
 * ncu's spelling. */
#ifndef ROOFTOP_REPORT_METRIC_UNIT_SPELLING_H
#define ROOFTOP_REPORT_METRIC_UNIT_SPELLING_H

#include <stddef.h>

/* Replaces a unit in a buffer of this size. What stands behind the first slash stays: it is a word
 * ("B/sector"). */
void unit_spell(char *unit, size_t size);
/* Makes the word before the first slash agree with the number that it stands behind: 32
 * "registers/thread", 1 "register/thread". Abbreviations have one form. */
void unit_count(char *unit, size_t size, double number);
/* Returns the unit as a new string. */
char *unit_spelled(const char *unit);

#endif
