/* Samples of simulated programs whose totals are known: over many seeds, 95 % of the intervals hold
 * the truth and are narrow, also for programs of one launch, of 100,000 equal ones, of two modes,
 * of a kernel that comes last, of work that grows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/sample/sample_plan.h"
#include "report/sample/sample_total.h"
#include "report/sample/strata.h"

enum { MOST_LAUNCHES = 100000, SEEDS = 300 };

/* What a launch does, and how long it took in the run that was traced. */
struct program {
    size_t count;
    uint32_t groups[MOST_LAUNCHES];
    double works[MOST_LAUNCHES], traced[MOST_LAUNCHES];
    double bytes[MOST_LAUNCHES];
};

static struct program program;
static uint64_t seed;

static double uniform(void)
{
    uint64_t x = seed += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)(x >> 11) / 9007199254740992.0;
}

static double normal(void)
{
    return sqrt(-2 * log(1 - uniform())) * cos(6.283185307179586 * uniform());
}

/* A time as one run measures it. */
static double noisy(double work)
{
    return work * fmax(0.2, 1 + 0.02 * normal());
}

static void launch(uint32_t group, double work, double bytes)
{
    const size_t i = program.count++;
    program.groups[i] = group;
    program.works[i] = work;
    program.traced[i] = noisy(work);
    program.bytes[i] = bytes;
}

/* --- programs ----------------------------------------------------------------------------------
 */

static void training(void)
{
    for (size_t step = 0; step < 40; step++)
        for (uint32_t kernel = 0; kernel < 30; kernel++)
            for (uint32_t layer = 0; layer < 1 + kernel % 4; layer++)
                launch(kernel, 1000 * (1 + kernel * kernel % 37), 4000 * (1 + kernel % 11));
}

static void two_modes(void)
{
    for (size_t i = 0; i < 4000; i++) {
        const bool slow = uniform() < 0.1;
        launch(0, slow ? 90000 : 10000, slow ? 5e6 : 1e5);
        launch(1, 20000, 2e5);
    }
}

static void one_at_the_end(void)
{
    for (size_t i = 0; i < 5000; i++)
        launch((uint32_t)(i % 5), 5000, 1e4);
    for (size_t i = 0; i < 40; i++)
        launch(9, 400000, 3e7);
}

static void growing(void)
{
    for (size_t step = 1; step <= 1500; step++) {
        launch(0, 2000 + 30 * (double)step, 512 * (double)step);
        launch(1, 8000, 1e5);
        launch(2, 3000 + 0.01 * (double)step * (double)step, 20 * (double)step * (double)step);
    }
}

/* Sizes without order, over two powers of ten, and 300 kernels of which most hardly matter. */
static void irregular(void)
{
    for (size_t i = 0; i < 6000; i++) {
        const uint32_t kernel = (uint32_t)(300 * pow(uniform(), 3));
        const double work = exp(7 + 2 * uniform() + kernel % 5);
        launch(kernel, work, 3 * work + 1000);
    }
}

static const struct scenario {
    const char *name;
    void (*make)(void);
    double widest; /* mean half width, as a share of the total */
    size_t most;   /* picks */
} scenarios[] = {{"training", training, 0.008, 2000},
                 {"two modes", two_modes, 0.008, 2000},
                 {"one at the end", one_at_the_end, 0.008, 2000},
                 {"growing", growing, 0.02, 2000},
                 {"irregular", irregular, 0.03, 2000},
                 {"irregular, few picks", irregular, 0.8, 60}};

/* --- the sample --------------------------------------------------------------------------------
 */

struct sampled {
    struct strata strata;
    struct sample_plan plan;
    struct sample_part *times, *bytes;
};

static void take(struct sampled *s, size_t most, double precision)
{
    const struct sample_limits limits = {.cover = 0.99, .precision = precision, .most = most};
    *s = (struct sampled){0};
    strata_make(&s->strata, program.groups, program.traced, program.count);
    sample_plan_make(&s->plan, &s->strata, &limits);
    s->times = mem_alloc((s->strata.count + 1) * sizeof *s->times);
    s->bytes = mem_alloc((s->strata.count + 1) * sizeof *s->bytes);
    for (size_t i = 0; i < s->strata.count; i++) {
        const struct stratum *of = &s->strata.list[i];
        s->times[i] = s->bytes[i] = (struct sample_part){
            (double)of->count, of->total, of->mean > 0 ? of->deviation / of->mean : 0, 0, 0, 0};
    }
    for (size_t i = 0; i < s->plan.count; i++) {
        const struct sample_pick pick = s->plan.picks[i];
        sample_part_add(&s->times[pick.stratum], noisy(program.works[pick.launch]));
        sample_part_add(&s->bytes[pick.stratum], noisy(program.bytes[pick.launch]));
    }
}

static struct sample_total total_of(const struct sampled *s, const struct sample_part *parts)
{
    return sample_total(parts, s->strata.count, sample_noise(parts, s->strata.count), 0);
}

static void done(struct sampled *s)
{
    strata_free(&s->strata);
    sample_plan_free(&s->plan);
    free(s->times);
    free(s->bytes);
}

/* What another complete run would measure. */
static double whole(const double *values)
{
    double sum = 0;
    for (size_t i = 0; i < program.count; i++)
        sum += noisy(values[i]);
    return sum;
}

static bool holds(struct sample_total total, double truth)
{
    return fabs(total.value - truth) <= total.half;
}

static void intervals_hold_the_truth(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        size_t held[2] = {0};
        double width[2] = {0};
        for (size_t run = 0; run < SEEDS; run++) {
            struct sampled s;
            seed = run * 7919 + i;
            program.count = 0;
            scenarios[i].make();
            take(&s, scenarios[i].most, 0.001);
            const struct sample_total time = total_of(&s, s.times), bytes = total_of(&s, s.bytes);
            const double truths[] = {whole(program.works), whole(program.bytes)};
            held[0] += holds(time, truths[0]);
            held[1] += holds(bytes, truths[1]);
            width[0] += time.half / truths[0] / SEEDS;
            width[1] += bytes.half / truths[1] / SEEDS;
            done(&s);
        }
        print_message("%s: %zu and %zu of %d hold, half widths %.4f and %.4f\n", scenarios[i].name,
                      held[0], held[1], SEEDS, width[0], width[1]);
        assert_true(held[0] >= SEEDS * 93 / 100);
        assert_true(held[1] >= SEEDS * 93 / 100);
        assert_true(width[0] < scenarios[i].widest);
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* --- strata ------------------------------------------------------------------------------------
 */

static void one_launch_is_one_pick(void **state)
{
    struct sampled s;
    (void)state;
    program.count = 0;
    launch(3, 5000, 100);
    take(&s, 100, 0.001);
    assert_int_equal(s.strata.count, 1);
    assert_int_equal(s.plan.count, 1);
    assert_int_equal(s.plan.first, 1);
    assert_true(total_of(&s, s.times).value > 0);
    done(&s);
}

static void no_launch_is_no_pick(void **state)
{
    struct sampled s;
    (void)state;
    program.count = 0;
    take(&s, 100, 0.001);
    assert_int_equal(s.plan.count, 0);
    assert_true(isnan(total_of(&s, s.times).value));
    done(&s);
}

static void equal_launches_need_few_picks(void **state)
{
    struct sampled s;
    (void)state;
    program.count = 0;
    for (size_t i = 0; i < MOST_LAUNCHES; i++)
        launch(0, 10000, 4096);
    for (size_t i = 0; i < MOST_LAUNCHES; i++)
        program.traced[i] = 10000;
    take(&s, 100000, 0.001);
    assert_int_equal(s.strata.count, 1);
    assert_true(s.plan.count >= 3 && s.plan.count <= 500);
    const struct sample_total total = total_of(&s, s.times);
    assert_true(fabs(total.value - 1e9) < 0.005e9);
    assert_true(total.half < 0.01e9);
    done(&s);
}

static void launches_without_time_are_no_trouble(void **state)
{
    struct sampled s;
    (void)state;
    program.count = 0;
    for (size_t i = 0; i < 100; i++)
        launch((uint32_t)(i % 3), 0, 10);
    take(&s, 10, 0.001);
    assert_true(s.plan.count <= 10);
    done(&s);
}

/* Each launch is in one stratum of its group, no launch is picked twice, and picks are of their
 * strata. */
static void strata_hold_each_launch_once(void **state)
{
    (void)state;
    for (size_t run = 0; run < 20; run++) {
        struct sampled s;
        size_t count = 0;
        seed = run;
        program.count = 0;
        scenarios[run % 5].make();
        take(&s, 3000, 0.0005);
        unsigned char *seen = mem_alloc(program.count + 1);
        for (size_t i = 0; i < s.strata.count; i++)
            for (size_t j = 0; j < s.strata.list[i].count; j++, count++) {
                const uint32_t number = s.strata.launches[s.strata.list[i].first + j];
                assert_int_equal(seen[number], 0);
                seen[number] = 1;
                assert_int_equal(program.groups[number], s.strata.list[i].group);
                assert_true(!j || number > s.strata.launches[s.strata.list[i].first + j - 1]);
            }
        assert_int_equal(count, program.count);
        for (size_t i = 0; i < s.plan.count; i++) {
            const struct sample_pick *pick = &s.plan.picks[i];
            const struct stratum *of = &s.strata.list[pick->stratum];
            assert_int_equal(seen[pick->launch], 1);
            seen[pick->launch] = 2;
            assert_non_null(bsearch(&pick->launch, s.strata.launches + of->first, of->count,
                                    sizeof pick->launch, compare_numbers));
        }
        free(seen);
        done(&s);
    }
}

static void two_modes_are_two_strata(void **state)
{
    struct sampled s;
    (void)state;
    seed = 5;
    program.count = 0;
    two_modes();
    take(&s, 1000, 0.001);
    for (size_t i = 0; i < s.strata.count; i++)
        assert_true(s.strata.list[i].deviation < 0.1 * s.strata.list[i].mean);
    assert_true(s.strata.count >= 3);
    done(&s);
}

/* The first picks cover 99 % of the time; if there is no time for more, they lie close together. */
static void first_picks_cover_the_time(void **state)
{
    struct sampled s;
    double covered = 0;
    uint32_t low = UINT32_MAX, high = 0;
    (void)state;
    seed = 9;
    program.count = 0;
    training();
    take(&s, 1000, 0.001);
    for (size_t i = 0; i < s.plan.first; i++) {
        const struct sample_pick *pick = &s.plan.picks[i];
        covered += s.strata.list[pick->stratum].total;
        low = pick->launch < low ? pick->launch : low;
        high = pick->launch > high ? pick->launch : high;
    }
    assert_true(covered >= 0.99 * s.strata.total);
    assert_true(high - low < 512);
    done(&s);
}

static void the_same_strata_have_the_same_picks(void **state)
{
    struct sampled a, b;
    (void)state;
    seed = 4;
    program.count = 0;
    irregular();
    take(&a, 500, 0.001);
    take(&b, 500, 0.001);
    assert_int_equal(a.plan.count, b.plan.count);
    assert_memory_equal(a.plan.picks, b.plan.picks, a.plan.count * sizeof *a.plan.picks);
    done(&a);
    done(&b);
}

/* What was never measured is told by what was, with a wide interval. */
static void the_rest_is_part_of_the_total(void **state)
{
    struct sample_part parts[] = {{100, 1000, 0.01, 0, 0, 0}, {50, 500, 0.01, 0, 0, 0}};
    (void)state;
    sample_part_add(&parts[0], 20);
    sample_part_add(&parts[0], 20);
    const struct sample_total without = sample_total(parts, 1, 0, 0);
    const struct sample_total with = sample_total(parts, 2, 0, 500);
    assert_true(fabs(without.value - 2000) < 1e-6);
    assert_true(fabs(with.value - 4000) < 1e-6);
    assert_true(with.half > 1000 && without.half < 100);
    assert_true(isnan(sample_total(parts + 1, 1, 0, 0).value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_hold_the_truth),
        cmocka_unit_test(one_launch_is_one_pick),
        cmocka_unit_test(no_launch_is_no_pick),
        cmocka_unit_test(equal_launches_need_few_picks),
        cmocka_unit_test(launches_without_time_are_no_trouble),
        cmocka_unit_test(strata_hold_each_launch_once),
        cmocka_unit_test(two_modes_are_two_strata),
        cmocka_unit_test(first_picks_cover_the_time),
        cmocka_unit_test(the_same_strata_have_the_same_picks),
        cmocka_unit_test(the_rest_is_part_of_the_total),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
