/* trace_timeline: the state of the timeline, what its keys do, and how it is drawn.
 *
 * The cursor is a time and a lane. Drawing changes nothing; trace_timeline_fit() puts the cursor
 * where it is seen. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_TIMELINE_H
#define ROOFTOP_TUI_TRACE_TRACE_TIMELINE_H

#include "tui/term/rect.h"
#include "tui/trace/trace_keys.h"
#include "tui/trace/trace_lanes.h"
#include "tui/trace/trace_marks.h"
#include "tui/trace/trace_profile.h"
#include "tui/trace/trace_tables.h"

enum { TRACE_LABEL_COLUMNS = 22, TRACE_MOST_SEARCH = 127, TRACE_MOST_LEVELS = 64 };

/* What is shown: ns since the start of the trace, and how many. */
struct trace_level {
    double first, span;
};

struct trace_timeline {
    const struct trace_view *view;
    struct trace_lanes lanes;
    const char *title;
    const char *state;   /* of a program that runs; NULL: there is none */
    uint64_t start, end; /* of the trace */
    double first, span;  /* what is shown: ns since `start`, and how many */
    double time;         /* of the cursor, ns since `start` */
    double mark;         /* NaN: none */
    struct trace_level levels[TRACE_MOST_LEVELS]; /* where Esc goes back to, the widest first */
    size_t level_count;
    size_t mark_levels;         /* how many there were when the mark was set */
    size_t lane, top;           /* of the cursor, and the first one that is shown */
    struct trace_tables tables; /* below the timeline */
    struct rect pane;           /* where they stand; without rows: nowhere */
    size_t lanes_shown;         /* for how many there is room */
    bool focus;                 /* keys move in the tables */
    bool runs;                  /* more records may come */
    bool help, quit;
    int help_top; /* the first row of the help that is shown */
    char prompt;  /* '/' or ':' while a line is typed; else 0 */
    char typed[TRACE_MOST_SEARCH + 1], search[TRACE_MOST_SEARCH + 1];
    size_t typed_cursor;
    char *message;                 /* owned; of the row of messages, or NULL */
    struct trace_profile *profile; /* NULL: this rooftop cannot profile */
    struct trace_marks marks;      /* kernels that have results in its reports */
    bool marked;                   /* the reports have been read for them */
    struct word_list errand;       /* a command that is to have the terminal, with a NULL */
    char *command;                 /* owned; what P prints if no program is known, or NULL */
};

void trace_timeline_open(struct trace_timeline *timeline, const struct trace_view *view,
                         const char *title);
/* Shows a newer view of the same trace. The old one must still be there. */
void trace_timeline_renew(struct trace_timeline *timeline, const struct trace_view *view);
/* Puts a text into the row of messages, until the next key. */
void trace_timeline_say(struct trace_timeline *timeline, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void trace_timeline_close(struct trace_timeline *timeline);

/* A key; columns and rows of the screen. */
void trace_timeline_key(struct trace_timeline *timeline, int key, int columns, int rows);
/* Text that was pasted: for the line that is typed. */
void trace_timeline_paste(struct trace_timeline *timeline, const char *text);
void trace_timeline_act(struct trace_timeline *timeline, enum trace_action action, int columns);
void trace_timeline_fit(struct trace_timeline *timeline, int columns, int rows);
void trace_timeline_draw(const struct trace_timeline *timeline);

/* Shows another part of the trace: ns since its start, and how many. Esc leads back to wider ones.
 */
void trace_timeline_show(struct trace_timeline *timeline, double first, double span);

/* Whether reports are to be read for marks, and reads them. */
bool trace_timeline_marks_are_due(const struct trace_timeline *timeline);
void trace_timeline_make_marks(struct trace_timeline *timeline);

/* Whether an item of a lane is a kernel that has results in a report. */
bool trace_timeline_has_results(const struct trace_timeline *timeline,
                                const struct trace_lane *lane, size_t item);

/* The item under the cursor; SIZE_MAX: none. */
size_t trace_timeline_item(const struct trace_timeline *timeline);

#endif
