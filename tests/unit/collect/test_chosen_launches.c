/* The second run of --auto: launches are recognised, also where it differs from the first one; the
 * budget holds, and what it leaves out is what matters least. */
#include "collect/program/chosen_launches.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

enum { LAUNCHES = 6 };

/* Of kernel a the launches 0, 2 and 5, of kernel b launch 1, of a in another shape 0 and 3. */
static struct chosen_launch launches[LAUNCHES] = {{0, 0, 0, 100}, {2, 0, 4, 100}, {5, 1, 2, 900},
                                                  {1, 2, 1, 50},  {0, 3, 3, 10},  {3, 3, 5, 10}};
static struct chosen_group groups[] = {{4, 400, 0}, {2, 1800, 0}, {3, 150, 0}, {4, 40, 0}};
static struct chosen_kernel kernels[3];
static struct sample_choice choice;

static const uint32_t shape[7] = {4, 1, 1, 64, 1, 1, 0}, other[7] = {8, 1, 1, 64, 1, 1, 0};

static void begin(void)
{
    kernels[0] = (struct chosen_kernel){sample_choice_key("/bin/app", 0, "a", shape), 0, 3, 6};
    kernels[1] = (struct chosen_kernel){sample_choice_key("app", 0, "b", shape), 3, 1, 3};
    kernels[2] = (struct chosen_kernel){sample_choice_key("app", 0, "a", other), 4, 2, 4};
    choice = (struct sample_choice){.kernels = kernels,
                                    .kernel_count = 3,
                                    .launches = launches,
                                    .launch_count = LAUNCHES,
                                    .groups = groups,
                                    .group_count = 4,
                                    .run_time = 2390};
}

static void end(struct chosen_launches *chosen)
{
    chosen_launches_free(chosen);
    for (size_t i = 0; i < 3; i++)
        free(kernels[i].key);
}

static struct asked_launch asked;
static bool again; /* the last one that was asked about is like one that was measured */

static enum launch_verdict ask(struct chosen_launches *chosen, const char *mangled,
                               const uint32_t of[7])
{
    asked.executable = "/other/place/app";
    asked.process = 7;
    asked.mangled = mangled;
    memcpy(asked.shape, of, sizeof asked.shape);
    asked.number++;
    return chosen_launches_judge(chosen, &asked, &again);
}

static void launches_are_recognised_by_their_number(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){0};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 60);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_MEASURE);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_SKIP);
    assert_int_equal(ask(chosen, "c", shape), LAUNCH_NEVER);
    assert_int_equal(ask(chosen, "a", other), LAUNCH_MEASURE);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_MEASURE);
    assert_int_equal(ask(chosen, "b", shape), LAUNCH_SKIP);
    assert_int_equal(ask(chosen, "b", shape), LAUNCH_MEASURE);
    assert_int_equal(ask(chosen, "b", shape), LAUNCH_NEVER); /* nothing more of b was chosen */
    const uint32_t unknown[7] = {9, 1, 1, 64, 1, 1, 0};
    assert_int_equal(ask(chosen, "a", unknown), LAUNCH_SKIP); /* a has more to come */
    for (int i = 0; i < 2; i++)
        assert_int_equal(ask(chosen, "a", other), LAUNCH_SKIP);
    assert_int_equal(ask(chosen, "a", other), LAUNCH_MEASURE);
    for (int i = 0; i < 2; i++)
        assert_int_equal(ask(chosen, "a", shape), LAUNCH_SKIP);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_MEASURE);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_DONE);
    const struct chosen_outcome outcome = chosen_launches_outcome(chosen);
    assert_int_equal(outcome.measured, 6);
    assert_int_equal(outcome.late + outcome.missed, 0);
    assert_true(outcome.missed_time == 0);
    end(chosen);
}

/* The first launches of two groups of a, in two shapes, then the second ones. */
static void one_launch_of_each_group_is_looked_into(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){0};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 60);
    size_t seen[4] = {0};
    for (int i = 0; i < 40; i++) {
        const uint32_t *of = i % 2 ? other : shape;
        if (ask(chosen, "a", of) != LAUNCH_MEASURE) {
            assert_false(again);
            continue;
        }
        const struct chosen_launch *launch = chosen_launches_take(chosen, 7, asked.number);
        assert_int_equal(again, seen[launch->group] > 0);
        seen[launch->group]++;
    }
    assert_true(seen[launches[0].group] > 1);
    end(chosen);
}

static void results_find_what_they_stand_for(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){.number = 99};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 60);
    ask(chosen, "a", other);
    ask(chosen, "a", shape);
    assert_null(chosen_launches_take(chosen, 8, 100));
    const struct chosen_launch *launch = chosen_launches_take(chosen, 7, 101);
    assert_ptr_equal(launch, &launches[0]);
    assert_null(chosen_launches_take(chosen, 7, 101));
    assert_ptr_equal(chosen_launches_take(chosen, 7, 100), &launches[4]);
    end(chosen);
}

static void what_does_not_come_is_told(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){0};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 60);
    for (int i = 0; i < 4; i++)
        ask(chosen, "a", shape);
    const struct chosen_outcome outcome = chosen_launches_outcome(chosen);
    assert_int_equal(outcome.measured, 2);
    assert_int_equal(outcome.missed, 4);
    assert_true(outcome.missed_time == 1800 + 150 + 40);
    end(chosen);
}

/* The first 20 launches take 10 s, which is setting up the counters; the next 80 take 0.5 s each.
 * Then 1.7 s are enough for the three most important picks of five that are left (ranks 0, 1, 2),
 * and not for the others. */
static void the_budget_leaves_out_what_matters_least(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){.spent = 10, .measured = 20};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 51.7);
    assert_int_equal(ask(chosen, "a", other), LAUNCH_MEASURE); /* rank 3: there is much time yet */
    asked.spent = 50;
    asked.measured = 100;
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_MEASURE); /* rank 0 */
    asked.spent += 0.5;
    asked.measured++;
    ask(chosen, "a", shape);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_SKIP); /* rank 4: 1 and 2 come first */
    ask(chosen, "b", shape);
    assert_int_equal(ask(chosen, "b", shape), LAUNCH_MEASURE); /* rank 1 */
    asked.spent += 0.5;
    asked.measured++;
    for (int i = 0; i < 2; i++)
        ask(chosen, "a", shape);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_MEASURE); /* rank 2 */
    asked.spent += 0.5;
    asked.measured++;
    for (int i = 0; i < 2; i++)
        ask(chosen, "a", other);
    assert_int_equal(ask(chosen, "a", other), LAUNCH_SKIP); /* rank 5 */
    const struct chosen_outcome outcome = chosen_launches_outcome(chosen);
    assert_int_equal(outcome.measured, 4);
    assert_int_equal(outcome.late, 2);
    end(chosen);
}

/* Nothing is measured once the time is over, however important it is. */
static void the_budget_holds(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){.spent = 60, .measured = 100};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 60);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_SKIP);
    assert_int_equal(chosen_launches_outcome(chosen).late, 1);
    end(chosen);
}

/* Two launches of a kernel that takes a second, the most important ones, and 30 of one that takes
 * a microsecond. Whatever is measured costs 0.1 s beside its ten passes. */
enum { LONG = 2, SHORT = 30 };
static struct chosen_launch uneven[LONG + SHORT];
static struct sample_choice uneven_choice;

static struct chosen_launches *begin_uneven(double budget)
{
    static struct chosen_group group = {LONG + SHORT, 2e9, 0};
    for (size_t i = 0; i < LONG; i++)
        uneven[i] = (struct chosen_launch){i, 0, i, 1e9};
    for (size_t i = 0; i < SHORT; i++) /* what comes last matters most */
        uneven[LONG + i] = (struct chosen_launch){i, 0, LONG + SHORT - 1 - i, 1000};
    kernels[0] = (struct chosen_kernel){sample_choice_key("app", 0, "long", shape), 0, LONG, LONG};
    kernels[1] =
        (struct chosen_kernel){sample_choice_key("app", 0, "short", shape), LONG, SHORT, SHORT};
    uneven_choice = (struct sample_choice){.kernels = kernels,
                                           .kernel_count = 2,
                                           .launches = uneven,
                                           .launch_count = LONG + SHORT,
                                           .groups = &group,
                                           .group_count = 1};
    asked = (struct asked_launch){.passes = 10};
    return chosen_launches_new(&uneven_choice, budget);
}

static void end_uneven(struct chosen_launches *chosen)
{
    chosen_launches_free(chosen);
    free(kernels[0].key);
    free(kernels[1].key);
}

static enum launch_verdict ask_uneven(struct chosen_launches *chosen, bool is_long)
{
    const enum launch_verdict verdict = ask(chosen, is_long ? "long" : "short", shape);
    if (verdict == LAUNCH_MEASURE) {
        asked.spent += is_long ? 10.1 : 0.1;
        asked.measured++;
    }
    return verdict;
}

/* Time is kept for the long ones, and the second of them does not begin where it could not end. */
static void long_kernels_do_not_break_the_budget(void **state)
{
    (void)state;
    struct chosen_launches *chosen = begin_uneven(25);
    for (int i = 0; i < 20; i++)
        assert_int_equal(ask_uneven(chosen, false), LAUNCH_MEASURE);
    assert_int_equal(ask_uneven(chosen, true), LAUNCH_MEASURE);
    assert_int_equal(ask_uneven(chosen, true), LAUNCH_MEASURE);
    assert_true(asked.spent < 25);
    end_uneven(chosen);
    chosen = begin_uneven(15);
    assert_int_equal(ask_uneven(chosen, false), LAUNCH_SKIP); /* the long ones need 20 s */
    assert_int_equal(ask_uneven(chosen, true), LAUNCH_MEASURE);
    assert_int_equal(ask_uneven(chosen, true), LAUNCH_SKIP);
    assert_int_equal(ask_uneven(chosen, false), LAUNCH_MEASURE);
    assert_true(asked.spent < 15);
    end_uneven(chosen);
}

/* A long one that was measured makes the average high; that of the others is still 0.1 s. */
static void long_kernels_do_not_make_others_dear(void **state)
{
    (void)state;
    struct chosen_launches *chosen = begin_uneven(24.3);
    assert_int_equal(ask_uneven(chosen, true), LAUNCH_MEASURE);
    assert_int_equal(ask_uneven(chosen, true), LAUNCH_MEASURE);
    for (int i = 0; i < SHORT; i++)
        assert_int_equal(ask_uneven(chosen, false), LAUNCH_MEASURE);
    assert_true(asked.spent < 24.3);
    end_uneven(chosen);
}

/* The second process of the same name is another one than the first. */
static void processes_are_told_apart(void **state)
{
    (void)state;
    begin();
    asked = (struct asked_launch){0};
    struct chosen_launches *chosen = chosen_launches_new(&choice, 60);
    assert_int_equal(ask(chosen, "a", shape), LAUNCH_MEASURE);
    struct asked_launch second = asked;
    second.process = 8;
    assert_int_equal(chosen_launches_judge(chosen, &second, &again), LAUNCH_NEVER);
    second.process = 9;
    second.executable = "child";
    assert_int_equal(chosen_launches_judge(chosen, &second, &again), LAUNCH_NEVER);
    end(chosen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_are_recognised_by_their_number),
        cmocka_unit_test(one_launch_of_each_group_is_looked_into),
        cmocka_unit_test(results_find_what_they_stand_for),
        cmocka_unit_test(what_does_not_come_is_told),
        cmocka_unit_test(the_budget_leaves_out_what_matters_least),
        cmocka_unit_test(the_budget_holds),
        cmocka_unit_test(long_kernels_do_not_break_the_budget),
        cmocka_unit_test(long_kernels_do_not_make_others_dear),
        cmocka_unit_test(processes_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
