#include "screen.h"

#include <curses.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "crash_trace.h"
#include "key_sequence.h"
#include "mapped_file.h"
#include "mem.h"
#include "milliseconds.h"
#include "safe_text.h"
#include "strbuf.h"

/* Last: it defines short words as macros. */
#include <term.h>
#undef columns

/* Whatever a terminal may tell: at an event that is not in its mask ncurses waits for the next one,
 * and all else waits for that. */
static const mmask_t ALL_PRESSES =
    BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON2_PRESSED | BUTTON2_RELEASED | BUTTON3_PRESSED |
    BUTTON3_RELEASED | BUTTON4_PRESSED | BUTTON4_RELEASED | BUTTON5_PRESSED | BUTTON5_RELEASED |
    BUTTON_SHIFT | BUTTON_CTRL | BUTTON_ALT | REPORT_MOUSE_POSITION;

enum { MOST_CLICKS = 8 }; /* that ncurses keeps */

static struct {
    bool open, colors;
    MEVENT clicks[MOST_CLICKS]; /* not served yet, the last one first */
    int click_count;
    struct key_sequence sequence;
    const struct glyphs *glyphs;
    attr_t attributes[ROLE_COUNT];
    short pairs[ROLE_COUNT];
    bool has_area;
    WINDOW *copy;                         /* what is drawn on instead; NULL: the screen */
    struct picture *picture;              /* the same */
    const struct glyphs *terminal_glyphs; /* while a picture is drawn */
    struct theme theme;
    struct rect area; /* of the screen, or less where that became smaller */
    int cursor_row, cursor_column;
} screen;

/* Not through stdio: a crash may have happened in it. */
static int put_byte(int byte)
{
    const char c = (char)byte;
    return write(STDOUT_FILENO, &c, 1) == 1 ? byte : EOF;
}

/* Where there is no other screen to go back to, what was drawn stays, and the cursor is in its last
 * line: the next prompt would be written over that. */
static void leave(void)
{
    endwin();
    if (!exit_ca_mode && clr_eol)
        tputs(clr_eol, 1, put_byte);
}

/* The terminal must be usable again before the message of a crash. */
static void on_crash(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    signal(signal_number, SIG_DFL);
    if (screen.open)
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

/* On a stack of their own: one that is full is a crash as well. */
static void watch_crashes(void)
{
    static uint8_t stack[128 << 10];
    static const int crashes[] = {SIGSEGV, SIGFPE, SIGILL, SIGABRT};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    crash_trace_prepare();
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
    action.sa_sigaction = on_bus_error;
    sigaction(SIGBUS, &action, NULL);
}

static void set_styles(const struct theme *theme, bool colors)
{
    screen.theme = *theme;
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct theme_style *style = &theme->styles[i];
        screen.attributes[i] = (style->bold ? A_BOLD : 0u) | (style->dim ? A_DIM : 0u) |
                               (style->reverse ? A_REVERSE : 0u) |
                               (style->underline ? A_UNDERLINE : 0u);
        screen.pairs[i] = 0;
        if (!colors || (style->fg == COLOR_DEFAULT && style->bg == COLOR_DEFAULT))
            continue;
        screen.pairs[i] = (short)(i + 1);
        init_pair((short)(i + 1), (short)(style->fg < COLORS ? style->fg : style->fg % 8),
                  (short)(style->bg < COLORS ? style->bg : style->bg % 8));
    }
}

/* What nothing is drawn on has the background too. */
static void fill_background(void)
{
    bkgdset(' ' | (chtype)COLOR_PAIR(screen.pairs[ROLE_NORMAL]));
}

bool screen_set_theme(const char *name, struct error *error)
{
    struct theme theme;
    if (!theme_load(&theme, name, error))
        return false;
    if (!screen.colors && strcmp(name, "mono") != 0)
        return error_set(error, "there are no colours here: the terminal has none, or NO_COLOR is "
                                "set");
    set_styles(&theme, screen.colors);
    fill_background();
    clearok(stdscr, TRUE);
    return true;
}

bool screen_set_glyphs(const char *name)
{
    const struct glyphs *glyphs =
        strcmp(name, "auto") == 0 ? glyphs_choose(getenv("TERM")) : glyphs_named(name);
    if (!glyphs)
        return false;
    screen.glyphs = safe_text_utf8() ? glyphs : glyphs_at(GLYPHS_ASCII);
    return true;
}

void screen_set_mouse(bool on)
{
    mousemask(on ? ALL_PRESSES : 0, NULL);
    /* The same for what comes all the same. */
    keyok(KEY_MOUSE, on);
    mouseinterval(0);
}

bool screen_open(const char *name, struct error *error)
{
    struct theme theme;
    const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
    int status = 0;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(error,
                         "standard %s is no terminal, and the screen needs both; use --no-tui",
                         isatty(STDIN_FILENO) ? "output" : "input");
    if (!term || setupterm(term, STDOUT_FILENO, &status) != OK)
        return error_set(error,
                         "the terminal \"%s\" is not known here: set TERM to one that is (xterm, "
                         "vt100), or use --no-tui",
                         term ? term : "");
    bool colors = tigetnum("colors") >= 8 && !(no_color && *no_color);
    if (!theme_load(&theme, !colors ? "mono" : name ? name : "default", error))
        return false;
    /* Before what the environment has of it is read: $ESCDELAY. */
    set_escdelay(25);
    if (!initscr())
        return error_set(error, "the screen cannot be opened; use --no-tui");
    screen.open = true;
    /* ncurses 6.4 writes what it has at every move of the cursor, a hundred times a frame, unless
     * it came back to a screen that it had left. Before there are colours: they would be reset. */
    endwin();
    refresh();
    screen.glyphs = glyphs_choose(term);
    atexit(screen_close);
    watch_crashes();
    if (colors) {
        start_color();
        use_default_colors();
    }
    screen.colors = colors;
    set_styles(&theme, colors);
    fill_background();
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    /* The entry of the Linux console has a name of its own for it. */
    define_key("\033[Z", KEY_BTAB);
    nodelay(stdscr, TRUE);
    curs_set(0);
    return true;
}

void screen_close(void)
{
    if (screen.open)
        leave();
    screen.open = false;
}

static struct rect area(void)
{
    return screen.has_area ? screen.area : (struct rect){0, 0, LINES, COLS};
}

void screen_area(const struct rect *to)
{
    screen.has_area = to;
    if (to)
        screen.area = *to;
}

int screen_rows(void)
{
    return area().rows;
}

int screen_columns(void)
{
    return area().columns;
}

const struct glyphs *screen_glyphs(void)
{
    return screen.glyphs;
}

const struct glyphs *screen_use_glyphs(const struct glyphs *glyphs)
{
    const struct glyphs *before = screen.glyphs;
    screen.glyphs = glyphs;
    return before;
}

void screen_clear(void)
{
    erase();
}

/* Whatever was drawn last. */
void screen_refresh(void)
{
    move(screen.cursor_row, screen.cursor_column);
    refresh();
}

void screen_resize(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(stdscr, TRUE);
}

int screen_text(int row, int column, int width, enum role role, const char *text)
{
    struct rect in = area();
    if (row < 0 || row >= in.rows || column < 0 || column >= in.columns)
        return 0;
    if (width > in.columns - column)
        width = in.columns - column;
    if (width <= 0)
        return 0;
    struct strbuf fitted = {0};
    strbuf_adds(&fitted, "");
    safe_text_fit(&fitted, text, (size_t)width);
    int used = (int)safe_text_width(fitted.data);
    if (screen.picture) {
        picture_text(screen.picture, in.row + row, in.column + column, width, role, text);
    } else {
        WINDOW *window = screen.copy ? screen.copy : stdscr;
        wattr_set(window, screen.attributes[role], screen.pairs[role], NULL);
        mvwaddstr(window, in.row + row, in.column + column, fitted.data);
        wattr_set(window, A_NORMAL, 0, NULL);
    }
    strbuf_free(&fitted);
    return used;
}

void screen_copy_begin(int rows, int columns)
{
    struct rect all = {0, 0, rows, columns};
    screen.copy = newpad(rows > 0 ? rows : 1, columns > 0 ? columns : 1);
    screen_area(&all);
}

void screen_copy_end(struct strbuf *out)
{
    enum { LONGEST_CHARACTER = 16 };
    struct rect all = area();
    size_t size = (size_t)all.columns * LONGEST_CHARACTER + 1;
    char *line = mem_alloc(size);
    strbuf_adds(out, ""); /* also of no rows */
    for (int row = 0; row < all.rows && screen.copy; row++) {
        int length = mvwinnstr(screen.copy, row, 0, line, (int)size - 1);
        while (length > 0 && line[length - 1] == ' ')
            length--;
        strbuf_add(out, line, length > 0 ? (size_t)length : 0);
        strbuf_addc(out, '\n');
    }
    free(line);
    if (screen.copy)
        delwin(screen.copy);
    screen.copy = NULL;
    screen_area(NULL);
}

void screen_picture_begin(struct picture *picture)
{
    struct rect all = {0, 0, picture->rows, picture->columns};
    screen.picture = picture;
    screen.terminal_glyphs =
        screen_use_glyphs(safe_text_utf8() ? glyphs_at(GLYPHS_FULL) : screen.glyphs);
    screen_area(&all);
}

void screen_picture_end(void)
{
    screen.picture = NULL;
    screen.glyphs = screen.terminal_glyphs;
    screen_area(NULL);
}

struct picture *screen_picture(void)
{
    return screen.picture;
}

const struct theme *screen_theme(void)
{
    return &screen.theme;
}

void screen_send(const char *bytes, size_t length)
{
    fwrite(bytes, 1, length, stdout);
    fflush(stdout);
}

void screen_cursor(int row, int column, bool visible)
{
    curs_set(visible);
    screen.cursor_row = visible ? row : 0;
    screen.cursor_column = visible ? column : 0;
}

/* Several may have come with one KEY_MOUSE, and ncurses hands out the last one first. */
bool screen_get_click(struct screen_click *click)
{
    bool more = !screen.click_count;
    while (more && screen.click_count < MOST_CLICKS &&
           getmouse(&screen.clicks[screen.click_count]) == OK)
        screen.click_count++;
    while (screen.click_count) {
        const MEVENT *event = &screen.clicks[--screen.click_count];
        *click = (struct screen_click){event->y, event->x, 0};
        if (event->bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED))
            click->wheel = event->bstate & BUTTON4_PRESSED ? -1 : 1;
        if (click->wheel || (event->bstate & BUTTON1_PRESSED))
            return true;
    }
    return false;
}

int screen_key(void)
{
    struct key_sequence *sequence = &screen.sequence;
    int key;
    while ((key = key_sequence_next(sequence)) < 0) {
        int code = getch();
        if (code != ERR)
            key_sequence_add(sequence, code, milliseconds());
        else if (screen_key_wait() == 0)
            key_sequence_end(sequence);
        else
            return -1;
    }
    return key;
}

int screen_key_wait(void)
{
    return key_sequence_wait(&screen.sequence, milliseconds());
}
