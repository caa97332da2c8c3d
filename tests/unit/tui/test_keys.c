#include "tui/widgets/keys.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/file_bytes.h"

static const int views[] = {VIEW_LIST,
                            VIEW_DETAILS,
                            VIEW_OUTPUT,
                            VIEW_SUMMARY,
                            VIEW_HOT,
                            VIEW_RULES,
                            VIEW_LIST | VIEW_PANED,
                            VIEW_DETAILS | VIEW_PANED,
                            VIEW_RULES | VIEW_PANED,
                            VIEW_SOURCE,
                            VIEW_SOURCE | VIEW_PANED,
                            VIEW_RAW,
                            VIEW_METRIC,
                            VIEW_DIAGNOSIS,
                            VIEW_RANKS,
                            VIEW_DETAILS | VIEW_NUMBER,
                            VIEW_DETAILS | VIEW_ROOFLINE,
                            VIEW_DETAILS | VIEW_PANED | VIEW_ROOFLINE | VIEW_ZOOMED};

/* The codes a word of the table stands for, told here once more. */
static size_t codes_of(const char *word, size_t length, int *codes)
{
    static const struct {
        const char *word;
        int codes[4];
    } words[] = {{"Down", {KEY_DOWN}},
                 {"Up", {KEY_UP}},
                 {"Left", {KEY_LEFT, KEY_BACKSPACE}},
                 {"Right", {KEY_RIGHT}},
                 {"PgDn", {KEY_NPAGE}},
                 {"PgUp", {KEY_PPAGE}},
                 {"Home", {KEY_HOME}},
                 {"End", {KEY_END}},
                 {"Enter", {'\r', '\n', KEY_ENTER}},
                 {"Esc", {27}},
                 {"Tab", {'\t'}},
                 {"BTab", {KEY_BTAB}},
                 {"Space", {' '}},
                 {"F2", {KEY_F(2)}},
                 {"F4", {KEY_F(4)}},
                 {"1-9", {0}}};
    if (length == 1) {
        codes[0] = (unsigned char)*word;
        return 1;
    }
    if (length == 2 && *word == '^') {
        codes[0] = word[1] & 0x1f;
        return 1;
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        if (strlen(words[i].word) != length || strncmp(words[i].word, word, length) != 0)
            continue;
        size_t count = 0;
        if (strcmp(words[i].word, "1-9") == 0)
            for (int c = '1'; c <= '9'; c++)
                codes[count++] = c;
        for (; words[i].codes[count < 9 ? count : 3] && count < 4; count++)
            codes[count] = words[i].codes[count];
        return count;
    }
    fail_msg("no key is called \"%.*s\"", (int)length, word);
    return 0;
}

static void each_key(void (*use)(const struct key_row *, const char *, size_t, int))
{
    for (size_t i = 0; i < key_row_count; i++)
        for (const char *word = key_rows[i].keys; *word;) {
            size_t length = strcspn(word, " ");
            int codes[16];
            if (length > 1 && *word == ':')
                break;
            size_t count = codes_of(word, length, codes);
            assert_true(count > 0);
            for (size_t j = 0; j < count; j++)
                use(&key_rows[i], word, length, codes[j]);
            word += length + (word[length] == ' ');
        }
}

/* Keys with two meanings in a view, in the documented order: q first goes back, then quits; Tab
 * goes from pane to pane where there are several, else from section to section; the keys that move
 * go from number to number while one is selected; those of borders move what is seen of a zoomed
 * roofline, and of lines of code, where
 * the left side comes before what is gone back to. */
static enum action_id documented(int view, int code)
{
    static const struct {
        int codes[3];
        enum action_id action;
    } numbers[] = {{{'j', KEY_DOWN, 0}, DO_NUMBER_DOWN},
                   {{'k', KEY_UP, 0}, DO_NUMBER_UP},
                   {{'h', KEY_LEFT, KEY_BACKSPACE}, DO_NUMBER_LEFT},
                   {{'l', KEY_RIGHT, 0}, DO_NUMBER_RIGHT},
                   {{'\r', '\n', KEY_ENTER}, DO_NUMBER_METRIC},
                   {{27, 0, 0}, DO_DROP_NUMBER}};
    for (size_t i = 0; i < COUNT(numbers) && (view & VIEW_NUMBER); i++)
        for (size_t j = 0; j < 3; j++)
            if (code && numbers[i].codes[j] == code)
                return numbers[i].action;
    static const struct {
        int code;
        enum action_id action;
    } zoomed[] = {{'H', DO_ROOFLINE_LEFT},
                  {'L', DO_ROOFLINE_RIGHT},
                  {'K', DO_ROOFLINE_UP},
                  {'J', DO_ROOFLINE_DOWN}};
    for (size_t i = 0; i < COUNT(zoomed) && (view & VIEW_ZOOMED); i++)
        if (zoomed[i].code == code)
            return zoomed[i].action;
    static const struct {
        int code;
        enum action_id action;
    } code_keys[] = {{'H', DO_TEXT_LEFT},          {'L', DO_TEXT_RIGHT}, {'K', DO_LOWER_UP},
                     {'J', DO_LOWER_DOWN},         {'h', DO_LEFT_SIDE},  {KEY_LEFT, DO_LEFT_SIDE},
                     {KEY_BACKSPACE, DO_LEFT_SIDE}};
    for (size_t i = 0; i < COUNT(code_keys) && (view & VIEW_SOURCE); i++)
        if (code_keys[i].code == code)
            return code_keys[i].action;
    bool paned = (view & VIEW_DETAILS) && (view & VIEW_PANED);
    if ((view & VIEW_ROOFLINE) && code == 'f')
        return DO_ROOFLINE_LARGE;
    if (!(view & VIEW_LIST) && code == 'q')
        return DO_BACK;
    if (paned && code == '\t')
        return DO_NEXT_VIEW;
    if (paned && code == KEY_BTAB)
        return DO_PREVIOUS_VIEW;
    return DO_NOTHING;
}

static void means_its_row(const struct key_row *row, const char *word, size_t length, int code)
{
    for (size_t v = 0; v < COUNT(views); v++) {
        int digit = 0;
        if (!(row->views & views[v]))
            continue;
        enum action_id action = keys_action(code, views[v], &digit);
        if (documented(views[v], code)) {
            assert_int_equal(action, documented(views[v], code));
            continue;
        }
        if (action != row->action)
            fail_msg("\"%.*s\" of \"%s\" does something else in view %d", (int)length, word,
                     row->help, views[v]);
        if (row->action == DO_TOGGLE)
            assert_int_equal(digit, code - '0');
    }
}

static void every_row_is_reached_by_each_of_its_keys(void **state)
{
    (void)state;
    each_key(means_its_row);
}

enum { MOST_ACTIONS = 1024 };

/* Which actions have a key in each view. */
static void note_reached(bool (*reached)[MOST_ACTIONS])
{
    for (size_t v = 0; v < COUNT(views); v++)
        for (int code = 0; code < KEY_MAX; code++) {
            int digit;
            enum action_id action = keys_action(code, views[v], &digit);
            assert_in_range(action, 0, MOST_ACTIONS - 1);
            reached[v][action] = true;
        }
}

static void every_row_is_reached_in_its_views(void **state)
{
    static bool has_key[COUNT(views)][MOST_ACTIONS];
    (void)state;
    note_reached(has_key);
    for (size_t i = 0; i < key_row_count; i++)
        for (size_t v = 0; v < COUNT(views); v++) {
            bool reached = has_key[v][key_rows[i].action] ||
                           (key_rows[i].keys[0] == ':' && key_rows[i].keys[1] &&
                            (key_rows[i].views & views[v]));
            /* Moving and folding wait while a number is selected. */
            bool waits = (views[v] & VIEW_NUMBER) &&
                         (key_rows[i].action == DO_DOWN || key_rows[i].action == DO_UP ||
                          key_rows[i].action == DO_FOLD);
            /* So do borders while a roofline is zoomed, and in code. */
            waits = waits ||
                    ((views[v] & (VIEW_ZOOMED | VIEW_SOURCE)) &&
                     key_rows[i].action >= DO_SPLIT_LEFT && key_rows[i].action <= DO_SECOND_RIGHT);
            /* On a roofline its key enlarges that one. */
            waits =
                waits || ((views[v] & VIEW_ROOFLINE) && key_rows[i].action == DO_ROOFLINE_ALONE);
            assert_int_equal(reached, (key_rows[i].views & views[v]) != 0 && !waits);
        }
}

static const struct key_row *owner[COUNT(views)][KEY_MAX];

static void has_one_meaning(const struct key_row *row, const char *word, size_t length, int code)
{
    for (size_t v = 0; v < COUNT(views); v++) {
        if (!(row->views & views[v]))
            continue;
        if (owner[v][code] && owner[v][code] != row && !documented(views[v], code))
            fail_msg("\"%.*s\" is in two rows of view %d: \"%s\" and \"%s\"", (int)length, word,
                     views[v], owner[v][code]->help, row->help);
        owner[v][code] = row;
    }
}

static void no_key_has_two_meanings_in_a_view(void **state)
{
    (void)state;
    each_key(has_one_meaning);
}

static void other_keys_do_nothing(void **state)
{
    (void)state;
    static const int codes[] = {0,        '0',       '@',        '%', 0x7f,   0xe4,
                                KEY_F(1), KEY_MOUSE, KEY_RESIZE, -1,  1 << 20};
    for (size_t v = 0; v < COUNT(views); v++)
        for (size_t i = 0; i < COUNT(codes); i++) {
            int digit;
            assert_int_equal(keys_action(codes[i], views[v], &digit),
                             codes[i] == '0' && (views[v] & VIEW_ZOOMED) ? DO_ROOFLINE_ALL
                                                                         : DO_NOTHING);
        }
}

static void the_table_is_fit_for_the_help(void **state)
{
    (void)state;
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *row = &key_rows[i];
        assert_true(*row->keys && *row->help);
        assert_true(strlen(row->keys) <= 16); /* its column in the help */
        assert_true(strlen(row->help) <= 60); /* of 80 columns */
        assert_true(row->views && !(row->views & ~(VIEW_ANY | VIEW_BESIDE)));
        assert_true(!row->bar || *row->bar);
    }
}

static void shows(enum action_id action, int view, const char *keys)
{
    struct strbuf shown = {0};
    keys_of(&shown, &key_rows[action - 1], view);
    assert_string_equal(shown.data, keys);
    strbuf_free(&shown);
}

static void keys_that_mean_something_else_are_not_shown(void **state)
{
    (void)state;
    shows(DO_NEXT_SECTION, VIEW_DETAILS, "Tab }");
    shows(DO_NEXT_SECTION, VIEW_DETAILS | VIEW_PANED, "}");
    shows(DO_NEXT_VIEW, VIEW_DETAILS | VIEW_PANED, "Tab");
    shows(DO_FOLD, VIEW_DETAILS | VIEW_NUMBER, "");
    shows(DO_BACK, VIEW_DETAILS | VIEW_NUMBER, "q");
    shows(DO_SPLIT_LEFT, VIEW_DETAILS | VIEW_PANED | VIEW_ROOFLINE, "H");
    shows(DO_SPLIT_LEFT, VIEW_DETAILS | VIEW_PANED | VIEW_ZOOMED, "");
    shows(DO_QUIT, VIEW_LIST, "q Q");
    shows(DO_QUIT, VIEW_SUMMARY, "Q");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_reached_by_each_of_its_keys),
        cmocka_unit_test(every_row_is_reached_in_its_views),
        cmocka_unit_test(no_key_has_two_meanings_in_a_view),
        cmocka_unit_test(other_keys_do_nothing),
        cmocka_unit_test(the_table_is_fit_for_the_help),
        cmocka_unit_test(keys_that_mean_something_else_are_not_shown),
    };
    return cmocka_run_group_tests_name("keys", tests, NULL, NULL);
}
