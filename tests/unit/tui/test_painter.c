#include "tui/term/painter.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"

static int utf8_locale(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

static struct painter measuring(int width)
{
    return (struct painter){.measure = true, .width = width};
}

static int height(const char *text, int width, int indent)
{
    struct painter p = measuring(width);
    painter_wrapped(&p, indent, ROLE_NORMAL, text);
    return p.line;
}

static void text_takes_its_columns_and_no_more_than_there_are(void **state)
{
    (void)state;
    for (int width = 0; width <= 40; width++)
        for (int column = 0; column <= 45; column++)
            for (int most = -1; most <= 30; most++) {
                struct painter p = measuring(width);
                int used =
                    painter_text(&p, column, most, ROLE_NORMAL, "gr\303\266\303\237er als 12");
                int room = most < width - column ? most : width - column;
                assert_int_equal(used, room < 0 ? 0 : room < 13 ? room : 13);
                assert_int_equal(p.line, 0);
            }
}

static void wrapped_text_takes_as_many_lines_as_it_needs(void **state)
{
    (void)state;
    assert_int_equal(height("", 40, 0), 0);
    assert_int_equal(height("one", 40, 0), 1);
    assert_int_equal(height("aaaaaaaaaa bbbbbbbbbb cccccccccc", 10, 0), 3);
    assert_int_equal(height("aaaaaaaaaa bbbbbbbbbb cccccccccc", 21, 0), 2);
    assert_int_equal(height("aaaaaaaaaa bbbbbbbbbb cccccccccc", 24, 3), 2);
    assert_int_equal(height("aaaaaaaaaa bbbbbbbbbb cccccccccc", 32, 0), 1);
    /* A word that is too long is cut. */
    assert_int_equal(height("aaaaaaaaaaaaaaaaaaaaaaaaa", 10, 0), 3);
    assert_int_equal(height("                         ", 10, 0), 1);
}

static void wrapping_ends_for_every_width(void **state)
{
    (void)state;
    static const char text[] = "The ratio of \344\270\255\346\226\207\344\270\255\346\226\207 "
                               "and averylongwordthatdoesnotfit   anywhere  \360\237\230\200 .";
    int before = 1000;
    for (int width = -5; width <= 100; width++) {
        int lines = height(text, width, 0);
        assert_true(lines > 0 && lines <= before + 1);
        before = lines;
    }
    assert_int_equal(height(text, 100, 0), 1);
}

/* Every word of a wrapped text is looked at, and so found. */
static void no_word_is_lost(void **state)
{
    (void)state;
    static const char text[] = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda";
    static const char *const words[] = {"alpha", "gamma", "epsilon", "theta", "kappa", "lambda"};
    for (int width = 10; width <= 70; width++)
        for (size_t i = 0; i < COUNT(words); i++) {
            struct painter p = measuring(width);
            p.search = words[i];
            painter_wrapped(&p, 0, ROLE_NORMAL, text);
            assert_true(p.matched);
        }
}

static void a_match_is_noted(void **state)
{
    (void)state;
    struct painter p = measuring(20);
    p.search = "NOT";
    painter_text(&p, 0, 20, ROLE_NORMAL, "nothing");
    assert_false(p.matched);
    p.search = "";
    painter_text(&p, 0, 20, ROLE_NORMAL, "nothing");
    assert_false(p.matched);
    p.search = "thing";
    painter_text(&p, 0, 20, ROLE_NORMAL, "nothing");
    assert_true(p.matched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_takes_its_columns_and_no_more_than_there_are),
        cmocka_unit_test(wrapped_text_takes_as_many_lines_as_it_needs),
        cmocka_unit_test(wrapping_ends_for_every_width),
        cmocka_unit_test(no_word_is_lost),
        cmocka_unit_test(a_match_is_noted),
    };
    return cmocka_run_group_tests_name("painter", tests, utf8_locale, NULL);
}
