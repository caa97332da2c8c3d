/* How it works: the backend's functions map to those of curses. Handlers for crashes run on a stack
 * of their own and restore the terminal first, so that the message can be read. A bus error is
 * first tried as a page of a report that became shorter. */
#include "tui/term/screen_curses.h"

#include <curses.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/base/mapped_file.h"
#include "report/base/safe_text.h"
#include "report/base/terminal_kind.h"
#include "tui/term/color_fold.h"
#include "tui/term/crash_trace.h"

/* Last, because it defines short words as macros. */
#include <term.h>
#undef columns

/* All events that a terminal may report. At an event outside of the mask ncurses would wait for the
 * next one and block the program. */
static const mmask_t ALL_PRESSES =
    BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON2_PRESSED | BUTTON2_RELEASED | BUTTON3_PRESSED |
    BUTTON3_RELEASED | BUTTON4_PRESSED | BUTTON4_RELEASED | BUTTON5_PRESSED | BUTTON5_RELEASED |
    BUTTON_SHIFT | BUTTON_CTRL | BUTTON_ALT | REPORT_MOUSE_POSITION;

enum { MOST_CLICKS = 8 }; /* ncurses keeps this many */

static struct {
    bool open;
    const char *entry;          /* of terminfo, that it is drawn with */
    TERMINAL *probed;           /* its description, until a screen has one of its own */
    char note[128];             /* "": the entry is that of TERM */
    bool marks;                 /* it marks pasted text */
    bool never_stops;           /* whoever started us ignores SIGTSTP */
    MEVENT clicks[MOST_CLICKS]; /* not yet taken, the last one first */
    int click_count;
    attr_t attributes[ROLE_COUNT];
    short pairs[ROLE_COUNT];
} terminal;

/* Writes a byte without stdio, in which a crash may have happened. */
static int put_byte(int byte)
{
    const char c = (char)byte;
    return write(STDOUT_FILENO, &c, 1) == 1 ? byte : EOF;
}

/* Asks the terminal for marks around pasted text, or for no more of them (DEC mode 2004). */
static void mark_pastes(bool on)
{
    for (const char *c = on ? "\033[?2004h" : "\033[?2004l"; terminal.marks && *c; c++)
        put_byte(*c);
}

/* Is not called: all threads block the signal. */
static void on_stop(int signal_number)
{
    (void)signal_number;
}

/* While there is a screen, SIGTSTP waits until the loop serves it, and curses must find a handler:
 * to a SIGTSTP that does the default it gives a handler of its own, and ignores it while it draws,
 * so that a Ctrl-Z would be lost. */
static void hold_stops(bool hold)
{
    sigset_t stop;
    if (terminal.never_stops)
        return;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    if (hold)
        sigprocmask(SIG_BLOCK, &stop, NULL);
    sigaction(SIGTSTP, &(struct sigaction){.sa_handler = hold ? on_stop : SIG_DFL}, NULL);
    if (!hold)
        sigprocmask(SIG_UNBLOCK, &stop, NULL);
}

/* Leaves the screen. Without an alternate screen, what was drawn stays with the cursor in its last
 * line; the line is cleared so that the prompt does not mix with it. */
static void leave(void)
{
    mark_pastes(false);
    endwin();
    if (!exit_ca_mode && clr_eol)
        tputs(clr_eol, 1, put_byte);
}

/* Restores the terminal before it prints the message of a crash. */
static void on_crash(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    signal(signal_number, SIG_DFL);
    if (terminal.open)
        leave();
    crash_trace_write(signal_number, info);
    raise(signal_number);
}

/* A page of a report may be gone. */
static void on_bus_error(int signal_number, siginfo_t *info, void *context)
{
    if (!mapped_file_heal(info->si_addr))
        on_crash(signal_number, info, context);
}

/* Installs the handlers, with a stack of their own: a stack overflow is a crash, too. */
static void watch_crashes(void)
{
    static uint8_t stack[128 << 10];
    static const int crashes[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    crash_trace_prepare();
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
    action.sa_sigaction = on_bus_error;
    sigaction(SIGBUS, &action, NULL);
}

static void terminal_close(void)
{
    if (!terminal.open)
        return;
    leave();
    terminal.open = false;
    hold_stops(false);
}

/* There is nothing more to restore, neither at the end nor after a crash. */
static void terminal_leave(void)
{
    terminal_close();
}

static bool has_entry(void *context, const char *name)
{
    int status = 0;
    (void)context;
    return setupterm(name, STDOUT_FILENO, &status) == OK;
}

static void note_stand_in(const char *term)
{
    char *safe = safe_text(term);
    snprintf(terminal.note, sizeof terminal.note,
             "the terminal \"%.40s\" is not known here: drawn as %s", safe, terminal.entry);
    free(safe);
}

/* Once for the process: setupterm() would take its description from a screen that was open. */
static void find_entry(const char *term)
{
    if (terminal.entry || !term)
        return;
    terminal.entry = terminal_kind_entry(term, has_entry, NULL);
    if (!terminal.entry)
        return;
    terminal.probed = cur_term;
    if (strcmp(terminal.entry, term) != 0)
        note_stand_in(term);
}

static bool terminal_probe(bool *colors, struct error *error)
{
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(
            error,
            "standard %s is not a terminal, and the screen needs input and output; use --no-tui",
            isatty(STDIN_FILENO) ? "output" : "input");
    find_entry(term);
    if (!terminal.entry)
        return error_set(error,
                         "the terminal \"%s\" is not known here: set TERM to one that is (xterm, "
                         "vt100), or use --no-tui",
                         term ? term : "");
    *colors = tigetnum("colors") >= 8 && !(no_color && *no_color);
    return true;
}

static const char *terminal_note(void)
{
    return terminal.note;
}

/* Some know it of themselves by now. */
static bool can_mark_pastes(void)
{
    const char *term = getenv("TERM"), *begin = tigetstr("BE");
    const struct terminal_kind *kind = term ? terminal_kind_of(term) : NULL;
    return kind ? kind->marks_pastes : begin && begin != (const char *)-1;
}

/* curses opens a screen again that it has left, but knows nothing of the marks, and of the keypad
 * only once a key is read, which may be one of those that the terminal then sends otherwise. */
static void resume(void)
{
    keypad(stdscr, TRUE);
    mark_pastes(true);
}

static bool terminal_open(bool colors, struct error *error)
{
    struct sigaction action;
    terminal.never_stops = sigaction(SIGTSTP, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
    hold_stops(true);
    /* newterm() reads $ESCDELAY, which comes first. */
    set_escdelay(25);
    if (!newterm(terminal.entry, stdout, stdin)) {
        hold_stops(false);
        return error_set(error, "the screen cannot be opened; use --no-tui");
    }
    /* newterm() reads the entry again and forgets this one. */
    if (terminal.probed && terminal.probed != cur_term)
        del_curterm(terminal.probed);
    terminal.probed = NULL;
    terminal.open = true;
    /* ncurses 6.4 flushes its output at every move of the cursor, a hundred times a frame, unless
     * it returned to a screen that it had left. This comes before colours are set up, because it
     * would reset them. */
    endwin();
    refresh();
    atexit(terminal_close);
    watch_crashes();
    if (colors) {
        start_color();
        use_default_colors();
    }
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    terminal.marks = can_mark_pastes();
    mark_pastes(true);
    /* The entry of the Linux console has no KEY_BTAB. */
    define_key("\033[Z", KEY_BTAB);
    nodelay(stdscr, TRUE);
    curs_set(0);
    return true;
}

/* Cells that nothing is drawn on have the background, too. */
static void fill_background(void)
{
    bkgdset(' ' | (chtype)COLOR_PAIR(terminal.pairs[ROLE_NORMAL]));
}

static void terminal_styles(const struct theme *theme, bool colors)
{
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct theme_style *style = &theme->styles[i];
        terminal.attributes[i] = (style->bold ? A_BOLD : 0u) | (style->dim ? A_DIM : 0u) |
                                 (style->reverse ? A_REVERSE : 0u) |
                                 (style->underline ? A_UNDERLINE : 0u);
        terminal.pairs[i] = 0;
        if (!colors || (style->fg == COLOR_DEFAULT && style->bg == COLOR_DEFAULT))
            continue;
        terminal.pairs[i] = (short)(i + 1);
        init_pair((short)(i + 1), (short)color_fold(style->fg, COLORS),
                  (short)color_fold(style->bg, COLORS));
    }
    fill_background();
}

static void terminal_redraw(void)
{
    clearok(stdscr, TRUE);
}

static void terminal_size(int *rows, int *columns)
{
    *rows = LINES;
    *columns = COLS;
}

static void terminal_resize(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(stdscr, TRUE);
}

/* refresh() opens the screen again. What was typed for the other program and not read by it is
 * dropped. */
static void terminal_come_back(void)
{
    hold_stops(true);
    flushinp();
    terminal_resize();
    terminal.open = true;
    refresh();
    resume();
}

/* The signal waits with one that has come meanwhile, and stops us once it is not blocked. If a
 * script that started us was stopped before us, the shell has the terminal already, and SIGTTOU
 * would stop us too soon. What the user changes of the terminal's modes until we go on stays. */
static void terminal_stop(void)
{
    sigset_t output, before;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    sigprocmask(SIG_BLOCK, &output, &before);
    kill(getpid(), SIGTSTP);
    terminal_leave();
    sigprocmask(SIG_SETMASK, &before, NULL);
    def_shell_mode();
    terminal_come_back();
}

static void terminal_clear(void)
{
    erase();
}

static void terminal_text(int row, int column, enum role role, const char *text)
{
    attr_set(terminal.attributes[role], terminal.pairs[role], NULL);
    mvaddstr(row, column, text);
    attr_set(A_NORMAL, 0, NULL);
}

static void terminal_refresh(int row, int column)
{
    move(row, column);
    refresh();
}

static void terminal_show_cursor(bool visible)
{
    curs_set(visible);
}

static void terminal_send(const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, stdout);
    fflush(stdout);
}

static void terminal_mouse(bool on)
{
    mousemask(on ? ALL_PRESSES : 0, NULL);
    /* Also for the events that some terminals send although the mouse is off. */
    keyok(KEY_MOUSE, on);
    mouseinterval(0);
}

/* Several clicks may come with one KEY_MOUSE. ncurses returns the last one first. */
static bool terminal_click(struct screen_click *click)
{
    bool more = !terminal.click_count;
    while (more && terminal.click_count < MOST_CLICKS &&
           getmouse(&terminal.clicks[terminal.click_count]) == OK)
        terminal.click_count++;
    while (terminal.click_count) {
        const MEVENT *event = &terminal.clicks[--terminal.click_count];
        *click = (struct screen_click){event->y, event->x, 0};
        if (event->bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED))
            click->wheel = event->bstate & BUTTON4_PRESSED ? -1 : 1;
        if (click->wheel || (event->bstate & BUTTON1_PRESSED))
            return true;
    }
    return false;
}

static int terminal_key(void)
{
    int code = getch();
    return code == ERR ? -1 : code;
}

const struct screen_backend screen_curses = {
    .descriptor = STDIN_FILENO,
    .probe = terminal_probe,
    .note = terminal_note,
    .open = terminal_open,
    .close = terminal_close,
    .leave = terminal_leave,
    .come_back = terminal_come_back,
    .stop = terminal_stop,
    .styles = terminal_styles,
    .redraw = terminal_redraw,
    .size = terminal_size,
    .resize = terminal_resize,
    .clear = terminal_clear,
    .text = terminal_text,
    .refresh = terminal_refresh,
    .show_cursor = terminal_show_cursor,
    .send = terminal_send,
    .mouse = terminal_mouse,
    .click = terminal_click,
    .key = terminal_key,
};
