/* terminal_kind: kinds of terminals, by the names that stand in TERM.
 *
 * A terminal that is newer than the machine's terminfo, or that brings an entry of its own, has a
 * name that is not known on most machines one logs in to. A family says which entry it can be
 * drawn with. A name belongs to a family if it is the family's, alone or with more behind one of
 * "-+._": "xterm-kitty" is an xterm, "xtermish" is none. */
#ifndef ROOFTOP_REPORT_BASE_TERMINAL_KIND_H
#define ROOFTOP_REPORT_BASE_TERMINAL_KIND_H

#include <stdbool.h>

enum { TERMINAL_STAND_INS = 3 };

struct terminal_kind {
    const char *family;
    const char *stand_ins[TERMINAL_STAND_INS]; /* entries, the best one first; NULL: no more */
    bool marks_pastes;                         /* on request (DEC mode 2004) */
};

/* Returns the kind of a name, or NULL if it is of no family. */
const struct terminal_kind *terminal_kind_of(const char *name);

/* Returns the name if it is known, or else the first entry that stands in for its kind and is
 * known, or NULL. */
const char *terminal_kind_entry(const char *name, bool (*is_known)(void *context, const char *name),
                                void *context);

#endif
