#include "report/base/terminal_kind.h"

#include <string.h>

#include "build_report.h"

/* The entries that a machine has, each between blanks. */
static bool is_among(void *context, const char *name)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", name);
    return strstr(context, word);
}

static char usual[] = " xterm xterm-256color screen screen-256color rxvt linux vt100 ";

static const struct {
    const char *name, *entry;
} rows[] = {
    {"xterm-256color", "xterm-256color"},
    {"vt100", "vt100"},
    {"xterm-kitty", "xterm-256color"},
    {"xterm-ghostty", "xterm-256color"},
    {"foot", "xterm-256color"},
    {"foot-extra", "xterm-256color"},
    {"alacritty", "xterm-256color"},
    {"st-256color", "xterm-256color"},
    {"wezterm", "xterm-256color"},
    {"contour", "xterm-256color"},
    {"contour-latest", "xterm-256color"},
    {"konsole-256color", "xterm-256color"},
    {"vte-256color", "xterm-256color"},
    {"gnome+pcfkeys", "xterm-256color"},
    {"tmux-256color", "screen-256color"},
    {"tmux-direct", "screen-256color"},
    {"screen.xterm-kitty", "screen-256color"},
    {"screen-256color-s", "screen-256color"},
    {"rxvt-unicode", "rxvt"},
    {"linux-16color", "linux"},
    {"st52", NULL},
    {"xtermish", NULL},
    {"footprint", NULL},
    {"nonsense", NULL},
    {"", NULL},
};

static void entries(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *entry = terminal_kind_entry(rows[i].name, is_among, usual);
        if (!rows[i].entry != !entry || (entry && strcmp(entry, rows[i].entry) != 0))
            fail_msg("%s is drawn as %s", rows[i].name, entry ? entry : "nothing");
    }
}

static void the_next_best_where_the_best_is_missing(void **state)
{
    (void)state;
    assert_string_equal(terminal_kind_entry("foot", is_among, " vt100 xterm "), "xterm");
    assert_string_equal(terminal_kind_entry("tmux", is_among, " screen xterm "), "screen");
    assert_null(terminal_kind_entry("foot", is_among, " vt100 "));
}

static void which_mark_pastes(void **state)
{
    (void)state;
    assert_true(terminal_kind_of("xterm-256color")->marks_pastes);
    assert_true(terminal_kind_of("tmux-256color")->marks_pastes);
    assert_false(terminal_kind_of("linux")->marks_pastes);
    assert_null(terminal_kind_of("vt100"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries),
        cmocka_unit_test(the_next_best_where_the_best_is_missing),
        cmocka_unit_test(which_mark_pastes),
    };
    return cmocka_run_group_tests_name("terminal_kind", tests, NULL, NULL);
}
