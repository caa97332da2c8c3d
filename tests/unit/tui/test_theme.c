#include "tui/term/theme.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/embedded.h"
#include "tui/term/color_fold.h"
#include "tui/term/svg_colors.h"

static const char *const roles[] = {
#define ROLE_NAME(role, name) name,
    THEME_ROLES(ROLE_NAME)
#undef ROLE_NAME
};

static bool parse(struct theme *theme, const char *text, struct error *error)
{
    return theme_parse(theme, "t.yaml", text, strlen(text), error);
}

static void styles_are_read(void **state)
{
    (void)state;
    struct theme theme;
    assert_true(parse(&theme,
                      "name: x\nroles:\n"
                      "  title: {fg: cyan, bg: 255, bold: true}\n"
                      "  hot: {fg: 0, dim: yes, reverse: true, underline: true}\n"
                      "  busy: {fg: default, bold: false}\n"
                      "  good: {}\n",
                      NULL));
    const struct theme_style *title = &theme.styles[ROLE_TITLE], *hot = &theme.styles[ROLE_HOT];
    assert_int_equal(title->fg, 6);
    assert_int_equal(title->bg, 255);
    assert_true(title->bold && !title->dim && !title->reverse && !title->underline);
    assert_int_equal(hot->fg, 0);
    assert_int_equal(hot->bg, COLOR_DEFAULT);
    assert_true(!hot->bold && hot->dim && hot->reverse && hot->underline);
    assert_int_equal(theme.styles[ROLE_BUSY].fg, COLOR_DEFAULT);
    assert_false(theme.styles[ROLE_BUSY].bold);
    /* Not given: plain. */
    assert_int_equal(theme.styles[ROLE_DIM].fg, COLOR_DEFAULT);
    assert_false(theme.styles[ROLE_DIM].dim);
}

static void errors_name_file_line_and_column(void **state)
{
    (void)state;
    static const struct {
        const char *text, *place, *what;
    } cases[] = {
        {"roles:\n  titel: {}\n", "t.yaml:2:3: ", "nearest is \"title\""},
        {"roles:\n  selektion: {}\n", "t.yaml:2:3: ", "nearest is \"selection\""},
        {"roles:\n  xyzzyplugh: {}\n", "t.yaml:2:3: ", "unknown role \"xyzzyplugh\""},
        {"roles:\n  title: {fg: rot}\n", "t.yaml:2:15: ", "\"rot\""},
        {"roles:\n  title: {fg: 256}\n", "t.yaml:2:15: ", "\"256\""},
        {"roles:\n  title: {fg: -1}\n", "t.yaml:2:15: ", "\"-1\""},
        {"roles:\n  title: {bg: 12x}\n", "t.yaml:2:15: ", "\"12x\""},
        {"roles:\n  title: {bg: \"\"}\n", "t.yaml:2:15: ", "colour"},
        {"roles:\n  title: {fg: [1, 2]}\n", "t.yaml:2:15: ", "list"},
        {"roles:\n  title: {color: red}\n", "t.yaml:2:11: ", "not \"color\""},
        {"roles:\n  title: {[1]: red}\n", "t.yaml:2:11: ", "list"},
        {"roles:\n  title: red\n", "t.yaml:2:10: ", "map"},
        {"roles:\n  - title\n", "t.yaml:2:3: ", "roles"},
        {"colors:\n  title: {}\n", "t.yaml:1:1: ", "not \"colors\""},
        {"roles:\n  title: {fg: red\n", "t.yaml:", ""},
        {"roles: [\n", "t.yaml:", ""},
        {"\ttitle", "t.yaml:", ""},
        {"", "t.yaml: ", "map"},
        {"- a\n", "t.yaml", "map"},
        {"plain", "t.yaml", "map"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct theme theme;
        struct error error = {""};
        if (parse(&theme, cases[i].text, &error) ||
            strncmp(error.text, cases[i].place, strlen(cases[i].place)) != 0 ||
            !strstr(error.text, cases[i].what))
            fail_msg("%s gave \"%s\"", cases[i].text, error.text);
        assert_false(parse(&theme, cases[i].text, NULL));
    }
}

static void flags_that_are_no_truth_are_refused(void **state)
{
    (void)state;
    struct theme theme;
    struct error error = {""};
    assert_false(parse(&theme, "roles:\n  title: {bold: ture}\n", &error));
    assert_true(strncmp(error.text, "t.yaml:2:17: ", 13) == 0);
}

static void every_shipped_theme_sets_every_role(void **state)
{
    (void)state;
    size_t themes = 0;
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strncmp(file->name, "themes/", 7) != 0)
            continue;
        struct theme theme;
        struct error error = {""};
        themes++;
        if (!theme_parse(&theme, file->name, file->data, file->size, &error))
            fail_msg("%s", error.text);
        char *text = strndup(file->data, file->size);
        for (size_t j = 0; j < COUNT(roles); j++) {
            char wanted[64];
            snprintf(wanted, sizeof wanted, "\n  %s:", roles[j]);
            if (!strstr(text, wanted))
                fail_msg("%s does not set %s", file->name, roles[j]);
        }
        /* Nothing is said by colour alone: the selection shows without, too. */
        const struct theme_style *selection = &theme.styles[ROLE_SELECTION];
        assert_true(selection->reverse || selection->underline || selection->bold);
        free(text);
    }
    assert_true(themes >= 3);
}

static void mono_has_no_colours(void **state)
{
    (void)state;
    struct theme theme;
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    assert_true(theme_load(&theme, "mono", NULL));
    for (int i = 0; i < ROLE_COUNT; i++) {
        assert_int_equal(theme.styles[i].fg, COLOR_DEFAULT);
        assert_int_equal(theme.styles[i].bg, COLOR_DEFAULT);
    }
}

static void themes_are_found(void **state)
{
    (void)state;
    char folder[] = "/tmp/rt-theme.XXXXXX", path[128];
    struct theme theme;
    struct error error = {""};
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CONFIG_HOME", folder, 1);
    snprintf(path, sizeof path, "%s/rooftop", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/rooftop/themes", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/rooftop/themes/default.yaml", folder);
    FILE *file = fopen(path, "w");
    fputs("roles:\n  title: {fg: 99}\n", file);
    fclose(file);
    /* The user's own comes first, also by its path. */
    assert_true(theme_load(&theme, "default", NULL));
    assert_int_equal(theme.styles[ROLE_TITLE].fg, 99);
    assert_true(theme_load(&theme, path, NULL));
    assert_true(theme_load(&theme, "light", NULL));
    assert_false(theme_load(&theme, "lihgt", &error));
    assert_non_null(strstr(error.text, "\"lihgt\""));
    assert_false(theme_load(&theme, "./nowhere.yaml", &error));
    assert_non_null(strstr(error.text, "nowhere.yaml"));
    char command[160];
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* ---- contrast ---- */

enum { PLAIN_BLACK = 16, PLAIN_WHITE = 231 };

/* Roles in which nothing but text is drawn; bars and lines are drawn in all others. */
static bool is_text_only(int role)
{
    return role == ROLE_SELECTION || role == ROLE_MATCH || role == ROLE_ERROR || role == ROLE_KEY;
}

/* Returns the least contrast by the Web Content Accessibility Guidelines: 4.5 for text; 3 for
 * lines, for what is meant to be faint, and for colours that each terminal has its own shade of. */
static double least_contrast(int role, int color)
{
    return role == ROLE_RULE || role == ROLE_DIM || color < 16 ? 3 : 4.5;
}

static void contrasts_are_enough(const char *file, const struct theme *theme, int colors)
{
    int screen = theme->styles[ROLE_NORMAL].bg;
    if (screen == COLOR_DEFAULT) /* the terminal's own, which needs no colour of the palette */
        screen = strstr(file, "light") ? PLAIN_WHITE : PLAIN_BLACK;
    else
        screen = color_fold(screen, colors);
    for (int i = 0; i < ROLE_COUNT; i++) {
        const struct theme_style *style = &theme->styles[i];
        int own = style->bg == COLOR_DEFAULT ? screen : color_fold(style->bg, colors);
        int other = screen == PLAIN_WHITE ? PLAIN_BLACK : PLAIN_WHITE;
        int ink = style->fg == COLOR_DEFAULT ? other : color_fold(style->fg, colors);
        int text = style->reverse ? own : ink, back = style->reverse ? ink : own;
        double least = least_contrast(i, text);
        struct svg_color shown = svg_color_of(text);
        double on_own = svg_contrast(shown, svg_color_of(back));
        double on_screen = svg_contrast(shown, svg_color_of(screen));
        if (on_own < least)
            fail_msg("%s, %d colours: %s has a contrast of %.2f", file, colors, roles[i], on_own);
        if (!is_text_only(i) && on_screen < least)
            fail_msg("%s, %d colours: a bar in %s has a contrast of %.2f", file, colors, roles[i],
                     on_screen);
    }
}

static void no_role_is_hard_to_see(void **state)
{
    (void)state;
    static const int colors[] = {8, 16, 256};
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        struct theme theme;
        if (strncmp(file->name, "themes/", 7) != 0)
            continue;
        assert_true(theme_parse(&theme, file->name, file->data, file->size, NULL));
        for (size_t j = 0; j < COUNT(colors); j++)
            contrasts_are_enough(file->name, &theme, colors[j]);
    }
}

static void few_colours_keep_the_hue(void **state)
{
    (void)state;
    static const struct {
        int color, folded;
    } cases[] = {{209, 1}, {114, 2}, {221, 3}, {32, 4}, {213, 5}, {81, 6}, {246, 7},
                 {242, 7}, {234, 0}, {24, 4},  {12, 4}, {7, 7},   {0, 0},  {COLOR_DEFAULT, -1}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(color_fold(cases[i].color, 8), cases[i].folded);
        assert_int_equal(color_fold(cases[i].color, 256), cases[i].color);
    }
    assert_int_equal(color_fold(12, 16), 12);
    assert_int_equal(color_fold(209, 16), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(styles_are_read),
        cmocka_unit_test(errors_name_file_line_and_column),
        cmocka_unit_test(flags_that_are_no_truth_are_refused),
        cmocka_unit_test(every_shipped_theme_sets_every_role),
        cmocka_unit_test(no_role_is_hard_to_see),
        cmocka_unit_test(few_colours_keep_the_hue),
        cmocka_unit_test(mono_has_no_colours),
        cmocka_unit_test(themes_are_found),
    };
    return cmocka_run_group_tests_name("theme", tests, NULL, NULL);
}
