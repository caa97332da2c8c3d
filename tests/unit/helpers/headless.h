/* headless: the whole screen without a terminal, for tests of views.
 *
 *   headless_open(report, 24, 80);
 *   headless_keys("j j Enter");
 *   assert_true(headless_shows("Occupancy"));
 *   headless_close();
 *
 * Keys, clicks and resizing take the way that they take in the program: through the loop, the
 * screen's escape sequences and the tables of keys. Each function returns when everything has been
 * done and drawn. There is one screen at a time. Settings are read from an empty folder. A mistake
 * in a call fails the test. */
#ifndef HEADLESS_H
#define HEADLESS_H

#include <stdbool.h>

#include "report/file/report.h"
#include "tui/term/theme.h"

/* Opens the report on a screen of this size, with the best glyphs of the locale; the report stays
 * the caller's and must outlive the screen. The one result of a report is shown at once, as in the
 * program. */
void headless_open(struct report *report, int rows, int columns);
/* The same with words of the command line, separated by blanks. */
void headless_open_with(struct report *report, int rows, int columns, const char *words);
void headless_close(void);

/* Presses keys: names as in the help ("j", "Enter", "^L", "F4"), separated by blanks. */
void headless_keys(const char *keys);
/* Types each character of the text. */
void headless_type(const char *text);
/* Types a command and ends it with Enter; without the colon. */
void headless_command(const char *command);
void headless_click(int row, int column);
void headless_double_click(int row, int column);
/* direction: -1 up, 1 down. */
void headless_wheel(int row, int column, int direction);
void headless_resize(int rows, int columns);

/* Waits until the text is there, for what comes from another process; fails after 20 seconds. */
void headless_wait(const char *text);

/* Whether a key has closed the screen. */
bool headless_has_quit(void);
/* Bytes that went to the terminal beside the screen since it was opened: what was copied. */
const char *headless_sent(void);

/* The text of a row, without blanks at its end; valid until the next call. */
const char *headless_row(int row);
/* All rows, each with a newline; free() it. */
char *headless_screen(void);
bool headless_shows(const char *text);
/* The row that has the text, the first from the top; -1: none. column: where it starts in the row;
 * may be NULL. */
int headless_find(const char *text, int *column);
/* How the character at a cell is drawn. ROLE_NORMAL where nothing was drawn. */
enum role headless_role(int row, int column);
/* The first row whose cell in a column was drawn with this role; -1: none. */
int headless_role_row(enum role role, int column);

/* Fails the test unless the text is there, or is not there; prints the screen. */
void headless_has(const char *text);
void headless_lacks(const char *text);

#endif
