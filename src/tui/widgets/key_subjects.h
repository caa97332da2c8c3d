/* key_subjects: the actions by subject, as the menu and the help list them. Moving about is in no
 * subject: its keys are those of every list. */
#ifndef ROOFTOP_TUI_WIDGETS_KEY_SUBJECTS_H
#define ROOFTOP_TUI_WIDGETS_KEY_SUBJECTS_H

#include <stddef.h>

#include "tui/widgets/keys.h"

enum { SUBJECT_MOST = 28 };

struct key_subject {
    const char *title;
    enum action_id actions[SUBJECT_MOST]; /* DO_NOTHING ends them, if there is room */
};

extern const struct key_subject key_subjects[];
extern const size_t key_subject_count;

/* Returns the subject of an action, or NULL if it is in none. */
const struct key_subject *key_subject_of(enum action_id action);

#endif
