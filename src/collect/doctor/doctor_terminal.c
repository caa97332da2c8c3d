/* The check of the terminal that the screen would open on. */
#include "collect/doctor/doctor_checks.h"

#include <curses.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>

#include "report/base/terminal_kind.h"

enum { COLUMNS_LEAST = 80, ROWS_LEAST = 24, COLORS_LEAST = 256 };

static void say_size(struct doctor *doctor)
{
    struct winsize size;
    if (ioctl(doctor->terminal, TIOCGWINSZ, &size) < 0)
        return;
    if (size.ws_col < COLUMNS_LEAST || size.ws_row < ROWS_LEAST)
        doctor_say(doctor, DOCTOR_WARN, "make the window larger",
                   "%d columns and %d rows: the screen is made for at least %d by %d", size.ws_col,
                   size.ws_row, COLUMNS_LEAST, ROWS_LEAST);
    else
        doctor_ok(doctor, "%d columns, %d rows", size.ws_col, size.ws_row);
}

/* As the screen looks for it (screen_curses.c). */
static bool has_entry(void *context, const char *name)
{
    int status = 0;
    return setupterm(name, ((const struct doctor *)context)->terminal, &status) == OK;
}

static void say_colors(struct doctor *doctor, const char *term, const char *entry)
{
    const int colors = tigetnum("colors");
    const bool stands_in = strcmp(entry, term) != 0;
    if (colors < COLORS_LEAST)
        doctor_say(
            doctor, DOCTOR_WARN,
            "set TERM to an entry with 256 colours (xterm-256color) if the terminal has them",
            "%s: %d colours", entry, colors < 0 ? 2 : colors);
    else
        doctor_ok(doctor, "%s%s%s: %d colours", term,
                  stands_in ? ", which is not known here, is drawn as " : "",
                  stands_in ? entry : "", colors);
}

void doctor_terminal(struct doctor *doctor)
{
    const char *term = getenv("TERM");
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    if (!isatty(doctor->terminal)) {
        doctor_ok(doctor, "none: results are printed as text");
        return;
    }
    const char *entry = term && *term && strcmp(term, "dumb") != 0
                            ? terminal_kind_entry(term, has_entry, doctor)
                            : NULL;
    if (!entry) {
        doctor_say(
            doctor, DOCTOR_WARN,
            "set TERM to the type of the terminal (such as xterm-256color), or install its entry "
            "(package ncurses-term); --no-tui prints text",
            "TERM is %s%s: the screen cannot be opened", term && *term ? term : "not set",
            term && *term && strcmp(term, "dumb") != 0 ? ", which is not known here" : "");
        return;
    }
    say_colors(doctor, term, entry);
    if (!utf8)
        doctor_say(doctor, DOCTOR_WARN, "set LANG to a locale of UTF-8 (C.UTF-8)",
                   "the locale's character set is %s: the screen is drawn in ASCII",
                   nl_langinfo(CODESET));
    say_size(doctor);
    del_curterm(cur_term);
}
