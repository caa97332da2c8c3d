#include "report/content/what_if.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "build_report.h"

/* A launch on a chip of the table, as a report would tell it. */
static struct what_if on_chip(unsigned arch, unsigned block, unsigned registers, unsigned dynamic,
                              unsigned config)
{
    struct what_if what = {.grid = 1000, .achieved = NAN};
    assert_true(occupancy_device_of_arch(arch, &what.own));
    what.launch[WHAT_IF_BLOCK] = block;
    what.launch[WHAT_IF_REGISTERS] = registers;
    what.launch[WHAT_IF_DYNAMIC] = dynamic;
    what.launch[WHAT_IF_CONFIG] = config << 10;
    what.launch[WHAT_IF_SMS] = 100;
    what.launch[WHAT_IF_CHIP] = arch;
    what_if_reset(&what);
    return what;
}

/* Worked out by hand from the limits of each capability. */
static void known_chips(void **state)
{
    (void)state;
    static const struct {
        unsigned arch, block, registers, dynamic, config; /* bytes, KiB */
        unsigned by[WHAT_IF_LIMITS], active_warps;
        double percent;
    } cases[] = {
        {75, 256, 64, 0, 32, {4, 4, 16, 16, 16}, 32, 100},
        {75, 128, 40, 8192, 64, {8, 12, 8, 16, 16}, 32, 100},
        {80, 256, 40, 0, 32, {8, 6, 32, 32, 32}, 48, 75},
        {86, 256, 40, 0, 32, {6, 6, 32, 16, 16}, 48, 100},
        {86, 32, 32, 0, 100, {48, 64, 100, 16, 16}, 16, 100.0 / 3},
        {89, 1024, 32, 0, 16, {1, 2, 16, 24, 24}, 32, 200.0 / 3},
        {90, 64, 34, 0, 32, {32, 24, 32, 32, 32}, 48, 75},
        {100, 512, 32, 102400, 228, {4, 4, 2, 32, 32}, 32, 50},
        {120, 128, 32, 49152, 100, {12, 16, 2, 24, 24}, 8, 100.0 / 6},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct what_if what = on_chip(cases[i].arch, cases[i].block, cases[i].registers,
                                      cases[i].dynamic, cases[i].config);
        struct what_if_outcome out = what_if_outcome(&what);
        for (int j = 0; j < WHAT_IF_LIMITS; j++)
            if (out.by[j] != cases[i].by[j])
                fail_msg("case %zu: %u blocks by %s, not %u", i, out.by[j], what_if_limits[j],
                         cases[i].by[j]);
        assert_int_equal(out.limits.active_warps, cases[i].active_warps);
        assert_true(fabs(out.percent - cases[i].percent) < 1e-9);
        /* What holds it down is exactly what is least. */
        for (int j = 0; j < WHAT_IF_LIMITS; j++)
            assert_int_equal(out.least >> j & 1, out.by[j] == out.limits.active_blocks);
    }
}

static void refused(struct what_if *what, enum what_if_input input, unsigned value,
                    const char *expected)
{
    struct error error = {""};
    struct what_if before = *what;
    assert_false(what_if_set(what, input, value, &error));
    assert_string_equal(error.text, expected);
    assert_memory_equal(&before, what, sizeof before);
}

static void what_is_beyond_the_chip_is_refused(void **state)
{
    (void)state;
    struct what_if what = on_chip(89, 256, 32, 1024, 64);
    refused(&what, WHAT_IF_BLOCK, 1025, "at most 1024 threads of a block on 8.9, not 1025");
    refused(&what, WHAT_IF_BLOCK, 0, "at least 1 threads of a block, not 0");
    refused(&what, WHAT_IF_REGISTERS, 256, "at most 255 registers of a thread on 8.9, not 256");
    refused(&what, WHAT_IF_STATIC, 49153,
            "at most 49152 bytes of static shared memory of a block on 8.9, not 49153");
    assert_true(what_if_set(&what, WHAT_IF_STATIC, 49152, NULL));
    refused(&what, WHAT_IF_DYNAMIC, 52225,
            "at most 52224 bytes of shared memory of a block besides the static ones on 8.9, not "
            "52225");
    assert_true(what_if_set(&what, WHAT_IF_DYNAMIC, 52224, NULL));
    refused(&what, WHAT_IF_CONFIG, 132 << 10,
            "the shared memory of an SM can be 0, 8, 16, 32, 64, 100 KiB");
    refused(&what, WHAT_IF_CHIP, 88,
            "the known compute capabilities are 7.5, 8.0, 8.6, 8.7, 8.9, 9.0, 10.0, "
            "10.3, 11.0, 12.0, 12.1");
    refused(&what, WHAT_IF_BARRIERS, 2, "barriers: neither the chip nor the launch has any");
    refused(&what, WHAT_IF_SMS, 5000, "at most 4096 SMs, not 5000");
    assert_true(what_if_set(&what, WHAT_IF_CHIP, 90, NULL));
    refused(&what, WHAT_IF_BARRIERS, 17, "at most 16 barriers of a block on 9.0, not 17");
}

static void steps_are_those_of_what_is_given_out(void **state)
{
    (void)state;
    struct what_if what = on_chip(90, 200, 34, 1000, 32);
    unsigned at = 200;
    assert_true(what_if_next(&what, WHAT_IF_BLOCK, 1, &at) && at == 224);
    assert_true(what_if_next(&what, WHAT_IF_BLOCK, -1, &at) && at == 192);
    at = 1024;
    assert_false(what_if_next(&what, WHAT_IF_BLOCK, 1, &at));
    at = 32;
    assert_true(what_if_next(&what, WHAT_IF_BLOCK, -1, &at) && at == 1);
    assert_false(what_if_next(&what, WHAT_IF_BLOCK, -1, &at));
    at = 34;
    assert_true(what_if_next(&what, WHAT_IF_REGISTERS, -1, &at) && at == 32);
    at = 248;
    assert_true(what_if_next(&what, WHAT_IF_REGISTERS, 1, &at) && at == 255);
    /* With the static ones and the driver's they are whole units. */
    assert_true(what_if_set(&what, WHAT_IF_STATIC, 100, NULL));
    at = 1000;
    assert_true(what_if_next(&what, WHAT_IF_DYNAMIC, 1, &at) && (at + 100 + 1024) % 128 == 0);
    assert_int_equal(at, 1052);
    at = 28;
    assert_true(what_if_next(&what, WHAT_IF_DYNAMIC, -1, &at) && at == 0);
    at = 64 << 10;
    assert_true(what_if_next(&what, WHAT_IF_CONFIG, 1, &at) && at == 100 << 10);
    at = 90;
    assert_true(what_if_next(&what, WHAT_IF_CHIP, 1, &at) && at == 100);
    at = 75;
    assert_false(what_if_next(&what, WHAT_IF_CHIP, -1, &at));
}

/* Every step in reach can be set, and what lies between two of them changes nothing. */
static void nothing_happens_between_steps(void **state)
{
    (void)state;
    struct what_if what = on_chip(90, 256, 40, 5000, 100);
    static const enum what_if_input inputs[] = {WHAT_IF_REGISTERS, WHAT_IF_DYNAMIC};
    for (size_t i = 0; i < COUNT(inputs); i++) {
        unsigned from = what.now[inputs[i]], to = from;
        what_if_next(&what, inputs[i], 1, &from);
        for (to = from; what_if_next(&what, inputs[i], 1, &to); from = to) {
            assert_true(what_if_set(&what, inputs[i], to, NULL));
            double percent = what_if_outcome(&what).percent;
            for (unsigned value = from + 1; value <= to; value++)
                assert_true(what_if_percent(&what, inputs[i], value) == percent);
        }
    }
}

static void the_grid_keeps_its_threads(void **state)
{
    (void)state;
    struct what_if what = on_chip(90, 250, 32, 0, 32);
    assert_int_equal(what_if_outcome(&what).blocks, 1000);
    /* 250,000 threads */
    assert_true(what_if_set(&what, WHAT_IF_BLOCK, 256, NULL));
    struct what_if_outcome out = what_if_outcome(&what);
    assert_int_equal(out.blocks, 977);
    assert_true(fabs(out.waves - 977.0 / (100 * 8)) < 1e-12);
    what.launch[WHAT_IF_CLUSTER] = what.now[WHAT_IF_CLUSTER] = 4;
    assert_int_equal(what_if_outcome(&what).blocks, 980);
    what_if_reset(&what);
    assert_int_equal(what_if_outcome(&what).blocks, 1000);
    assert_true(what_if_is_launch(&what));
}

static void another_chip_takes_a_configuration_that_it_has(void **state)
{
    (void)state;
    struct what_if what = on_chip(90, 256, 32, 120000, 196);
    assert_true(what_if_set(&what, WHAT_IF_CHIP, 80, NULL));
    assert_int_equal(what.now[WHAT_IF_CONFIG], 164 << 10);
    assert_false(what_if_is_launch(&what));
    assert_true(what_if_set(&what, WHAT_IF_CHIP, 86, NULL));
    struct strbuf text = {0};
    what_if_obstacle(&what, &text);
    assert_string_equal(
        text.data, "a block would need 120000 bytes of shared memory, but it can have only 101376");
    assert_true(what_if_outcome(&what).percent == 0 && isnan(what_if_outcome(&what).waves));
    assert_true(what_if_set(&what, WHAT_IF_CHIP, 90, NULL));
    assert_int_equal(what.now[WHAT_IF_CONFIG], 196 << 10);
    assert_true(what_if_is_launch(&what));
    assert_true(what_if_set(&what, WHAT_IF_DYNAMIC, 0, NULL));
    assert_true(what_if_set(&what, WHAT_IF_BLOCK, 1024, NULL));
    assert_true(what_if_set(&what, WHAT_IF_REGISTERS, 72, NULL));
    strbuf_clear(&text);
    what_if_obstacle(&what, &text);
    assert_string_equal(text.data,
                        "the registers of an SM suffice for 28 warps, but a block has 32");
    strbuf_free(&text);
}

static void advice(const struct what_if *what, const char *expected)
{
    struct what_if_change list[WHAT_IF_INPUTS];
    size_t count = what_if_changes(what, list);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < list[i].inputs; j++)
            strbuf_addf(&text, "%s%s %u", j ? " and " : "", what_if_word(list[i].input[j]),
                        list[i].value[j]);
        strbuf_addf(&text, ": %.4g; ", list[i].percent);
    }
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void the_nearest_changes_are_found(void **state)
{
    (void)state;
    struct what_if what = on_chip(90, 256, 40, 0, 32);
    /* 6 blocks of 8 warps; 48 warps by registers in any case: 52 of them in blocks of 13. */
    advice(&what, "registers 32: 100; ");
    /* 8 of 13 warps would be 104: 3 blocks, not more. */
    what = on_chip(90, 416, 32, 0, 32);
    advice(&what, "block 384: 93.75; ");
    what = on_chip(90, 256, 32, 9216, 64);
    advice(&what, "block 288: 84.38; dynamic 8320: 87.5; config 102400: 100; ");
    what = on_chip(90, 256, 32, 0, 32);
    advice(&what, "");
    /* Either number alone does. */
    what = on_chip(80, 1024, 40, 0, 32);
    advice(&what, "block 768: 75; registers 32: 100; ");
    /* Registers and shared memory both hold 4 blocks: of two numbers the fewest steps. */
    what = on_chip(80, 256, 64, 24 << 10, 100);
    advice(&what, "block 288 and registers 56: 56.25; ");
}

/* Blocks of 256 threads: 5 of them have 48 registers a thread, 6 have 40, and 8 are all warps. */
static void bounds_are_those_that_the_compiler_needs(void **state)
{
    (void)state;
    static const struct {
        unsigned block, registers, dynamic;
        const char *bounds;
    } cases[] = {
        {256, 48, 0, ""},
        {256, 56, 0, ""},
        {256, 47, 0, ""},
        {256, 40, 0, "__launch_bounds__(256, 6)"},
        {256, 33, 0, "__launch_bounds__(256, 6)"},
        {256, 16, 0, "__launch_bounds__(256, 8)"},
        {32, 48, 0, ""},
        {32, 16, 0, ""},
        {1024, 32, 0, "__launch_bounds__(1024, 2)"},
        /* What shared memory allows does not tell the compiler how many registers there may be. */
        {256, 32, 100 << 10, "__launch_bounds__(256, 8)"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct what_if what = on_chip(90, 256, 48, 0, 228);
        struct strbuf text = {0};
        what.now[WHAT_IF_BLOCK] = cases[i].block;
        what.now[WHAT_IF_REGISTERS] = cases[i].registers;
        what.now[WHAT_IF_DYNAMIC] = cases[i].dynamic;
        what_if_bounds(&what, &text);
        if (strcmp(text.data, cases[i].bounds) != 0)
            fail_msg("case %zu: \"%s\"", i, text.data);
        strbuf_free(&text);
    }
}

static void numbers_are_read(void **state)
{
    (void)state;
    static const struct {
        enum what_if_input input;
        const char *text;
        unsigned value;
    } good[] = {{WHAT_IF_BLOCK, "128", 128},     {WHAT_IF_DYNAMIC, "48K", 48 << 10},
                {WHAT_IF_STATIC, "48k", 49152},  {WHAT_IF_CONFIG, "64", 65536},
                {WHAT_IF_CONFIG, "64K", 65536},  {WHAT_IF_CONFIG, "65536", 65536},
                {WHAT_IF_CHIP, "8.9", 89},       {WHAT_IF_CHIP, "89", 89},
                {WHAT_IF_CHIP, "12.0", 120},     {WHAT_IF_CHIP, "9", 90},
                {WHAT_IF_DYNAMIC, "1000", 1000}, {WHAT_IF_CONFIG, "0", 0}};
    static const struct {
        enum what_if_input input;
        const char *text;
    } bad[] = {{WHAT_IF_BLOCK, ""},      {WHAT_IF_BLOCK, "-1"},
               {WHAT_IF_BLOCK, "1K"},    {WHAT_IF_DYNAMIC, "1M"},
               {WHAT_IF_DYNAMIC, "x"},   {WHAT_IF_DYNAMIC, "99999999999999999999"},
               {WHAT_IF_CHIP, "8.95"},   {WHAT_IF_CHIP, "8."},
               {WHAT_IF_CHIP, "ampere"}, {WHAT_IF_BLOCK, "1 2"}};
    unsigned value;
    struct error error;
    for (size_t i = 0; i < COUNT(good); i++) {
        assert_true(what_if_read(good[i].input, good[i].text, &value, &error));
        assert_int_equal(value, good[i].value);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        if (what_if_read(bad[i].input, bad[i].text, &value, &error))
            fail_msg("\"%s\" was read as %u", bad[i].text, value);
    enum what_if_input input;
    for (int i = 0; i < WHAT_IF_INPUTS; i++) {
        const char *word = what_if_word((enum what_if_input)i);
        assert_true(what_if_input_named(word, strlen(word), &input));
        assert_int_equal(input, i);
    }
    assert_false(what_if_input_named("bloc", 4, &input));
}

/* At each launch's own numbers it comes to what the report has of them. */
static void a_report_says_the_same(void **state)
{
    (void)state;
    struct error error;
    struct report *report = report_open("tests/data/samples.ncu-rep", &error);
    assert_non_null(report);
    for (size_t i = 0; i < report_count(report); i++) {
        const struct result *result = report_result(report, i, &error);
        struct what_if what;
        assert_true(what_if_begin(&what, result, &error));
        struct what_if_outcome out = what_if_outcome(&what);
        const struct {
            const char *name;
            double ours;
        } values[] = {
            {"launch__occupancy_limit_warps", out.by[LIMIT_WARPS]},
            {"launch__occupancy_limit_registers", out.by[LIMIT_REGISTERS]},
            {"launch__occupancy_limit_shared_mem", out.by[LIMIT_SHARED]},
            {"launch__occupancy_limit_blocks", out.by[LIMIT_BLOCKS]},
            {"launch__occupancy_limit_barriers", out.by[LIMIT_BARRIERS]},
            {"sm__maximum_warps_per_active_cycle_pct", out.percent},
            {"launch__waves_per_multiprocessor", out.waves},
        };
        for (size_t j = 0; j < COUNT(values); j++) {
            double recorded;
            assert_true(result_number(result, values[j].name, &recorded));
            assert_true(fabs(recorded - values[j].ours) <= fabs(recorded) * 1e-12);
        }
        report_drop(report, i);
    }
    report_close(report);
}

static void what_is_no_launch_is_refused(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, KERNEL("f"));
    build_block(&build, "NumResults: 1");
    struct report *report = build_open(&build);
    struct error error;
    struct what_if what;
    assert_false(what_if_begin(&what, report_result(report, 0, &error), &error));
    assert_non_null(strstr(error.text, "LaunchStats"));
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_chips),
        cmocka_unit_test(what_is_beyond_the_chip_is_refused),
        cmocka_unit_test(steps_are_those_of_what_is_given_out),
        cmocka_unit_test(nothing_happens_between_steps),
        cmocka_unit_test(the_grid_keeps_its_threads),
        cmocka_unit_test(another_chip_takes_a_configuration_that_it_has),
        cmocka_unit_test(the_nearest_changes_are_found),
        cmocka_unit_test(bounds_are_those_that_the_compiler_needs),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(a_report_says_the_same),
        cmocka_unit_test(what_is_no_launch_is_refused),
    };
    return cmocka_run_group_tests_name("what_if", tests, NULL, NULL);
}
