/* cpu_view: the state of the screen of rooftop cpu, what its keys do, and how it is drawn.
 *
 * The screen is a list of lines: the drawing of bandwidths, findings, groups that fold with their
 * metrics, notes. cpu_view_fit() makes the list; drawing changes nothing. */
#ifndef ROOFTOP_TUI_CPU_CPU_VIEW_H
#define ROOFTOP_TUI_CPU_CPU_VIEW_H

#include "cpu/values/cpu_findings.h"
#include "cpu/values/cpu_values.h"
#include "tui/cpu/cpu_keys.h"

enum cpu_line_kind {
    CPU_LINE_MAP,
    CPU_LINE_FINDING, /* a title */
    CPU_LINE_TEXT,    /* a part of a text */
    CPU_LINE_GROUP,
    CPU_LINE_METRIC,
    CPU_LINE_COUNT,
    CPU_LINE_BLANK
};

struct cpu_line {
    enum cpu_line_kind kind;
    size_t index; /* row of the map, finding, row of the values, count */
    char *text;   /* owned; of CPU_LINE_TEXT */
};

struct cpu_view {
    const struct cpu_run *run;
    const struct cpu_choice *choice;
    struct cpu_values values;
    struct cpu_findings findings;
    bool made;   /* values and findings are */
    size_t open; /* bits of the groups of the catalog that are open */
    size_t told; /* bits of the findings whose texts are shown */
    bool live;   /* it is counted at this moment */
    bool now;    /* values of the last step, not of the whole time */
    bool paused, counts, help, explains, quit, again;
    size_t held; /* the step that is shown while paused; SIZE_MAX: none */
    int socket;  /* the only one shown; CPU_ANY_SOCKET: all */
    struct cpu_line *lines;
    size_t line_count, line_capacity;
    size_t cursor, top;
    double interval; /* s; NaN: none */
    char *message;   /* owned, or NULL */
};

void cpu_view_open(struct cpu_view *view, const struct cpu_run *run,
                   const struct cpu_choice *choice);
void cpu_view_close(struct cpu_view *view);

/* Puts a text into the row of messages, until the next key. */
void cpu_view_say(struct cpu_view *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The run has changed: a step has come, or it has ended. */
void cpu_view_changed(struct cpu_view *view);

void cpu_view_key(struct cpu_view *view, int key, int columns, int rows);
void cpu_view_act(struct cpu_view *view, enum cpu_action action, int columns, int rows);
void cpu_view_fit(struct cpu_view *view, int columns, int rows);
void cpu_view_draw(const struct cpu_view *view);

/* The step whose values are shown; SIZE_MAX: the whole run. */
size_t cpu_view_step(const struct cpu_view *view);
/* The row of the values under the cursor; SIZE_MAX: none. */
size_t cpu_view_row(const struct cpu_view *view);
/* Whether a place is shown. */
bool cpu_view_shows(const struct cpu_view *view, const struct cpu_place *place);

#endif
