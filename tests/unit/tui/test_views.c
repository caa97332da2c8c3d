/* The views on a whole screen: keys go in, cells come out. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "build_report.h"
#include "code_sample.h"
#include "headless.h"
#include "notes_sample.h"
#include "report/base/mem.h"
#include "temp_folder.h"
#include "views_sample.h"

static struct report *report;
static struct build build;

static void use_samples(const char *locale, int rows, int columns)
{
    struct error error = {""};
    use_locale(locale);
    report = report_open("tests/data/samples.ncu-rep", &error);
    if (!report)
        fail_msg("%s", error.text);
    headless_open(report, rows, columns);
}

static void use_built(void (*make)(struct build *), int rows, int columns)
{
    use_locale("C.UTF-8");
    make(&build);
    report = build_open(&build);
    headless_open(report, rows, columns);
}

static int small(void **state)
{
    (void)state;
    use_samples("C.UTF-8", 24, 80);
    return 0;
}

static int large(void **state)
{
    (void)state;
    use_samples("C.UTF-8", 60, 200);
    return 0;
}

static int ascii(void **state)
{
    (void)state;
    use_samples("C", 24, 80);
    return 0;
}

static int notes(void **state)
{
    (void)state;
    use_built(build_notes, 24, 80);
    return 0;
}

static int views(void **state)
{
    (void)state;
    use_built(build_views, 24, 80);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    headless_close();
    report_close(report);
    build_free(&build);
    build = (struct build){0};
    use_locale("C.UTF-8");
    return 0;
}

/* The text of the row that the cursor of the pane at the left is on. */
static const char *selected(void)
{
    int row = headless_role_row(ROLE_SELECTION, 0);
    return row < 0 ? "" : headless_row(row);
}

static void is_selected(const char *part)
{
    if (!strstr(selected(), part))
        fail_msg("selected is \"%s\", not %s", selected(), part);
}

static void press_times(const char *key, int times)
{
    while (times--)
        headless_keys(key);
}

/* ---- the list ---- */

static void list_moves(void **state)
{
    (void)state;
    is_selected("5 histogram");
    headless_keys("j j");
    is_selected("3 blas::sgemm_tiled");
    headless_keys("Up");
    is_selected("2 sgemm_naive");
    headless_keys(">");
    is_selected("11 cluster_swap");
    headless_keys("j");
    is_selected("11 cluster_swap");
    headless_keys("Home k");
    is_selected("5 histogram");
}

static void list_searches(void **state)
{
    (void)state;
    headless_keys("/");
    headless_type("sgemm");
    is_selected("2 sgemm_naive");
    headless_keys("Enter n");
    is_selected("3 blas::sgemm_tiled");
    headless_keys("n");
    is_selected("2 sgemm_naive");
    headless_keys("N");
    is_selected("3 blas::sgemm_tiled");
    int column, row = headless_find("sgemm_naive", &column);
    assert_int_equal(headless_role(headless_find("2 sgemm_naive", &column), column + 4),
                     ROLE_MATCH);
    assert_true(row > 0);
    headless_keys("/");
    headless_type("nowhere");
    headless_has("not found: nowhere");
    headless_keys("Esc");
    is_selected("3 blas::sgemm_tiled");
}

static void list_filters(void **state)
{
    (void)state;
    headless_keys("f");
    headless_type("sgemm");
    headless_has("filter: sgemm");
    headless_has("2 of 12");
    headless_lacks("vector_add");
    headless_keys("Enter");
    headless_has("filter sgemm: 2 of 12");
    headless_keys("Esc");
    headless_has("vector_add");
    headless_lacks("filter sgemm");
}

static void list_sorts(void **state)
{
    (void)state;
    headless_has("Duration▼");
    headless_command("sort-by number");
    headless_keys("Home");
    is_selected("0 vector_add");
    headless_keys("S <");
    is_selected("11 cluster_swap");
}

static void list_is_clicked(void **state)
{
    (void)state;
    headless_click(headless_find("8 spill", NULL), 10);
    is_selected("8 spill");
    headless_double_click(headless_find("6 divergent", NULL), 10);
    headless_has("‹ 6 divergent");
    headless_has("GPU Speed Of Light Throughput");
}

static void list_scrolls_under_the_wheel(void **state)
{
    (void)state;
    int row = headless_find("5 histogram", NULL);
    headless_wheel(row, 10, 1);
    is_selected("1 transpose_conflict");
    headless_wheel(row, 10, -1);
    is_selected("5 histogram");
}

static void list_copies_its_row(void **state)
{
    (void)state;
    headless_keys("y");
    assert_non_null(strstr(headless_sent(), "\033]52;"));
}

static void list_chooses_columns(void **state)
{
    (void)state;
    headless_lacks("DRAM %");
    headless_keys("C");
    is_selected("number");
    headless_keys("j j");
    is_selected("[x] kernel");
    int row = headless_role_row(ROLE_SELECTION, 0);
    headless_keys("+");
    is_selected("[x] kernel");
    assert_int_equal(headless_role_row(ROLE_SELECTION, 0), row + 1);
    headless_keys("k Space Esc");
    headless_has("Limited by");
    headless_keys("C");
    headless_click(headless_find("registers of a thread", NULL), 10);
    is_selected("registers of a thread");
    headless_keys(">");
    assert_string_not_equal(selected(), "");
    headless_lacks("number in the report");
    headless_keys("<");
    is_selected("number in the report");
}

/* ---- details ---- */

static void details_open_and_go_back(void **state)
{
    (void)state;
    headless_keys("j Enter");
    headless_has("‹ 2 sgemm_naive");
    headless_has("Compute (SM) Throughput ███▊      61.78 %");
    headless_keys("]");
    headless_has("‹ 3 blas::sgemm_tiled");
    headless_keys("[ Esc");
    is_selected("2 sgemm_naive");
}

static void details_fold(void **state)
{
    (void)state;
    headless_keys("j Enter");
    headless_has("▾ GPU Speed Of Light Throughput");
    headless_keys("Enter");
    headless_has("▸ GPU Speed Of Light Throughput  compute 61.78 %");
    headless_has("▸ Occupancy");
    headless_keys("3");
    headless_has("▾ Occupancy");
    headless_keys("a a");
    headless_has("▸ GPU Speed Of Light Throughput  compute 61.78 %");
    headless_has("▸ Occupancy");
}

static void details_go_from_section_to_section(void **state)
{
    (void)state;
    headless_keys("j Enter Enter Tab");
    is_selected("Launch Statistics");
    headless_keys("} }");
    is_selected("GPU and Memory Workload Distribution");
    headless_keys("BTab");
    is_selected("Occupancy");
    /* By their names, the earlier ones too. */
    headless_command("previous-section");
    is_selected("Launch Statistics");
    headless_command("next-pane");
    is_selected("Occupancy");
    headless_command("previous-pane");
    headless_command("next-section");
    is_selected("Occupancy");
    headless_click(headless_find("Launch Statistics", NULL), 5);
    is_selected("Launch Statistics");
    headless_keys("Enter");
    headless_has("▾ Launch Statistics");
}

static void details_search(void **state)
{
    (void)state;
    headless_keys("j Enter /");
    headless_type("Duration");
    int column, row = headless_find("Duration", &column);
    assert_true(row > 0);
    assert_int_equal(headless_role(row, column), ROLE_MATCH);
}

static void details_visit_numbers(void **state)
{
    (void)state;
    headless_keys("j Enter .");
    headless_has("sm__throughput.avg.pct_of_peak_sustained_elapsed");
    headless_keys("Down");
    headless_has("gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed");
    headless_keys("Enter");
    headless_has("‹ gpu__compute_memory_throughput");
    headless_has("What it is");
}

static void details_show_notes(void **state)
{
    (void)state;
    headless_keys("Enter");
    headless_has("▸ Comments  the report of Monday");
    headless_keys("4");
    headless_has("▾ Call stack (native)");
    headless_has("▸ Call stack (Python)  2 frames");
}

/* ---- other views ---- */

static void raw_moves_and_filters(void **state)
{
    (void)state;
    headless_keys("j M");
    headless_has("504 metrics");
    is_selected("derived__pct_occupancy_per_barrier_count");
    headless_keys("j");
    is_selected("derived__pct_occupancy_per_block_size");
    headless_keys("PgDn PgDn");
    headless_lacks("derived__pct_occupancy_per_block_size");
    headless_keys("f");
    headless_type("dram__cycles");
    headless_keys("Enter <");
    headless_has("filter dram__cycles: 16 of 504");
    is_selected("dram__cycles_active.avg");
    headless_keys(">");
    is_selected("dram__cycles_elapsed.sum.per_second");
    headless_keys("Esc");
    is_selected("2 sgemm_naive");
}

static void raw_unfolds_instances_and_units(void **state)
{
    (void)state;
    headless_keys("j M");
    headless_has("▸▸  derived__pct_occupancy_per_barrier_count");
    headless_keys("Enter");
    headless_lacks("derived__pct_occupancy_per_block_size");
    headless_keys("Enter /");
    headless_type("gpu__time_duration.sum");
    headless_keys("Enter");
    is_selected("gpu__time_duration.sum");
    headless_has("417.47 us");
    headless_keys("#");
    headless_lacks("417.47 us");
    headless_has("417,472 ns");
}

static void summary_opens_what_it_lists(void **state)
{
    (void)state;
    headless_keys("O");
    headless_has("Summary: 13 causes · could save 1.03 of 2.02 ms · savings overlap");
    is_selected("Global Atomics");
    headless_has("-77.9 % of 1.08 ms · explains Small Grid");
    headless_keys("j j");
    is_selected("Tail Effect");
    headless_keys("PgDn PgUp <");
    is_selected("Global Atomics");
    headless_keys("/");
    headless_type("spill");
    headless_keys("Enter");
    is_selected("4   -5.17 us");
    headless_keys("Enter");
    headless_has("‹ 8 spill");
    headless_keys("Esc");
    is_selected("4   -5.17 us");
    headless_click(headless_find("◆ 11", NULL), 8);
    is_selected("fma_chain");
}

static void rules_turn_on_and_off(void **state)
{
    (void)state;
    headless_command("rules");
    is_selected("ClocksMoved");
    headless_has("Says when the clocks were not the same");
    headless_keys("j Enter");
    is_selected("off     Configurations");
    headless_keys("Space");
    is_selected("on      Configurations");
    headless_keys("/");
    headless_type("Atomics");
    headless_keys("Enter");
    is_selected("GlobalAtomics");
    headless_keys("Space O");
    headless_lacks("Global Atomics");
    headless_keys("O");
    is_selected("off     GlobalAtomics");
    headless_click(headless_find("CPIStall", NULL), 12);
    is_selected("CPIStall");
    headless_keys(">");
    headless_lacks("ClocksMoved");
}

static void help_scrolls_and_searches(void **state)
{
    (void)state;
    headless_keys("?");
    headless_has("Keys of the results list");
    headless_has("move down");
    headless_keys("PgDn");
    headless_lacks("move down");
    headless_keys("< /");
    headless_type("clipboard");
    headless_keys("Enter");
    headless_has("to the terminal's clipboard");
    headless_wheel(10, 10, 1);
    headless_keys("Esc");
    is_selected("5 histogram");
}

static void occupancy_answers_what_if(void **state)
{
    (void)state;
    headless_keys("j u");
    is_selected("Threads per block");
    headless_keys("j j j");
    is_selected("Dynamic shared memory");
    headless_keys("6 4 K Enter");
    is_selected("65,536 B");
    headless_has("◆ limits");
    headless_lacks("Occupancy        100 %   100 %");
    headless_keys("=");
    headless_has("Occupancy        100 %   100 %");
    headless_click(headless_find("Registers per thread", NULL), 4);
    is_selected("Registers per thread");
    headless_keys(">");
    is_selected("Compute capability");
    headless_keys("<");
    is_selected("Threads per block");
}

static void metric_help_follows_its_lines(void **state)
{
    (void)state;
    headless_keys("j i");
    headless_has("‹ gpu__time_duration.sum");
    headless_has("2 of 12, the greatest first");
    is_selected("417.47 us");
    headless_keys("/");
    headless_type("Least");
    headless_keys("Enter");
    is_selected("Least");
    headless_has("In result 2");
    headless_keys("Enter");
    headless_has("In result 11");
    headless_has("12 of 12, the greatest first");
    headless_keys("<");
    is_selected("Value");
    headless_keys("k");
    is_selected("Value");
}

static void session_folds(void **state)
{
    (void)state;
    headless_keys("I");
    headless_has("▾ Session");
    headless_has("CUDA Version           13.0");
    headless_keys("Enter");
    headless_has("▸ Session");
    headless_lacks("CUDA Version           13.0");
    headless_keys("a");
    headless_has("CUDA Version           13.0");
}

static void ranges_filter_the_list(void **state)
{
    (void)state;
    headless_keys("v");
    headless_has("epoch 1");
    headless_has("solver");
    headless_keys("/");
    headless_type("forward");
    headless_keys("Enter f");
    headless_has(": 2 of 6");
}

static void output_is_empty_for_a_report(void **state)
{
    (void)state;
    headless_keys("o");
    headless_lacks("5 histogram");
    headless_keys("o");
    is_selected("5 histogram");
}

static void code_listing_file(const char *folder)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "#!/bin/sh\ncat <<'EOF'\n");
    code_listing(&text, &(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    strbuf_adds(&text, "EOF\n");
    temp_folder_put(folder, "nvdisasm", text.data);
    strbuf_free(&text);
}

static void source_shows_code(void **state)
{
    (void)state;
    char *folder = temp_folder_new();
    char *program = mem_printf("%s/nvdisasm", folder);
    char *words = mem_printf("--nvdisasm %s", program);
    code_listing_file(folder);
    chmod(program, 0700);
    use_locale("C.UTF-8");
    build_code(&build, &(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    report = build_open(&build);
    headless_open_with(report, 24, 80, words);
    headless_keys("x");
    headless_has("blur(const float *, float *, int)");
    headless_keys("1");
    headless_wait("LDG");
    headless_has("12 instructions");
    headless_keys("3");
    headless_has("work.cu");
    headless_lacks("LDG");
    headless_keys("s");
    headless_has("work.cu");
    headless_has("│");
    headless_keys("Esc");
    headless_has("2 results");
    temp_folder_free(folder);
    free(program);
    free(words);
}

/* ---- the screen as a whole ---- */

static void commands_are_run(void **state)
{
    (void)state;
    headless_command("nonsense");
    headless_has("nonsense");
    assert_int_equal(headless_role_row(ROLE_ERROR, 1), 22);
    headless_command("summary");
    headless_has("Summary: 13 causes");
    headless_command("quit");
    assert_true(headless_has_quit());
}

static void panes_stand_side_by_side(void **state)
{
    (void)state;
    headless_has("▸ Results ─");
    headless_has("─ Details ─");
    headless_has("─ Summary ─");
    headless_keys("j");
    headless_has("‹ 2 sgemm_naive");
    headless_keys("Tab");
    headless_has("▸ Details ─");
    headless_keys("Z");
    headless_lacks("Results ─");
    headless_keys("Z");
    headless_has("Results ─");
    headless_click(headless_find("Global Atomics ", NULL) + 0, 30);
    headless_click(headless_find("◆ 11", NULL), 8);
    headless_has("▸ Summary ─");
}

static void resizing_keeps_the_cursor(void **state)
{
    (void)state;
    press_times("j", 10);
    is_selected("9 texture_fetch");
    headless_resize(12, 60);
    is_selected("9 texture_fetch");
    headless_resize(60, 200);
    headless_has("─ Details ─");
    is_selected("9 texture_fetch");
    headless_resize(1, 1);
    headless_resize(3, 5);
    headless_resize(24, 80);
    is_selected("9 texture_fetch");
}

static void every_view_fits_every_size(void **state)
{
    static const struct {
        const char *key, *shows;
    } opens[] = {
        {"Enter", "‹ 5 histogram"}, {"M", "metrics"}, {"O", "13 causes"}, {"x", "SASS"},
        {"p", "Mangled"},           {"I", "Session"}, {"u", "what if"},   {"i", "What it is"},
        {"C", "What it shows"},     {"?", "Keys of"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(opens); i++) {
        headless_keys(opens[i].key);
        headless_has(opens[i].shows);
        headless_resize(3, 10);
        headless_keys("j PgDn > <");
        headless_resize(60, 200);
        headless_has("rooftop  samples.ncu-rep");
        headless_has(opens[i].shows);
        headless_keys("j PgDn > <");
        headless_resize(24, 80);
        headless_has(opens[i].shows);
        headless_keys("Esc");
        headless_has("Limited by");
    }
}

static void ascii_draws_nothing_else(void **state)
{
    static const char *const opens[] = {"Enter", "O", "M", "u", "i", "?"};
    (void)state;
    headless_has("Durationv");
    for (size_t i = 0; i < COUNT(opens); i++) {
        headless_keys(opens[i]);
        char *screen = headless_screen();
        for (const char *c = screen; *c; c++)
            if (*c != '\n' && (*c < ' ' || *c > '~'))
                fail_msg("not ASCII after %s:\n%s", opens[i], screen);
        free(screen);
        headless_keys("Esc");
    }
}

static void glyphs_are_chosen(void **state)
{
    (void)state;
    headless_keys("u");
    headless_has("⠉");
    headless_command("glyphs ascii");
    headless_lacks("▸");
    headless_command("glyphs blocks");
    headless_has("▀");
    headless_lacks("⠉");
    headless_command("glyphs full");
    headless_has("⠉");
}

static void a_theme_is_taken_by_name(void **state)
{
    (void)state;
    headless_command("theme mono");
    headless_lacks("there are no colours");
    headless_command("theme nowhere");
    assert_int_equal(headless_role_row(ROLE_ERROR, 1), 22);
}

#define on(set_up, test) cmocka_unit_test_setup_teardown(test, set_up, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        on(small, list_moves),
        on(small, list_searches),
        on(small, list_filters),
        on(small, list_sorts),
        on(small, list_is_clicked),
        on(small, list_scrolls_under_the_wheel),
        on(small, list_copies_its_row),
        on(small, list_chooses_columns),
        on(small, details_open_and_go_back),
        on(small, details_fold),
        on(small, details_go_from_section_to_section),
        on(small, details_search),
        on(small, details_visit_numbers),
        on(notes, details_show_notes),
        on(small, raw_moves_and_filters),
        on(small, raw_unfolds_instances_and_units),
        on(small, summary_opens_what_it_lists),
        on(small, rules_turn_on_and_off),
        on(small, help_scrolls_and_searches),
        on(small, occupancy_answers_what_if),
        on(small, metric_help_follows_its_lines),
        on(small, session_folds),
        on(views, ranges_filter_the_list),
        on(small, output_is_empty_for_a_report),
        cmocka_unit_test_teardown(source_shows_code, leave),
        on(small, commands_are_run),
        on(large, panes_stand_side_by_side),
        on(small, resizing_keeps_the_cursor),
        on(small, every_view_fits_every_size),
        on(ascii, ascii_draws_nothing_else),
        on(small, glyphs_are_chosen),
        on(small, a_theme_is_taken_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
