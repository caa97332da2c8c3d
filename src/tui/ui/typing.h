/* typing: the state of the line in which a search, a filter or a command is typed. */
#ifndef ROOFTOP_TUI_UI_TYPING_H
#define ROOFTOP_TUI_UI_TYPING_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/term/completions.h"
#include "tui/widgets/help_view.h"
#include "tui/widgets/view_place.h"

struct view;

enum { TYPED_LONGEST = 200, TYPED_ROOM = TYPED_LONGEST + 8 };

enum prompt { PROMPT_NONE, PROMPT_SEARCH, PROMPT_FILTER, PROMPT_COMMAND };

struct typing {
    enum prompt prompt; /* what is being typed */
    size_t at;          /* the cursor, as an offset in bytes */
    char filter[TYPED_ROOM], command[TYPED_ROOM];
    char typed[TYPED_ROOM];    /* the command before an earlier one was recalled */
    struct completions offers; /* for the end of the command */
    size_t offer_at,
        offered;   /* where the completed word begins; 1 + the offer that stands there, 0: none */
    bool previews; /* the screen shows a theme that was not chosen yet */
};

/* The search in the focused view, or in the help. */
struct search {
    char text[TYPED_ROOM];    /* "": none */
    const struct view *view;  /* that shows what it finds; NULL: none does any more */
    bool missed;              /* the text was not found */
    bool due;                 /* the text has not been looked for yet */
    struct view_place before; /* where the view stood when typing began */
    struct help_view before_help;
};

#endif
