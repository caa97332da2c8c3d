/* ui_outside: lets other programs have the terminal for a while (tui/term/outside.h). Meanwhile the
 * program that is profiled is served, and nothing is drawn.
 *
 * What is done outside is an errand: a function that runs programs and asks for keys. It is run
 * when the key or the command that asked for it has been served; then the screen opens again. */
#ifndef ROOFTOP_TUI_UI_UI_OUTSIDE_H
#define ROOFTOP_TUI_UI_UI_OUTSIDE_H

#include "tui/term/outside.h"
#include "tui/ui/ui.h"

/* The next errand. `words` are free for its use, such as a command; they are copied. */
void ui_outside(struct ui *ui, ui_errand *errand, const char *words);
/* Runs the errand, if there is one. Call it between two events. */
void ui_outside_go(struct ui *ui);

/* These are for errands. ui->outside.then is called when the screen is open again. Once ui->quit is
 * set, there is nothing more to do.
 *
 * ui_outside_run() runs a program to its end; words: as argv, with a NULL at the end.
 * ui_outside_shell() has a shell run a command. Both return whether it ended with exit status 0. */
bool ui_outside_run(struct ui *ui, char *const words[], struct outside_end *end);
bool ui_outside_shell(struct ui *ui, const char *command, struct outside_end *end);
/* Asks for one key, which is returned; 0: the user interrupted it, or rooftop ends. */
int ui_outside_ask(struct ui *ui, const char *question);

/* Whether a signal is the other program's alone. */
bool ui_outside_has_signal(struct ui *ui, int signal_number);

#endif
