/* Questions that a thread answers, one at a time, each once. */
#include "collect/cupti/pass_count.h"

#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"

static atomic_int made;

static void make(struct pass_count *count, char *const *words, size_t word_count, const char *chip)
{
    made++;
    usleep(20000);
    if (strcmp(chip, "none") == 0)
        error_set(&count->error, "no chip is called %s", chip);
    count->passes = (unsigned)word_count;
    count->metrics = strlen(words[0]);
}

static char *const words[] = {"four", "x", "y"};

static const struct pass_count *answer(struct pass_counter *counter, struct loop *loop,
                                       size_t count, const char *chip)
{
    const struct pass_count *known = NULL;
    for (int i = 0; i < 200 && !known; i++) {
        known = pass_counter_ask(counter, words, count, chip);
        if (!known)
            loop_step(loop, 50);
    }
    assert_non_null(known);
    return known;
}

static void each_question_is_answered_once(void **state)
{
    (void)state;
    struct loop *loop = loop_new();
    struct pass_counter *counter = pass_counter_new(loop, make);
    made = 0;
    assert_null(pass_counter_ask(counter, words, 3, "GH100"));
    assert_null(pass_counter_ask(counter, words, 3, "GH100"));
    /* The thread is busy: this one waits. */
    assert_null(pass_counter_ask(counter, words, 2, "GH100"));
    assert_int_equal(answer(counter, loop, 3, "GH100")->passes, 3);
    assert_int_equal(answer(counter, loop, 2, "GH100")->passes, 2);
    assert_int_equal(answer(counter, loop, 3, "GH100")->metrics, 4);
    assert_int_equal(made, 2);
    assert_string_equal(answer(counter, loop, 3, "GH100")->error.text, "");
    assert_string_equal(answer(counter, loop, 3, "none")->error.text, "no chip is called none");
    assert_int_equal(made, 3);
    pass_counter_free(counter);
    loop_free(loop);
}

static void one_that_is_worked_on_may_be_left(void **state)
{
    (void)state;
    struct loop *loop = loop_new();
    struct pass_counter *counter = pass_counter_new(loop, make);
    assert_null(pass_counter_ask(counter, words, 1, "GH100"));
    pass_counter_free(counter);
    pass_counter_free(NULL);
    loop_free(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_question_is_answered_once),
        cmocka_unit_test(one_that_is_worked_on_may_be_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
