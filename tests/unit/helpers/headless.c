#include "headless.h"

#include <curses.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/os/loop.h"
#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "temp_folder.h"
#include "tui/list/list_view.h"
#include "tui/term/picture.h"
#include "tui/term/screen.h"
#include "tui/ui/ui.h"
#include "tui/ui/ui_view.h"

enum { MOST_WORDS = 16, MOST_CLICKS = 2 };

/* A pipe whose ends do not block: the program reads from [0]. */
typedef int ends[2];

static struct {
    struct picture *cells;
    int rows, columns; /* that resize() takes over */
    ends keys, signals;
    struct screen_click clicks[MOST_CLICKS];
    size_t click_count, click_at;
    struct strbuf sent;
    char *folder, *line;
    char *words; /* of the command line */
    struct options options;
    struct loop *loop;
    struct ui ui;
} headless;

static void write_all(int file, const void *bytes, size_t length)
{
    assert_int_equal(write(file, bytes, length), (ssize_t)length);
}

/* ---- the backend ---- */

static bool cells_probe(bool *colors, struct error *error)
{
    (void)error;
    *colors = true;
    return true;
}

static const char *cells_note(void)
{
    return "";
}

static void cells_resize(void)
{
    if (headless.cells)
        picture_free(headless.cells);
    headless.cells = picture_new(headless.rows, headless.columns);
}

static bool cells_open(bool colors, struct error *error)
{
    (void)colors;
    (void)error;
    cells_resize();
    return true;
}

static void cells_close(void)
{
    picture_free(headless.cells);
    headless.cells = NULL;
}

static void cells_styles(const struct theme *theme, bool colors)
{
    (void)theme;
    (void)colors;
}

static void cells_redraw(void)
{
}

static void cells_away(void)
{
}

static void cells_size(int *rows, int *columns)
{
    *rows = headless.cells->rows;
    *columns = headless.cells->columns;
}

static void cells_clear(void)
{
    struct picture *cells = headless.cells;
    memset(cells->cells, 0, (size_t)cells->rows * (size_t)cells->columns * sizeof *cells->cells);
}

static void cells_text(int row, int column, enum role role, const char *text)
{
    const struct picture *cells = headless.cells;
    assert_in_range(role, 0, ROLE_COUNT - 1);
    assert_in_range(row, 0, cells->rows - 1);
    assert_in_range(column, 0, cells->columns - 1);
    picture_text(headless.cells, row, column, cells->columns - column, role, text);
}

static void cells_refresh(int row, int column)
{
    assert_in_range(row, 0, headless.cells->rows - 1);
    assert_in_range(column, 0, headless.cells->columns - 1);
}

static void cells_switch(bool on)
{
    (void)on;
}

static void cells_send(const char *bytes, size_t length)
{
    strbuf_add(&headless.sent, bytes, length);
}

static bool cells_click(struct screen_click *click)
{
    if (headless.click_at == headless.click_count)
        return false;
    *click = headless.clicks[headless.click_at++];
    return true;
}

static int cells_key(void)
{
    int code;
    return read(headless.keys[0], &code, sizeof code) == sizeof code ? code : -1;
}

static struct screen_backend cells = {
    .probe = cells_probe,
    .note = cells_note,
    .open = cells_open,
    .close = cells_close,
    .leave = cells_away,
    .stop = cells_close,
    .come_back = cells_resize,
    .styles = cells_styles,
    .redraw = cells_redraw,
    .size = cells_size,
    .resize = cells_resize,
    .clear = cells_clear,
    .text = cells_text,
    .refresh = cells_refresh,
    .show_cursor = cells_switch,
    .send = cells_send,
    .mouse = cells_switch,
    .click = cells_click,
    .key = cells_key,
};

/* ---- opening and closing ---- */

/* Steps until nothing is left to do: a step that only served an event has not drawn it yet. */
static void settle(void)
{
    for (int calm = 0; calm < 2 && !headless.ui.quit;)
        calm = ui_step(&headless.ui, 0) ? 0 : calm + 1;
}

static void parse_options(const char *words)
{
    struct error error = {""};
    char *argv[MOST_WORDS + 1] = {"rooftop", "built.ncu-rep"}, *rest;
    int argc = 2;
    headless.words = mem_strdup(words);
    for (char *word = strtok_r(headless.words, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        assert_true(argc < MOST_WORDS);
        argv[argc++] = word;
    }
    if (!options_parse(&headless.options, argc, argv, &error))
        fail_msg("%s", error.text);
}

static void set_environment(void)
{
    headless.folder = temp_folder_new();
    setenv("HOME", headless.folder, 1);
    setenv("XDG_CONFIG_HOME", headless.folder, 1);
    setenv("XDG_CACHE_HOME", headless.folder, 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("TZ", "UTC", 1);
    /* The help of a metric says the same on every machine. */
    setenv("ROOFTOP_CUPTI", "/nowhere/libcupti.so", 1);
}

void headless_open_with(struct report *report, int rows, int columns, const char *words)
{
    struct error error = {""};
    struct ui *ui = &headless.ui;
    set_environment();
    parse_options(words);
    assert_int_equal(pipe2(headless.keys, O_NONBLOCK | O_CLOEXEC), 0);
    assert_int_equal(pipe2(headless.signals, O_NONBLOCK | O_CLOEXEC), 0);
    headless.rows = rows;
    headless.columns = columns;
    cells.descriptor = headless.keys[0];
    headless.loop = loop_new();
    ui_init(ui, &headless.options);
    if (!user_settings_read(&ui->user, &headless.options, &error) ||
        !definitions_read(&ui->definitions, report, &headless.options, &error) ||
        !screen_open_on(&cells, user_settings_theme(&ui->user, &headless.options), &error))
        fail_msg("%s", error.text);
    ui_open(ui, report, &headless.options.filter, headless.loop, headless.signals[0]);
    definitions_say_broken(&ui->definitions, &ui->messages);
    if (report_count(report) == 1 && ui->host.list->tree.count)
        ui_open_result(ui, 0);
    settle();
}

void headless_open(struct report *report, int rows, int columns)
{
    headless_open_with(report, rows, columns, "");
}

void headless_close(void)
{
    screen_close();
    ui_close(&headless.ui);
    loop_free(headless.loop);
    options_free(&headless.options);
    for (int i = 0; i < 2; i++) {
        close(headless.keys[i]);
        close(headless.signals[i]);
    }
    strbuf_free(&headless.sent);
    free(headless.line);
    free(headless.words);
    temp_folder_free(headless.folder);
    memset(&headless, 0, sizeof headless);
}

/* ---- what the user does ---- */

static void press(int code)
{
    write_all(headless.keys[1], &code, sizeof code);
    settle();
}

void headless_keys(const char *keys)
{
    for (const char *word = keys + strspn(keys, " "); *word; word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        int code = keys_code(word, length);
        if (code < 0)
            fail_msg("no key is named %.*s", (int)length, word);
        press(code);
        word += length;
    }
}

void headless_type(const char *text)
{
    for (; *text; text++)
        press((unsigned char)*text);
}

void headless_command(const char *command)
{
    headless_type(":");
    headless_type(command);
    headless_keys("Enter");
}

static void point(int row, int column, int wheel, size_t times)
{
    assert_in_range(row, 0, headless.cells->rows - 1);
    assert_in_range(column, 0, headless.cells->columns - 1);
    headless.click_at = 0;
    headless.click_count = times;
    for (size_t i = 0; i < times; i++)
        headless.clicks[i] = (struct screen_click){row, column, wheel};
    press(KEY_MOUSE);
}

void headless_click(int row, int column)
{
    point(row, column, 0, 1);
}

void headless_double_click(int row, int column)
{
    point(row, column, 0, 2);
}

void headless_wheel(int row, int column, int direction)
{
    point(row, column, direction, 1);
}

void headless_resize(int rows, int columns)
{
    struct signalfd_siginfo info = {.ssi_signo = SIGWINCH};
    headless.rows = rows;
    headless.columns = columns;
    write_all(headless.signals[1], &info, sizeof info);
    settle();
}

/* ---- what is on the screen ---- */

bool headless_has_quit(void)
{
    return headless.ui.quit;
}

const char *headless_sent(void)
{
    strbuf_adds(&headless.sent, "");
    return headless.sent.data;
}

const char *headless_row(int row)
{
    struct strbuf line = {0};
    assert_in_range(row, 0, headless.cells->rows - 1);
    strbuf_adds(&line, "");
    picture_row_text(headless.cells, row, &line);
    free(headless.line);
    headless.line = strbuf_detach(&line);
    return headless.line;
}

char *headless_screen(void)
{
    struct strbuf all = {0};
    for (int row = 0; row < headless.cells->rows; row++)
        strbuf_addf(&all, "%s\n", headless_row(row));
    return strbuf_detach(&all);
}

/* The column of the cell that begins at a byte of the row's text. */
static int column_of(int row, size_t byte)
{
    size_t passed = 0;
    int column = 0;
    while (column < headless.cells->columns) {
        const struct picture_cell *cell = picture_cell(headless.cells, row, column);
        passed += cell->width ? strlen(cell->text) : 1;
        if (passed > byte)
            break;
        column += cell->width == 2 ? 2 : 1;
    }
    return column;
}

int headless_find(const char *text, int *column)
{
    for (int row = 0; row < headless.cells->rows; row++) {
        const char *line = headless_row(row), *at = strstr(line, text);
        if (at && column)
            *column = column_of(row, (size_t)(at - line));
        if (at)
            return row;
    }
    return -1;
}

bool headless_shows(const char *text)
{
    return headless_find(text, NULL) >= 0;
}

enum role headless_role(int row, int column)
{
    assert_in_range(row, 0, headless.cells->rows - 1);
    assert_in_range(column, 0, headless.cells->columns - 1);
    return (enum role)picture_cell(headless.cells, row, column)->role;
}

int headless_role_row(enum role role, int column)
{
    for (int row = 0; row < headless.cells->rows; row++)
        if (picture_cell(headless.cells, row, column)->width && headless_role(row, column) == role)
            return row;
    return -1;
}

static void expect(const char *text, bool there)
{
    if (headless_shows(text) == there)
        return;
    char *screen = headless_screen();
    fprintf(stderr, "%s: %s in\n%s", there ? "missing" : "unexpected", text, screen);
    free(screen);
    fail();
}

void headless_has(const char *text)
{
    expect(text, true);
}

void headless_lacks(const char *text)
{
    expect(text, false);
}

void headless_wait(const char *text)
{
    enum { STEP_MS = 20, MOST_MS = 20000 };
    int64_t end = milliseconds() + MOST_MS;
    while (!headless_shows(text) && milliseconds() < end)
        ui_step(&headless.ui, STEP_MS);
    settle();
    headless_has(text);
}
