/* What results are compared with: one of the list, those of a run before, those of another report.
 */
#include "tui/list/baselines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"
#include "tui/list/list_change.h"

enum { MOST_BYTES = 1 << 20 };

/* A launch of a kernel, with its number of blocks and its duration in ns. */
struct launch {
    const char *name;
    unsigned blocks, duration;
};

static void build_launches(struct build *build, const struct launch *launches, size_t count)
{
    build_begin(build, 7);
    for (size_t i = 0; i < count; i++) {
        const struct launch *l = &launches[i];
        char *text = mem_printf(
            "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '%s' "
            "KernelFunctionName: '%s' KernelDemangledName: '%s(int *, float)' "
            "WorkDimensions: 3 GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: %u Y: 1 Z: 1 } "
            "BlockSize { X: 32 Y: 1 Z: 1 } Source {} " METRIC("0", "DoubleValue: %u"),
            l->name, l->name, l->name, l->blocks, l->duration);
        build_entry(build, &rep__profile_result__descriptor, text);
        free(text);
    }
    char *header = mem_printf("NumResults: %zu Process { ProcessID: 1 } "
                              "StringTable { Strings: 'gpu__time_duration.sum' }",
                              count);
    build_block(build, header);
    free(header);
}

static const struct launch here[] = {
    {"copy", 8, 1000000}, {"copy", 16, 2000000}, {"sort", 8, 3000000},
    {"copy", 8, 1000000}, {"fill", 4, 500000},
};
enum { HERE = sizeof here / sizeof *here };

struct fixture {
    struct build build, more;
    struct report *report;
    struct result_cache *cache;
    struct baselines baselines;
    char *folder, *path;
};

static int open_fixture(void **state)
{
    struct fixture *f = mem_alloc(sizeof *f);
    use_locale("C.UTF-8");
    build_launches(&f->build, here, HERE);
    f->report = build_open(&f->build);
    f->cache = result_cache_new(f->report, MOST_BYTES);
    f->folder = temp_folder_new();
    baselines_init(&f->baselines, f->report, f->cache);
    *state = f;
    return 0;
}

static int close_fixture(void **state)
{
    struct fixture *f = *state;
    baselines_free(&f->baselines);
    result_cache_free(f->cache);
    report_close(f->report);
    build_free(&f->build);
    build_free(&f->more);
    int left = temp_folder_free(f->folder);
    free(f->path);
    free(f);
    return left;
}

/* Another report as a file. */
static const char *write_report(struct fixture *f, const struct launch *launches, size_t count)
{
    build_launches(&f->more, launches, count);
    f->path = mem_printf("%s/before.ncu-rep", f->folder);
    FILE *file = fopen(f->path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(f->more.file.data, 1, f->more.file.length, file), f->more.file.length);
    assert_int_equal(fclose(file), 0);
    return f->path;
}

static void name_is(const struct baseline_partner *partner, const char *expected)
{
    struct strbuf name = {0};
    strbuf_adds(&name, "");
    baselines_name(partner, &name);
    assert_string_equal(name.data, expected);
    strbuf_free(&name);
}

static void one_of_the_list_is_for_all(void **state)
{
    struct fixture *f = *state;
    struct baselines *b = &f->baselines;
    assert_null(baselines_partner(b, 0).baseline);
    assert_true(baselines_toggle(b, 2));
    for (size_t i = 0; i < HERE; i++) {
        struct baseline_partner partner = baselines_partner(b, i);
        assert_int_equal(partner.itself, i == 2);
        assert_int_equal(partner.index, i == 2 ? NO_LAUNCH : 2);
        name_is(&partner, "2 sort");
    }
    assert_int_equal(baselines_number(b, 2), 1);
    assert_int_equal(baselines_number(b, 1), 0);
    assert_false(baselines_toggle(b, 2));
    assert_int_equal(b->count, 0);
    assert_null(baselines_partner(b, 0).baseline);
}

static void several_are_numbered_and_one_is_current(void **state)
{
    struct fixture *f = *state;
    struct baselines *b = &f->baselines;
    baselines_toggle(b, 0);
    baselines_toggle(b, 3);
    baselines_toggle(b, 4);
    assert_int_equal(baselines_number(b, 4), 3);
    assert_int_equal(baselines_partner(b, 1).index, 4);
    baselines_step(b, 1);
    assert_int_equal(baselines_partner(b, 1).index, 0);
    baselines_step(b, -1);
    baselines_step(b, -1);
    assert_int_equal(baselines_partner(b, 1).index, 3);
    assert_int_equal(baselines_partner(b, 1).number, 2);
    /* One before the current one goes: that stays the current one. */
    baselines_toggle(b, 0);
    assert_int_equal(baselines_partner(b, 1).index, 3);
    assert_int_equal(baselines_partner(b, 1).number, 1);
    /* And so it goes itself. */
    baselines_toggle(b, 3);
    assert_int_equal(baselines_partner(b, 1).index, 4);
    baselines_clear(b);
    assert_int_equal(b->count, 0);
    baselines_step(b, 1);
}

static void what_is_held_is_let_go(void **state)
{
    struct fixture *f = *state;
    struct baselines *b = &f->baselines;
    struct error error;
    baselines_toggle(b, 2);
    struct baseline_partner partner = baselines_partner(b, 0);
    struct result *result = baselines_hold(b, &partner, &error);
    assert_non_null(result);
    assert_int_equal(result->index, 2);
    /* Held: it stays when all others go. */
    result_cache_clear(f->cache);
    assert_true(result_cache_has(f->cache, 2));
    assert_ptr_equal(baselines_hold(b, &partner, &error), result);
    baselines_let_go(b);
    result_cache_clear(f->cache);
    assert_false(result_cache_has(f->cache, 2));
    /* Removed while it is held. */
    baselines_hold(b, &partner, &error);
    baselines_toggle(b, 2);
    result_cache_clear(f->cache);
    assert_false(result_cache_has(f->cache, 2));
    /* No partner is no error. */
    partner = baselines_partner(b, 0);
    assert_null(baselines_hold(b, &partner, &error));
    assert_string_equal(error.text, "");
}

static void another_report_has_a_partner_for_each(void **state)
{
    static const struct launch before[] = {
        {"init", 1, 1},       {"copy", 8, 2000000}, {"copy", 16, 2000000},
        {"sort", 99, 600000}, {"copy", 8, 1010000},
    };
    struct fixture *f = *state;
    struct baselines *b = &f->baselines;
    struct error error;
    const char *path = write_report(f, before, sizeof before / sizeof *before);
    assert_true(baselines_open(b, path, &error));
    /* By kernel and shape; the sort had another shape; nothing was filled. */
    static const size_t expected[HERE] = {1, 2, 3, 4, NO_LAUNCH};
    for (size_t i = 0; i < HERE; i++)
        assert_int_equal(baselines_partner(b, i).index, expected[i]);
    assert_int_equal(baselines_paired(b, &b->items[0]), 4);
    struct baseline_partner partner = baselines_partner(b, 2);
    name_is(&partner, "before.ncu-rep: 3 sort");
    partner.index = NO_LAUNCH;
    name_is(&partner, "before.ncu-rep");
    /* What the list says. */
    static const char *const texts[HERE] = {"-50.0 %", "=", "×5.00", "~", ""};
    static const enum change_verdict verdicts[HERE] = {CHANGE_BETTER, CHANGE_EQUAL, CHANGE_OTHER,
                                                       CHANGE_NOISE, CHANGE_ABSENT};
    for (size_t i = 0; i < HERE; i++) {
        struct value_change change = list_change_of(b, i, LIST_OF_DURATION);
        assert_string_equal(change.text, texts[i]);
        assert_int_equal(change.verdict, verdicts[i]);
        assert_int_equal(list_change_of(b, i, LIST_OF_OCCUPANCY).verdict, CHANGE_ABSENT);
    }
    b->off = true;
    assert_string_equal(list_change_of(b, 0, LIST_OF_DURATION).text, "");
    /* Its results are in its own cache, and go with it. */
    partner = baselines_partner(b, 0);
    struct result *result = baselines_hold(b, &partner, &error);
    double duration = 0;
    assert_true(result_number(result, "gpu__time_duration.sum", &duration));
    assert_true(duration == 2000000);
    assert_false(result_cache_has(f->cache, 1));
    assert_true(result_cache_has(b->items[0].cache, 1));
    baselines_release(b);
    assert_int_equal(result_cache_bytes(b->items[0].cache), 0);
}

static void what_is_no_report_changes_nothing(void **state)
{
    struct fixture *f = *state;
    struct error error;
    temp_folder_put(f->folder, "no.ncu-rep", "no report");
    char *path = mem_printf("%s/no.ncu-rep", f->folder);
    assert_false(baselines_open(&f->baselines, path, &error));
    assert_true(*error.text);
    assert_false(baselines_open(&f->baselines, "/nowhere/at.all", &error));
    assert_int_equal(f->baselines.count, 0);
    free(path);
}

/* As after a rerun: the first three were measured before the last two. */
static void a_run_before_in_the_same_list(void **state)
{
    struct fixture *f = *state;
    struct baselines *b = &f->baselines;
    baselines_begin_run(b, 3);
    assert_int_equal(baselines_partner(b, 3).index, 0);
    assert_int_equal(baselines_partner(b, 4).index, NO_LAUNCH);
    assert_int_equal(baselines_partner(b, 0).index, NO_LAUNCH);
    assert_false(baselines_partner(b, 0).itself);
    assert_int_equal(baselines_paired(b, &b->items[0]), 1);
    /* Beside one that was chosen it becomes the current one again. */
    baselines_toggle(b, 2);
    assert_int_equal(baselines_partner(b, 3).index, 2);
    baselines_begin_run(b, 3);
    assert_int_equal(baselines_partner(b, 3).index, 0);
    assert_int_equal(b->count, 2);
}

static void add_results(struct report *live, struct report *source, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const struct entry *entry = report_entry(source, i);
        uint8_t *bytes = mem_alloc(entry->length);
        memcpy(bytes, entry->data, entry->length);
        report_add_result(live, ENTRY_KERNEL, bytes, entry->length, report_process(source, 0, 0));
    }
}

enum { MANY = 500 };

/* MANY results in a file. They stand in another order than in the list, which has one less. */
struct many {
    struct launch before[MANY], after[MANY];
    struct build build;
    struct report *source, *list;
    struct result_cache *cache;
    struct baselines baselines;
    const char *path;
};

static void many_begin(struct many *many, struct fixture *f)
{
    for (unsigned i = 0; i < MANY; i++)
        many->before[i] = (struct launch){i % 3 ? "copy" : "sort", 1 + i % 7, 100};
    for (unsigned i = 0; i < MANY; i++)
        many->after[i] = many->before[(i + 2) % MANY];
    many->build = (struct build){0};
    build_launches(&many->build, many->after, MANY);
    many->source = build_open(&many->build);
    many->list = report_new("live");
    many->cache = result_cache_new(many->list, MOST_BYTES);
    many->path = write_report(f, many->before, MANY);
    report_intern(many->list, "gpu__time_duration.sum");
    add_results(many->list, many->source, 0, MANY - 1);
    baselines_init(&many->baselines, many->list, many->cache);
    assert_false(baselines_works(&many->baselines));
}

static void many_end(struct many *many)
{
    baselines_free(&many->baselines);
    result_cache_free(many->cache);
    report_close(many->list);
    report_close(many->source);
    build_free(&many->build);
}

static size_t *wanted_partners(const struct many *many)
{
    struct error error;
    struct report *report = report_open(many->path, &error);
    assert_non_null(report);
    struct result_range before = {report, 0, MANY}, after = {many->list, 0, MANY - 1};
    struct report_pairing *pairing = report_pairing_new(&before, &after);
    while (!report_pairing_step(pairing))
        continue;
    size_t *wanted = report_pairing_partners(pairing);
    report_pairing_free(pairing);
    report_close(report);
    return wanted;
}

/* Of many, the report is opened and partners are found step by step, and then are what they are at
 * once. */
static void partners_of_many_are_found_in_steps(void **state)
{
    struct error error;
    struct many many;
    struct baselines *b = &many.baselines;
    many_begin(&many, *state);
    assert_false(baselines_pending(b));
    assert_true(baselines_open(b, many.path, &error));
    size_t *wanted = wanted_partners(&many), steps[2] = {0};
    int percent = 0;
    while (baselines_pending(b)) {
        assert_true(baselines_partner(b, 0).pending);
        assert_int_equal(baselines_partner(b, 0).index, NO_LAUNCH);
        name_is(&(struct baseline_partner){&b->items[0], 1, NO_LAUNCH, false}, "before.ncu-rep");
        assert_int_equal(report_count(b->items[0].report), b->items[0].opens ? 0 : MANY);
        /* Of opening, then of looking at results. */
        if (!b->items[0].opens && !steps[1])
            percent = 0;
        assert_in_range(baselines_percent(b), percent, 100);
        percent = baselines_percent(b);
        steps[!b->items[0].opens]++;
        baselines_work(b);
    }
    assert_int_equal(percent, 100);
    assert_true(steps[0] >= 100);
    assert_true(steps[1] > 2 * MANY);
    assert_false(baselines_works(b));
    for (size_t i = 0; i < MANY - 1; i++) {
        assert_false(baselines_partner(b, i).pending);
        assert_int_equal(baselines_partner(b, i).index, wanted[i]);
    }
    free(wanted);
    /* One more is nothing to wait for. */
    add_results(many.list, many.source, MANY - 1, MANY);
    assert_false(baselines_pending(b));
    assert_int_not_equal(baselines_partner(b, MANY - 1).index, NO_LAUNCH);
    assert_int_equal(baselines_paired(b, &b->items[0]), MANY);
    /* Who needs all at once gets that. */
    assert_true(baselines_open(b, many.path, &error));
    assert_true(baselines_pending(b));
    baselines_finish(b);
    assert_false(baselines_pending(b));
    assert_int_equal(baselines_paired(b, &b->items[1]), MANY);
    many_end(&many);
}

/* The list grows after a number of steps. No partner depends on that number. */
static void results_come_while_partners_are_looked_for(void **state)
{
    struct error error;
    struct many many;
    struct baselines *b = &many.baselines;
    many_begin(&many, *state);
    size_t *wanted = wanted_partners(&many), whole = 0;
    report_close(many.list);
    result_cache_free(many.cache);
    for (size_t steps = 0; !whole || steps < whole; steps += 13) {
        many.list = report_new("live");
        many.cache = result_cache_new(many.list, MOST_BYTES);
        report_intern(many.list, "gpu__time_duration.sum");
        add_results(many.list, many.source, 0, MANY - 3);
        baselines_init(b, many.list, many.cache);
        assert_true(baselines_open(b, many.path, &error));
        size_t at = 0;
        for (; at < steps && baselines_works(b); at++)
            baselines_work(b);
        whole = at < steps ? at : 0;
        add_results(many.list, many.source, MANY - 3, MANY - 1);
        baselines_finish(b);
        for (size_t i = 0; i < MANY - 1; i++)
            assert_int_equal(baselines_partner(b, i).index, wanted[i]);
        baselines_free(b);
        result_cache_free(many.cache);
        report_close(many.list);
    }
    assert_true(whole > 2 * MANY);
    free(wanted);
    report_close(many.source);
    build_free(&many.build);
}

/* A baseline that is dropped after a number of steps is closed in steps; meanwhile another one is
 * chosen. */
static void what_is_opened_or_paired_can_be_dropped(void **state)
{
    struct error error;
    struct many many;
    struct baselines *b = &many.baselines;
    bool whole = false;
    many_begin(&many, *state);
    for (size_t steps = 0; !whole; steps += 37) {
        assert_true(baselines_open(b, many.path, &error));
        for (size_t i = 0; i < steps && baselines_works(b); i++)
            baselines_work(b);
        whole = !baselines_works(b);
        baselines_clear(b);
        baselines_toggle(b, 3);
        assert_int_equal(b->count, 1);
        assert_int_equal(baselines_partner(b, 0).index, 3);
        assert_false(baselines_pending(b));
        size_t closing = 0;
        for (; baselines_works(b); closing++)
            baselines_work(b);
        assert_true(closing > (whole ? MANY / 64 : 1));
        baselines_clear(b);
    }
    many_end(&many);
}

/* The current one first, then the others. */
static void several_are_opened(void **state)
{
    struct error error;
    struct many many;
    struct baselines *b = &many.baselines;
    many_begin(&many, *state);
    for (int i = 0; i < 3; i++)
        assert_true(baselines_open(b, many.path, &error));
    baselines_step(b, -1);
    while (baselines_pending(b)) {
        assert_true(b->items[0].opens && b->items[2].opens);
        baselines_work(b);
    }
    assert_false(b->items[1].opens);
    while (baselines_works(b))
        baselines_work(b);
    assert_false(b->items[0].opens || b->items[2].opens);
    /* Partners are looked for when they are asked for. */
    baselines_step(b, 1);
    assert_true(baselines_pending(b));
    baselines_clear(b);
    assert_false(baselines_pending(b));
    many_end(&many);
}

/* Blocks without a result, of which the last is seen when the report is a baseline already. */
static void one_that_turns_out_to_be_empty_is_dropped(void **state)
{
    struct fixture *f = *state;
    struct baselines *b = &f->baselines;
    struct error error;
    build_begin(&f->more, 7);
    for (int i = 0; i < MANY; i++)
        build_block(&f->more, "NumResults: 0");
    f->path = mem_printf("%s/empty.ncu-rep", f->folder);
    FILE *file = fopen(f->path, "wb");
    assert_int_equal(fwrite(f->more.file.data, 1, f->more.file.length, file), f->more.file.length);
    assert_int_equal(fclose(file), 0);
    baselines_toggle(b, 2);
    assert_true(baselines_open(b, f->path, &error));
    baselines_toggle(b, 4);
    assert_int_equal(b->count, 3);
    while (baselines_works(b)) {
        assert_false(baselines_has_empty(b));
        baselines_work(b);
    }
    assert_true(baselines_has_empty(b));
    baselines_drop_empty(b, &error);
    assert_string_equal(strstr(error.text, "empty.ncu-rep"),
                        "empty.ncu-rep has no results to compare with");
    assert_false(baselines_has_empty(b));
    assert_int_equal(b->count, 2);
    assert_int_equal(baselines_partner(b, 0).index, 4);
    assert_int_equal(baselines_partner(b, 0).number, 2);
    /* Until it is dropped it is a report in which nothing has a partner. */
    assert_true(baselines_open(b, f->path, &error));
    baselines_finish(b);
    assert_false(baselines_partner(b, 0).pending);
    assert_int_equal(baselines_partner(b, 0).index, NO_LAUNCH);
    assert_int_equal(baselines_paired(b, &b->items[2]), 0);
}

/* A run of many beside one of as many: what comes is paired in steps, too. */
static void a_long_run_is_paired_with_the_one_before_in_steps(void **state)
{
    struct many many;
    struct baselines *b = &many.baselines;
    size_t steps = 0;
    many_begin(&many, *state);
    baselines_begin_run(b, MANY - 1);
    assert_false(baselines_pending(b));
    add_results(many.list, many.source, 0, MANY - 1);
    assert_true(baselines_pending(b));
    assert_true(baselines_partner(b, MANY).pending);
    assert_false(baselines_partner(b, 0).pending);
    for (; baselines_pending(b); steps++)
        baselines_work(b);
    assert_true(steps > 2 * (MANY - 1));
    for (size_t i = 0; i < MANY - 1; i++) {
        assert_int_equal(baselines_partner(b, i).index, NO_LAUNCH);
        assert_int_equal(baselines_partner(b, MANY - 1 + i).index, i);
    }
    /* The next one begins before all of it was paired. */
    add_results(many.list, many.source, MANY - 1, MANY);
    baselines_begin_run(b, 2 * MANY - 1);
    add_results(many.list, many.source, 0, 1);
    baselines_finish(b);
    assert_int_equal(baselines_partner(b, 2 * MANY - 1).index, MANY - 1);
    many_end(&many);
}

/* Results that come while the list grows get their partners. */
static void pairs_grow_with_the_list(void **state)
{
    static const struct launch before[] = {{"copy", 8, 2000000}, {"late", 2, 100}};
    struct fixture *f = *state;
    struct error error;
    struct build build = {0};
    struct report *live = report_new("live");
    struct result_cache *cache = result_cache_new(live, MOST_BYTES);
    struct baselines b;
    baselines_init(&b, live, cache);
    assert_true(baselines_open(&b, write_report(f, before, 2), &error));
    assert_int_equal(baselines_partner(&b, 0).index, NO_LAUNCH);
    build_launches(&build, before, 2);
    struct report *source = build_open(&build);
    report_intern(live, "gpu__time_duration.sum");
    for (size_t i = 2; i-- > 0;) {
        add_results(live, source, i, i + 1);
        assert_int_equal(baselines_partner(&b, 1 - i).index, i);
    }
    baselines_free(&b);
    result_cache_free(cache);
    report_close(live);
    report_close(source);
    build_free(&build);
}

/* Run after run, each compared with the one before. */
static void a_run_is_compared_with_the_one_before_as_it_comes(void **state)
{
    struct fixture *f = *state;
    struct report *live = report_new("live");
    struct result_cache *cache = result_cache_new(live, MOST_BYTES);
    struct baselines b;
    baselines_init(&b, live, cache);
    report_intern(live, "gpu__time_duration.sum");
    add_results(live, f->report, 0, 3); /* copy, larger copy, sort */
    baselines_begin_run(&b, 3);
    assert_int_equal(baselines_partner(&b, 0).index, NO_LAUNCH);
    add_results(live, f->report, 2, 3);
    assert_int_equal(baselines_partner(&b, 3).index, 2);
    assert_int_equal(baselines_partner(&b, 0).index, NO_LAUNCH);
    add_results(live, f->report, 4, 5); /* fill: new */
    assert_int_equal(baselines_partner(&b, 4).index, NO_LAUNCH);
    /* A run without results changes nothing. */
    baselines_begin_run(&b, 5);
    baselines_begin_run(&b, 5);
    add_results(live, f->report, 4, 5);
    add_results(live, f->report, 2, 3);
    add_results(live, f->report, 0, 1); /* not in the run before */
    assert_int_equal(baselines_partner(&b, 5).index, 4);
    assert_int_equal(baselines_partner(&b, 6).index, 3);
    assert_int_equal(baselines_partner(&b, 7).index, NO_LAUNCH);
    assert_int_equal(baselines_partner(&b, 3).index, 2);
    assert_int_equal(b.count, 1);
    baselines_free(&b);
    result_cache_free(cache);
    report_close(live);
}

/* What a run is compared with does not depend on whether the ones before were compared. */
static void a_run_after_baselines_were_dropped_has_only_the_one_before(void **state)
{
    struct fixture *f = *state;
    struct report *live = report_new("live");
    struct result_cache *cache = result_cache_new(live, MOST_BYTES);
    struct baselines b;
    baselines_init(&b, live, cache);
    report_intern(live, "gpu__time_duration.sum");
    add_results(live, f->report, 0, 2);
    baselines_begin_run(&b, 2);
    add_results(live, f->report, 0, 2);
    assert_int_equal(baselines_partner(&b, 2).index, 0);
    baselines_clear(&b);
    baselines_begin_run(&b, 4);
    add_results(live, f->report, 0, 2);
    assert_int_equal(baselines_partner(&b, 4).index, 2);
    assert_int_equal(baselines_partner(&b, 5).index, 3);
    baselines_free(&b);
    result_cache_free(cache);
    report_close(live);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)
    const struct CMUnitTest tests[] = {
        CASE(one_of_the_list_is_for_all),
        CASE(several_are_numbered_and_one_is_current),
        CASE(what_is_held_is_let_go),
        CASE(another_report_has_a_partner_for_each),
        CASE(what_is_no_report_changes_nothing),
        CASE(a_run_before_in_the_same_list),
        CASE(partners_of_many_are_found_in_steps),
        CASE(results_come_while_partners_are_looked_for),
        CASE(what_is_opened_or_paired_can_be_dropped),
        CASE(several_are_opened),
        CASE(one_that_turns_out_to_be_empty_is_dropped),
        CASE(a_long_run_is_paired_with_the_one_before_in_steps),
        CASE(pairs_grow_with_the_list),
        CASE(a_run_is_compared_with_the_one_before_as_it_comes),
        CASE(a_run_after_baselines_were_dropped_has_only_the_one_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
