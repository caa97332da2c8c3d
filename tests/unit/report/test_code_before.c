/* What a function is compared with, and its numbers with those of its partner. */
#include "report/compare/code_before.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "code_sample.h"
#include "report/base/mem.h"
#include "report/compare/source_change.h"
#include "temp_folder.h"

/* blur as one of the reports has it. */
struct side {
    struct build build;
    struct report *report;
    char *folder, *program;
    struct source_options options;
    struct source_set *set;
    struct code_listing *views;
    size_t count;
};

/* has_text: there is a disassembler. */
static void open_side(struct side *side, struct code_sample sample, bool has_text)
{
    struct strbuf script = {0};
    *side = (struct side){.folder = temp_folder_new()};
    if (!sample.instructions)
        sample.instructions = CODE_INSTRUCTIONS;
    build_code(&side->build, &sample);
    side->report = build_open(&side->build);
    strbuf_adds(&script, "#!/bin/sh\ncat <<'EOF'\n");
    code_listing(&script, &sample);
    strbuf_adds(&script, "EOF\n");
    temp_folder_put(side->folder, "nvdisasm", script.data);
    strbuf_free(&script);
    side->program = mem_printf("%s/nvdisasm", side->folder);
    assert_int_equal(chmod(side->program, 0700), 0);
    side->options.nvdisasm = has_text ? side->program : NULL;
    side->options.lines = true;
    side->set = source_set_new(side->report, &side->options);
    side->count =
        code_listing_open(side->set, report_result(side->report, 0, NULL), NULL, &side->views);
    assert_int_equal(side->count, 1);
    assert_int_equal(side->views->instructions, sample.instructions);
}

static void close_side(struct side *side)
{
    code_listing_free(side->views, side->count);
    source_set_free(side->set);
    report_close(side->report);
    build_free(&side->build);
    free(side->program);
    temp_folder_free(side->folder);
}

struct pair {
    struct side now, then;
    struct code_before before;
};

static void compare(struct pair *pair, struct code_sample then, bool has_text)
{
    use_locale("C.UTF-8");
    open_side(&pair->now, (struct code_sample){0}, has_text);
    open_side(&pair->then, then, has_text);
    code_before_make(&pair->before, pair->now.views, source_set_files(pair->now.set),
                     pair->then.views, source_set_files(pair->then.set), 1e6);
    pair->now.views->before = &pair->before;
}

static void done(struct pair *pair)
{
    code_before_free(&pair->before);
    /* May be done twice. */
    code_before_free(&pair->before);
    close_side(&pair->now);
    close_side(&pair->then);
}

static void tells(const struct code_before *before, const char *expected)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "> ");
    code_before_tell(&text, before);
    assert_string_equal(text.data + 2, expected);
    strbuf_free(&text);
}

/* The instruction's partner, and what is said of a column there. */
static void instruction_is(const struct pair *pair, size_t instruction, size_t partner,
                           const char *metric, const char *text)
{
    const struct code_listing *view = pair->now.views;
    struct source_pick pick = source_pick_instruction(view, &instruction);
    assert_true(pick.count == 1 && *pick.instructions == instruction);
    assert_int_equal(pick.fresh, partner == NO_PARTNER);
    assert_int_equal(pick.before_count, partner != NO_PARTNER);
    assert_int_equal(*pick.before, partner);
    const struct code_column *column = source_metrics_find(&view->metrics, metric);
    assert_non_null(column);
    assert_string_equal(source_pick_change(view, column, &pick).text, text);
}

static const struct source_line *line_of(const struct pair *pair, uint32_t number)
{
    const struct source_lines *lines = &pair->before.now;
    for (size_t i = 0; i < lines->count; i++)
        if (lines->lines[i].line == number &&
            strstr(pair->now.views->lines.files[lines->lines[i].file].path, "work.cu"))
            return &lines->lines[i];
    fail_msg("no line %u", number);
    return NULL;
}

/* before: how many instructions the partner has; 0: there is none. */
static void line_is(const struct pair *pair, uint32_t number, size_t count, size_t before,
                    const char *metric, const char *text)
{
    const struct code_listing *view = pair->now.views;
    struct source_pick pick = source_pick_line(view, line_of(pair, number));
    const struct code_column *column = source_metrics_find(&view->metrics, metric);
    assert_int_equal(pick.count, count);
    assert_int_equal(pick.before_count, before);
    assert_int_equal(pick.fresh, before == 0);
    assert_non_null(column);
    assert_string_equal(source_pick_change(view, column, &pick).text, text);
}

#define STALLS "group:smsp__pcsamp_warp_stall_reasons"

static void the_same_code(void **state)
{
    (void)state;
    struct pair pair;
    compare(&pair, (struct code_sample){0}, true);
    tells(&pair.before, "the same code");
    assert_int_equal(pair.before.lines_gone, 0);
    for (size_t i = 0; i < CODE_INSTRUCTIONS; i++)
        instruction_is(&pair, i, i, "inst_executed", "=");
    instruction_is(&pair, 7, 7, "memory_type", "");
    line_is(&pair, 10, 3, 3, "inst_executed", "=");
    done(&pair);
}

/* Instructions are matched by their texts, whatever the registers; lines by theirs, whatever the
 * blanks. */
static void other_code(void **state)
{
    (void)state;
    struct pair pair;
    compare(&pair, (struct code_sample){.before = true, .instructions = CODE_INSTRUCTIONS + 2},
            true);
    tells(&pair.before, "different code: 2 instructions new, 4 only in the baseline");
    instruction_is(&pair, 2, 2, "inst_executed", "=");
    instruction_is(&pair, 4, NO_PARTNER, "inst_executed", "new");
    instruction_is(&pair, 5, NO_PARTNER, STALLS, "new");
    instruction_is(&pair, 8, 8, "inst_executed", "-6.2 %");
    instruction_is(&pair, 8, 8, STALLS, "-59.3 %");
    instruction_is(&pair, 8, 8, "memory_l2_theoretical_sectors_global", "");
    /* `int i = ...` was indented with blanks, and a line lower. */
    line_is(&pair, 5, 3, 3, "inst_executed", "=");
    line_is(&pair, 6, 1, 0, "inst_executed", "new");
    line_is(&pair, 10, 3, 5, STALLS, "-55.3 %");
    /* out[0] = 0; */
    assert_int_equal(pair.before.lines_gone, 1);
    done(&pair);
}

static void without_text(void **state)
{
    (void)state;
    struct pair pair;
    compare(&pair, (struct code_sample){.before = true}, false);
    tells(&pair.before, "different code (no text: by opcodes): 2 instructions new, 2 only in the "
                        "baseline");
    done(&pair);
}

/* What only one side has is never taken for 0. */
static void without_numbers_nothing_is_said(void **state)
{
    (void)state;
    struct pair pair;
    compare(&pair, (struct code_sample){.no_metrics = true, .no_lines = true}, true);
    tells(&pair.before, "the same code");
    instruction_is(&pair, 7, 7, "inst_executed", "");
    instruction_is(&pair, 7, 7, "memory_type", "");
    /* A line has no partner where the baseline has no lines. */
    line_is(&pair, 10, 3, 0, "inst_executed", "new");
    done(&pair);
}

static void without_code_there_is_no_change(void **state)
{
    (void)state;
    struct pair pair = {0};
    size_t first = 0;
    open_side(&pair.now, (struct code_sample){0}, true);
    struct code_listing *view = pair.now.views;
    const struct code_column *column = &view->metrics.columns[0];
    for (int given = 0; given < 2; given++) {
        if (given) {
            code_before_make(&pair.before, view, source_set_files(pair.now.set), NULL, NULL, NAN);
            view->before = &pair.before;
            tells(&pair.before, "it has no code of this function");
        }
        struct source_lines lines;
        source_lines_read(&lines, view);
        struct source_pick picks[] = {source_pick_instruction(view, &first),
                                      source_pick_line(view, lines.lines)};
        for (int i = 0; i < 2; i++) {
            assert_false(picks[i].fresh);
            assert_int_equal(picks[i].before_count, 0);
            struct value_change change = source_pick_change(view, column, &picks[i]);
            assert_int_equal(change.verdict, CHANGE_ABSENT);
            assert_string_equal(change.text, "");
            assert_true(isnan(change.before) && isnan(change.percent));
        }
        source_lines_free(&lines);
    }
    code_before_free(&pair.before);
    close_side(&pair.now);
}

static void what_cannot_be_matched_is_said(void **state)
{
    (void)state;
    const struct code_listing view = {0};
    tells(
        &(struct code_before){.view = &view,
                              .match = {.by = SOURCE_UNMATCHED, .fresh = 3, .gone = 4}},
        "different code, for another architecture and without text: 3 instructions new, 4 only in "
        "the baseline");
    tells(&(struct code_before){.view = &view, .match = {.by = SOURCE_BY_TEXT}}, "different code");
}

/* --- source_change --- */

static void says(const char *metric, double before, double now, enum change_verdict verdict,
                 const char *text)
{
    struct value_change change = source_change_judge(metric, before, now, 1e6);
    assert_int_equal(change.verdict, verdict);
    assert_string_equal(change.text, text);
}

/* A group is judged as its members: 3 * sqrt(40 + 60) samples are noise. */
static void groups_are_judged_as_samples(void **state)
{
    (void)state;
    says(STALLS, 40, 60, CHANGE_NOISE, "~");
    says("smsp__pcsamp_sample_count", 40, 60, CHANGE_NOISE, "~");
    says("smsp__pcsamp_warps_issue_stalled_barrier", 40, 60, CHANGE_NOISE, "~");
    says(STALLS, 400, 600, CHANGE_WORSE, "+50.0 %");
    says("smsp__pcsamp_sample_count", 400, 600, CHANGE_WORSE, "+50.0 %");
    says("inst_executed", 40, 60, CHANGE_OTHER, "+50.0 %");
}

static void nothing_is_said_of_two_zeros(void **state)
{
    (void)state;
    says("inst_executed", 0, 0, CHANGE_ABSENT, "");
    says(STALLS, 0, 0, CHANGE_ABSENT, "");
    says("inst_executed", 5, 5, CHANGE_EQUAL, "=");
    says("inst_executed", NAN, 5, CHANGE_ONLY_B, "n/a before");
    says("inst_executed", 5, NAN, CHANGE_ONLY_A, "was 5");
    says("inst_executed", 0, 5, CHANGE_OTHER, "from 0");
}

static void texts_are_said_if_they_differ(void **state)
{
    (void)state;
    struct value_change change = source_change_text("Global(2)", "Global(2)");
    assert_string_equal(change.text, "");
    assert_int_equal(change.verdict, CHANGE_ABSENT);
    change = source_change_text("Global(2)", "Shared");
    assert_string_equal(change.text, "was Global(2)");
    assert_int_equal(change.verdict, CHANGE_OTHER);
    assert_true(isnan(change.before) && isnan(change.percent));
    /* Short and safe, and no character is cut. */
    change = source_change_text("Global(2),Shared(3),Local", "-");
    assert_string_equal(change.text, "was Global(2),Sha\xe2\x80\xa6");
    change = source_change_text("a\x1b[31mb", "-");
    assert_null(strchr(change.text, '\x1b'));
}

/* Codes of several instructions, and a metric that the baseline lacks. */
static void columns_are_summed_up(void **state)
{
    (void)state;
    static const size_t loads[] = {7, 10}, others[] = {5, 7};
    struct pair pair;
    compare(&pair, (struct code_sample){.before = true}, true);
    const struct source_metrics *now = &pair.now.views->metrics, *then = &pair.then.views->metrics;
    const struct code_column *kinds = source_metrics_find(now, "memory_access_type");
    assert_string_equal(source_change_of(kinds, loads, 2, then, loads, 2, 1e6).text, "");
    assert_string_equal(source_change_of(kinds, loads, 1, then, loads + 1, 1, 1e6).text,
                        "was Store");
    assert_string_equal(source_change_of(kinds, loads, 1, then, NULL, 0, 1e6).text, "was -");
    const struct code_column *executed = source_metrics_find(now, "inst_executed");
    struct value_change change = source_change_of(executed, loads, 2, then, others, 2, 1e6);
    assert_true(change.before == (64 + 512) * 1000.0);
    assert_string_equal(change.text, "-6.2 %");
    assert_true(source_change_of(executed, loads, 2, then, others, 1, 1e6).before == 64000);
    struct code_column unknown = *executed;
    unknown.metric = "none";
    assert_string_equal(source_change_of(&unknown, loads, 2, then, loads, 2, 1e6).text, "");
    done(&pair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_code),
                                       cmocka_unit_test(other_code),
                                       cmocka_unit_test(without_text),
                                       cmocka_unit_test(without_numbers_nothing_is_said),
                                       cmocka_unit_test(without_code_there_is_no_change),
                                       cmocka_unit_test(what_cannot_be_matched_is_said),
                                       cmocka_unit_test(groups_are_judged_as_samples),
                                       cmocka_unit_test(nothing_is_said_of_two_zeros),
                                       cmocka_unit_test(texts_are_said_if_they_differ),
                                       cmocka_unit_test(columns_are_summed_up)};
    return cmocka_run_group_tests_name("source_before", tests, NULL, NULL);
}
