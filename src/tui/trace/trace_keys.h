/* trace_keys: the keys of the timeline, in one table: dispatch, help and key bar are made from it.
 */
#ifndef ROOFTOP_TUI_TRACE_TRACE_KEYS_H
#define ROOFTOP_TUI_TRACE_TRACE_KEYS_H

#include <stddef.h>

enum trace_action {
    TRACE_NOTHING,
    TRACE_LEFT,
    TRACE_RIGHT,
    TRACE_PAGE_LEFT,
    TRACE_PAGE_RIGHT,
    TRACE_UP,
    TRACE_DOWN,
    TRACE_ZOOM_IN,
    TRACE_ZOOM_OUT,
    TRACE_ALL,
    TRACE_SPAN,
    TRACE_NEXT,
    TRACE_PREVIOUS,
    TRACE_NEXT_GAP,
    TRACE_PREVIOUS_GAP,
    TRACE_FIRST,
    TRACE_LAST,
    TRACE_LINK,
    TRACE_MARK,
    TRACE_SEARCH,
    TRACE_AGAIN,
    TRACE_FOCUS,
    TRACE_NEXT_TABLE,
    TRACE_PREVIOUS_TABLE,
    TRACE_SORT,
    TRACE_REVERSE,
    TRACE_COMMAND,
    TRACE_BACK,
    TRACE_PROFILE,
    TRACE_OPEN,
    TRACE_HELP,
    TRACE_QUIT
};

struct trace_key {
    const char *keys; /* as the help shows them */
    int codes[3];     /* 0: none */
    enum trace_action action;
    const char *brief; /* in the key bar; NULL: not there */
    const char *help;
};

extern const struct trace_key trace_keys[];
extern const size_t trace_key_count;

enum trace_action trace_key_action(int key);

#endif
