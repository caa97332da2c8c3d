/* What is typed and kept: offers, history, keys of the user, settings. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/file_bytes.h"
#include "report/base/file_replace.h"
#include "report/base/mem.h"
#include "temp_folder.h"
#include "tui/term/clipboard.h"
#include "tui/term/completions.h"
#include "tui/widgets/history.h"
#include "tui/widgets/key_file.h"
#include "tui/widgets/screen_settings.h"

static char *file_in(const char *folder, const char *name, const char *text)
{
    char *path = mem_printf("%s/%s", folder, name);
    if (text)
        assert_true(file_replace(path, text, strlen(text), NULL));
    return path;
}

static void expect_file(const char *path, const char *text)
{
    size_t length;
    char *found = file_bytes(path, &length, NULL);
    assert_non_null(found);
    assert_string_equal(found, text);
    free(found);
}

static void offers(void **state)
{
    struct completions list = {0};
    (void)state;
    const char *const words[] = {"sort-by", "search", "sort", "sort", "zoom"};
    for (size_t i = 0; i < COUNT(words); i++)
        completions_add(&list, words[i]);
    completions_narrow(&list, "so");
    assert_int_equal(list.count, 2);
    assert_string_equal(list.words[0], "sort");
    assert_string_equal(list.words[1], "sort-by");
    char *common = completions_common(&list);
    assert_string_equal(common, "sort");
    free(common);
    completions_narrow(&list, "x");
    common = completions_common(&list);
    assert_string_equal(common, "");
    free(common);
    completions_free(&list);
}

static void some_offers_have_an_order(void **state)
{
    struct completions list = {0};
    (void)state;
    const char *const words[] = {"sum", "duration", "sum", "size", "sm__b", "sm__a", "duration"};
    for (size_t i = 0; i < COUNT(words); i++)
        completions_add(&list, words[i]);
    list.ordered = 4;
    completions_narrow(&list, "");
    const char *const all[] = {"sum", "duration", "size", "sm__a", "sm__b"};
    assert_int_equal(list.count, COUNT(all));
    for (size_t i = 0; i < COUNT(all); i++)
        assert_string_equal(list.words[i], all[i]);
    completions_narrow(&list, "s");
    assert_int_equal(list.count, 4);
    assert_int_equal(list.ordered, 2);
    assert_string_equal(list.words[0], "sum");
    assert_string_equal(list.words[1], "size");
    completions_free(&list);
}

static void a_history_is_kept(void **state)
{
    (void)state;
    char *folder = temp_folder_new();
    char *path = mem_printf("%s/new/one/history", folder);
    struct history history = {0};
    history_load(&history, path);
    assert_null(history_step(&history, -1, ""));
    history_add(&history, "layout rows");
    history_add(&history, "last");
    history_add(&history, "last");
    history_add(&history, "");
    history_free(&history);
    expect_file(path, "layout rows\nlast\n");
    history_load(&history, path);
    assert_string_equal(history_step(&history, -1, ""), "last");
    assert_string_equal(history_step(&history, -1, ""), "layout rows");
    assert_null(history_step(&history, -1, ""));
    assert_string_equal(history_step(&history, 1, ""), "last");
    assert_string_equal(history_step(&history, 1, ""), "");
    assert_null(history_step(&history, 1, ""));
    assert_string_equal(history_step(&history, -1, "lay"), "layout rows");
    history_rewind(&history);
    assert_null(history_step(&history, -1, "none"));
    history_free(&history);
    free(path);
    temp_folder_free(folder);
}

static void a_long_history_is_cut(void **state)
{
    (void)state;
    char *folder = temp_folder_new();
    struct strbuf text = {0};
    for (int i = 0; i < 2 * HISTORY_MOST + 1; i++)
        strbuf_addf(&text, "line %d\n", i);
    char *path = file_in(folder, "history", text.data);
    struct history history = {0};
    history_load(&history, path);
    assert_int_equal(history.count, HISTORY_MOST);
    assert_string_equal(history.lines[0], "line 501");
    history_free(&history);
    history_load(&history, path);
    assert_int_equal(history.count, HISTORY_MOST);
    assert_string_equal(history_step(&history, -1, ""), "line 1000");
    history_free(&history);
    strbuf_free(&text);
    free(path);
    temp_folder_free(folder);
}

static void keys_are_bound(void **state)
{
    struct key_file keys = {0};
    struct error error;
    (void)state;
    assert_true(key_file_parse(&keys, "keys",
                               "# mine\n\n  bind F5 layout rows\r\nbind x  quit\nbind x fold\n"
                               "bind s nothing\nbind Space open",
                               &error));
    assert_int_equal(keys.count, 5);
    assert_string_equal(key_file_find(&keys, KEY_F(5), VIEW_LIST)->command, "layout rows");
    assert_null(key_file_find(&keys, KEY_F(6), VIEW_LIST));
    /* The later line, where its action works; else the one before. */
    assert_int_equal(key_file_find(&keys, 'x', VIEW_DETAILS)->row->action, DO_FOLD);
    assert_int_equal(key_file_find(&keys, 'x', VIEW_LIST)->row->action, DO_QUIT);
    assert_null(key_file_find(&keys, 's', VIEW_SUMMARY)->row);
    assert_null(key_file_find(&keys, ' ', VIEW_DETAILS));
    struct strbuf shown = {0};
    key_file_keys_of(&shown, &keys, keys_row_of(DO_QUIT), VIEW_LIST);
    assert_string_equal(shown.data, "x q Q");
    strbuf_clear(&shown);
    key_file_keys_of(&shown, &keys, keys_row_of(DO_QUIT), VIEW_DETAILS);
    assert_string_equal(shown.data, "Q");
    strbuf_clear(&shown);
    key_file_keys_of(&shown, &keys, keys_row_of(DO_SORT), VIEW_LIST);
    assert_string_equal(shown.data, "");
    strbuf_free(&shown);
    key_file_free(&keys);
}

static void expect_key_error(const char *text, const char *expected)
{
    struct key_file keys = {0};
    struct error error;
    assert_false(key_file_parse(&keys, "keys", text, &error));
    assert_string_equal(error.text, expected);
    key_file_free(&keys);
}

static void wrong_lines_are_told(void **state)
{
    (void)state;
    expect_key_error("\nbind x qiut\nbind y zzzzzz\n",
                     "keys:2: no action is called \"qiut\"; nearest is \"quit\"");
    expect_key_error("bind Enterr quit", "keys:1: no key is called \"Enterr\"");
    expect_key_error("bind ^C quit", "keys:1: the terminal ends or stops programs with \"^C\"");
    expect_key_error("bind ^z quit", "keys:1: the terminal ends or stops programs with \"^z\"");
    expect_key_error("bind F13 quit", "keys:1: no key is called \"F13\"");
    expect_key_error("bind 1-9 quit", "keys:1: no key is called \"1-9\"");
    expect_key_error("bind x", "keys:1: no action is called \"\"");
    expect_key_error("bind", "keys:1: no key is called \"\"");
    expect_key_error("map x quit", "keys:1: a line is \"bind KEY COMMAND\", not \"map x quit\"");
}

static void every_action_has_a_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < key_row_count; i++) {
        struct strbuf name = {0};
        keys_name(&name, &key_rows[i]);
        assert_ptr_equal(keys_row(name.data, name.length), &key_rows[i]);
        assert_null(keys_row(name.data, name.length - 1) == &key_rows[i] ? name.data : NULL);
        strbuf_free(&name);
    }
    assert_null(keys_row("NEXT", 4));
    assert_null(keys_row("", 0));
}

static void settings_keep_what_is_not_theirs(void **state)
{
    (void)state;
    char *folder = temp_folder_new();
    char *path = file_in(folder, "config.yaml",
                         "# \xc3\xa4\nother: 1 # \xc3\xa4\ntheme: \"l\xc3\xb6\" # why\nsort:\n");
    struct screen_settings settings = {0};
    struct error error;
    assert_false(screen_settings_load(&settings, path, &error));
    assert_non_null(strstr(error.text, "config.yaml:2: no setting is called \"other\""));
    assert_string_equal(screen_settings_get(&settings, SETTING_THEME), "l\xc3\xb6");
    assert_int_equal(settings.lines[SETTING_THEME], 3);
    screen_settings_set(&settings, SETTING_THEME, "it's");
    screen_settings_set(&settings, SETTING_SORT, "duration");
    screen_settings_set(&settings, SETTING_LAYOUT, "rows");
    assert_true(screen_settings_save(&settings, &error));
    expect_file(path, "# \xc3\xa4\nother: 1 # \xc3\xa4\ntheme: 'it''s' # why\nsort: duration\n"
                      "layout: rows\n");
    screen_settings_free(&settings);
    assert_false(screen_settings_load(&settings, path, &error));
    assert_string_equal(screen_settings_get(&settings, SETTING_THEME), "it's");
    assert_string_equal(screen_settings_get(&settings, SETTING_SORT), "duration");
    screen_settings_free(&settings);
    free(path);
    temp_folder_free(folder);
}

static void settings_of_another_run_stay(void **state)
{
    (void)state;
    char *folder = temp_folder_new(), *path = file_in(folder, "config.yaml", "theme: dark");
    struct screen_settings settings = {0};
    struct error error;
    assert_true(screen_settings_load(&settings, path, &error));
    free(file_in(folder, "config.yaml", "theme: light\nsort: kernel"));
    screen_settings_set(&settings, SETTING_MOUSE, "off");
    assert_true(screen_settings_save(&settings, &error));
    expect_file(path, "theme: light\nsort: kernel\nmouse: off\n");
    screen_settings_free(&settings);
    free(path);
    temp_folder_free(folder);
}

static void broken_settings_are_left_alone(void **state)
{
    static const char *const texts[] = {"theme: [", "- a",  "{theme: dark}",
                                        "\tx",      "word", "a: &x *y"};
    (void)state;
    char *folder = temp_folder_new();
    for (size_t i = 0; i < COUNT(texts); i++) {
        char *path = file_in(folder, "config.yaml", texts[i]);
        struct screen_settings settings = {0};
        struct error error = {""};
        assert_false(screen_settings_load(&settings, path, &error));
        assert_true(*error.text);
        screen_settings_set(&settings, SETTING_THEME, "dark");
        assert_true(screen_settings_save(&settings, &error));
        expect_file(path, texts[i]);
        screen_settings_free(&settings);
        free(path);
    }
    temp_folder_free(folder);
}

/* What would not be read again is not written: the file would be broken, or another setting. */
static void settings_that_do_not_fit_are_not_written(void **state)
{
    static const char *const texts[] = {"  theme: light\n", "theme: light\n...\n",
                                        "theme: &a light\nsort: *a\n", "!\n\n]"};
    (void)state;
    char *folder = temp_folder_new();
    for (size_t i = 0; i < COUNT(texts); i++) {
        char *path = file_in(folder, "config.yaml", texts[i]);
        struct screen_settings settings = {0};
        struct error error = {""};
        assert_true(screen_settings_load(&settings, path, &error));
        screen_settings_set(&settings, i == 2 ? SETTING_THEME : SETTING_LAYOUT, "rows");
        assert_false(screen_settings_save(&settings, &error));
        assert_non_null(strstr(error.text, "does not fit into the file"));
        expect_file(path, texts[i]);
        screen_settings_free(&settings);
        free(path);
    }
    temp_folder_free(folder);
}

static void files_are_replaced_whole(void **state)
{
    struct stat info;
    struct error error;
    (void)state;
    char *folder = temp_folder_new(), *path = file_in(folder, "a", "old");
    char *link = mem_printf("%s/link", folder), *missing = mem_printf("%s/a/b", folder);
    assert_int_equal(chmod(path, 0640), 0);
    assert_int_equal(symlink(path, link), 0);
    assert_true(file_replace(link, "new", 3, &error));
    expect_file(path, "new");
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_false(file_replace(missing, "x", 1, &error));
    assert_non_null(strstr(error.text, "cannot be written"));
    assert_false(file_append(missing, "x", 1, &error));
    free(missing);
    free(link);
    free(path);
    temp_folder_free(folder);
}

static void expect_target(const char *link, const char *target)
{
    char *found = file_replaced(link);
    assert_string_equal(found, target);
    free(found);
}

static void links_lead_to_the_file_that_is_replaced(void **state)
{
    struct error error;
    (void)state;
    char *folder = temp_folder_new(), *to = mem_printf("%s/to", folder);
    char *first = mem_printf("%s/first", folder), *second = mem_printf("%s/second", folder);
    char *circle = mem_printf("%s/circle", folder);
    assert_int_equal(symlink("second", first), 0);
    assert_int_equal(symlink(to, second), 0);
    assert_int_equal(symlink("circle", circle), 0);
    expect_target(to, to);
    expect_target(first, to);
    expect_target("no-such-file", "no-such-file");
    expect_target(circle, circle);
    assert_true(file_replace(first, "new", 3, &error));
    expect_file(to, "new");
    expect_target(first, to);
    free(circle);
    free(second);
    free(first);
    free(to);
    temp_folder_free(folder);
}

/* proc(5): fs.protected_symlinks. */
static bool links_of_others_are_guarded(void)
{
    FILE *file = fopen("/proc/sys/fs/protected_symlinks", "r");
    bool on = file && fgetc(file) == '1';
    if (file)
        fclose(file);
    return on;
}

static void links_that_others_leave_in_a_shared_folder_are_not_followed(void **state)
{
    (void)state;
    char *folder = temp_folder_new(), *to = mem_printf("%s/to", folder);
    char *shared = mem_printf("%s/shared", folder), *link = mem_printf("%s/link", shared);
    assert_int_equal(mkdir(shared, 0700), 0);
    assert_int_equal(chmod(shared, 01777), 0);
    assert_int_equal(symlink(to, link), 0);
    expect_target(link, to);
    const bool other = links_of_others_are_guarded() && lchown(link, 65534, 65534) == 0;
    if (other)
        expect_target(link, link);
    unlink(link);
    free(link);
    free(shared);
    free(to);
    temp_folder_free(folder);
    if (!other) {
        print_message("only root gives links away, and fs.protected_symlinks has to be on\n");
        skip();
    }
}

static void expect_sent(const char *text, const char *base64)
{
    struct strbuf out = {0}, expected = {0};
    assert_true(clipboard_sequence(&out, "xterm", text, strlen(text), NULL));
    strbuf_addf(&expected, "\033]52;c;%s\a", base64);
    assert_string_equal(out.data, expected.data);
    strbuf_free(&out);
    strbuf_free(&expected);
}

static void the_clipboard_gets_base64(void **state)
{
    struct strbuf out = {0};
    struct error error;
    (void)state;
    expect_sent("f", "Zg==");
    expect_sent("fo", "Zm8=");
    expect_sent("foo", "Zm9v");
    expect_sent("foob\n", "Zm9vYgo=");
    expect_sent("\xc3\xa4\xff", "w6T/");
    assert_false(clipboard_sequence(&out, "linux", "x", 1, &error));
    assert_false(clipboard_sequence(&out, "vt100", "x", 1, &error));
    char *much = mem_alloc(CLIPBOARD_MOST + 1);
    assert_false(clipboard_sequence(&out, "xterm", much, CLIPBOARD_MOST + 1, &error));
    assert_int_equal(out.length, 0);
    free(much);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers),
        cmocka_unit_test(some_offers_have_an_order),
        cmocka_unit_test(a_history_is_kept),
        cmocka_unit_test(a_long_history_is_cut),
        cmocka_unit_test(keys_are_bound),
        cmocka_unit_test(wrong_lines_are_told),
        cmocka_unit_test(every_action_has_a_name),
        cmocka_unit_test(settings_keep_what_is_not_theirs),
        cmocka_unit_test(settings_of_another_run_stay),
        cmocka_unit_test(broken_settings_are_left_alone),
        cmocka_unit_test(settings_that_do_not_fit_are_not_written),
        cmocka_unit_test(files_are_replaced_whole),
        cmocka_unit_test(links_lead_to_the_file_that_is_replaced),
        cmocka_unit_test(links_that_others_leave_in_a_shared_folder_are_not_followed),
        cmocka_unit_test(the_clipboard_gets_base64),
    };
    return cmocka_run_group_tests_name("typed", tests, NULL, NULL);
}
