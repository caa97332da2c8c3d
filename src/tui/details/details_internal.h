/* details_internal: functions that the files of the details have in common. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_INTERNAL_H
#define ROOFTOP_TUI_DETAILS_DETAILS_INTERNAL_H

#include "tui/details/details_view.h"

/* Adds sections and notes. Those that do not apply stand behind the others, below a row that folds
 * them away, if there are several of them and others. */
void details_sections_add(struct details_view *view, struct section_view *const *views,
                          const bool *aside, size_t count);
void details_sections_set_open(struct details_view *view, struct details_section *section,
                               bool open);
/* To be called after that: counts the sections that can be seen. */
void details_sections_count(struct details_view *view);
void details_sections_toggle(struct details_view *view, size_t section);
void details_sections_toggle_all(struct details_view *view);
/* One that does not apply is seen only while the row before it is open, too. */
void details_sections_open(struct details_view *view, size_t section);
void details_sections_only(struct details_view *view, size_t section);

/* A painter that measures, for the sections of one column of the screen. */
struct painter details_painter(const struct details_view *view, int column);
/* Selects a section and scrolls so that these lines, or this line, are on the screen. */
void details_show_lines(struct details_view *view, size_t section, int from, int to, int rows);
void details_show_line(struct details_view *view, size_t section, int line, int rows);

/* Moves the cursor over numbers. false: the action is another one. */
bool details_numbers_act(struct details_view *view, enum action_id action, int rows);
/* Puts the cursor on the number that a section has at a place, or on none. */
void details_numbers_click(struct details_view *view, size_t section, int line, int column);
/* Puts a cursor that is on no number on the first one of the selected section. false: it shows
 * none. */
bool details_numbers_point(struct details_view *view, int rows);
/* Sets map->marked so that the selected section is drawn with the cursor. false: the cursor is not
 * in the section. */
bool details_numbers_mark(const struct details_view *view, struct number_map *map);
/* The numbers of a section as it is drawn now. */
struct number_map details_numbers_of(const struct details_view *view, size_t section);
/* The line of the number under the cursor within its section; 0: the cursor is on none. */
int details_numbers_line(const struct details_view *view);
/* Before the sections are drawn: what is said of the number under the cursor is about the one that
 * will be marked, also if the section, its result or what it shows has changed since. */
void details_numbers_settle(struct details_view *view);
/* After another result was shown: goes to the same number, and puts it on the screen. */
void details_numbers_follow(struct details_view *view, int rows);

/* Zooms, moves and enlarges the roofline that keys are about. false: the action is another one. */
bool details_rooflines_act(struct details_view *view, enum action_id action, int rows);
/* Sets how the rooflines of a section are drawn. */
void details_rooflines_style(const struct details_view *view, struct details_section *section);
/* Scrolls to the roofline that takes the page. false: no roofline does. */
bool details_roofline_show(struct details_view *view, int rows);
/* Follows the cursor to a number in a line of its section: if the number is a point of a zoomed
 * roofline, the zoomed part goes there. true: the chart was scrolled onto the screen, with the line
 * if there is room for both. */
bool details_roofline_follow(struct details_view *view, int line, int rows);

#endif
