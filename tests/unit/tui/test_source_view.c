/* The source view: what belongs together, what is shown where, what is ranked how. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "code_sample.h"
#include "drawn.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "temp_folder.h"
#include "tui/source/source_ask.h"
#include "tui/source/source_foot.h"
#include "tui/source/source_go.h"
#include "tui/source/source_stalls.h"
#include "tui/source/source_view.h"

static struct build build;
static struct report *report;
static struct loop *loop;
static struct source_view view;
static char *root, *program;
static bool live;

/* An nvdisasm that takes so long before it prints. */
static void write_program(const char *before, size_t instructions)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "#!/bin/sh\n%s\ncat <<'EOF'\n", before);
    code_listing(&text, &(struct code_sample){.instructions = instructions});
    strbuf_adds(&text, "EOF\n");
    temp_folder_put(root, "nvdisasm", text.data);
    chmod(program, 0700);
    strbuf_free(&text);
}

static void open_sample(const struct code_sample *sample)
{
    struct error error = {""};
    struct source_options options = {.nvdisasm = program};
    build_code(&build, sample);
    report = build_open(&build);
    loop = loop_new();
    source_view_init(&view, report, &options, loop, &live);
    source_view_show(&view, report_result(report, 0, &error));
    assert_true(source_view_prepare(&view));
}

static void close_sample(void)
{
    source_view_free(&view);
    loop_free(loop);
    report_close(report);
    build_free(&build);
    build = (struct build){0};
}

/* Until the instructions have their text. */
static void wait_for_text(void)
{
    while (view.ask.run)
        assert_true(loop_step(loop, 5000));
}

static int set_up(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    root = temp_folder_new();
    program = mem_printf("%s/nvdisasm", root);
    write_program("", CODE_INSTRUCTIONS);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(program);
    return temp_folder_free(root);
}

static void act(enum action_id action)
{
    assert_true(source_view_act(&view, action, 24, 160));
}

/* Selects a row of a side: an instruction, or a line from 1. */
static void select_row(enum source_side side, size_t row)
{
    act(side == SOURCE_VIEW_SASS ? DO_SASS : side == SOURCE_VIEW_PTX ? DO_PTX : DO_CUDA);
    act(DO_FIRST);
    for (size_t i = side == SOURCE_VIEW_SASS ? 0 : 1; i < row; i++)
        act(DO_DOWN);
}

static void is_linked(size_t line, const char *expected)
{
    const struct source_sheet *sheet = source_function_sheet(view.open, SOURCE_VIEW_CUDA);
    size_t one, count;
    const size_t *instructions = source_sheet_instructions(sheet, line - 1, &one, &count);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&text, " %zu", instructions[i]);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void lines_have_all_their_instructions(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    is_linked(5, " 1 2 3");
    is_linked(10, " 6 7 8");
    is_linked(4, "");
    /* An instruction may be of several lines, in several files. */
    size_t count;
    source_links_of_instruction(&view.open->cuda.links, 8, &count);
    assert_int_equal(count, 2);
    source_links_of_instruction(&view.open->cuda.links, 7, &count);
    assert_int_equal(count, 1);
    source_links_of_instruction(&view.open->cuda.links, 99, &count);
    assert_int_equal(count, 0);
    assert_int_equal(source_sheet_row_of(&view.open->ptx_sheet, 8), 13);
    assert_int_equal(source_sheet_row_of(&view.open->ptx_sheet, 9), 12 + 1);
    close_sample();
}

static void an_instruction_that_stands_twice_counts_once(void **state)
{
    (void)state;
    size_t instructions[] = {1, 1, 2, 0, 2};
    struct source_line list[] = {{0, 7, instructions, 3}, {0, 9, instructions + 3, 2}};
    struct source_lines lines = {.lines = list, .count = 2};
    struct source_links links;
    size_t count;
    source_links_make(&links, &lines, 4);
    const size_t *found = source_links_of_line(&links, 0, &count);
    assert_int_equal(count, 2);
    assert_int_equal(found[1], 2);
    found = source_links_of_instruction(&links, 2, &count);
    assert_int_equal(count, 2);
    assert_int_equal(found[0], 0);
    assert_int_equal(found[1], 1);
    source_links_of_instruction(&links, 3, &count);
    assert_int_equal(count, 0);
    source_links_free(&links);
}

static void the_other_side_follows(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    select_row(SOURCE_VIEW_CUDA, 11);
    assert_int_equal(view.open->sass.cursor, 10);
    /* To the hottest of a line's instructions. */
    select_row(SOURCE_VIEW_CUDA, 10);
    assert_int_equal(view.open->sass.cursor, 8);
    /* A line without any leaves it where it is. */
    select_row(SOURCE_VIEW_CUDA, 8);
    assert_int_equal(view.open->sass.cursor, 5);
    select_row(SOURCE_VIEW_SASS, 3);
    assert_int_equal(source_view_other(&view)->side, SOURCE_VIEW_CUDA);
    assert_int_equal(source_view_other(&view)->cursor, 4);
    /* PTX follows, too, and goes on where the one before it stood. */
    select_row(SOURCE_VIEW_CUDA, 11);
    act(DO_SAME_PLACE);
    act(DO_PTX);
    assert_int_equal(source_view_sheet(&view)->cursor, 14);
    close_sample();
}

static void another_file_is_followed(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    assert_int_equal(view.open->file, 0);
    act(DO_NEXT_FILE);
    assert_int_equal(view.open->file, 1);
    /* Nothing but the lines with instructions is known of it. */
    const struct source_sheet *sheet = source_function_sheet(view.open, SOURCE_VIEW_CUDA);
    assert_int_equal(sheet->rows, 1);
    assert_int_equal(source_sheet_line(sheet, 0), 3);
    struct strbuf missing = {0};
    source_function_missing(view.open, SOURCE_VIEW_CUDA, &missing);
    assert_non_null(strstr(missing.data, "/inc/h.h: neither in the report nor on disk"));
    assert_non_null(strstr(missing.data, "--import-source"));
    strbuf_free(&missing);
    /* It is left for an instruction of the other file alone, not for one of both. */
    select_row(SOURCE_VIEW_SASS, 8);
    assert_int_equal(view.open->file, 0);
    act(DO_NEXT_FILE);
    act(DO_UP);
    act(DO_DOWN);
    assert_int_equal(view.open->file, 0);
    close_sample();
}

static void hot_spots_come_in_order(void **state)
{
    static const size_t expected[] = {8, 7, 9};
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    act(DO_SASS);
    for (size_t i = 0; i < COUNT(expected); i++) {
        act(DO_NEXT_HOT);
        assert_int_equal(source_view_sheet(&view)->cursor, expected[i]);
    }
    assert_string_equal(view.said, "Samples: 3 of 12, 3.2 % of the function");
    act(DO_PREVIOUS_HOT);
    assert_int_equal(source_view_sheet(&view)->cursor, 7);
    /* From elsewhere to the hottest. */
    act(DO_FIRST);
    act(DO_NEXT_HOT);
    assert_int_equal(source_view_sheet(&view)->cursor, 8);
    act(DO_PREVIOUS_HOT);
    assert_int_equal(view.hot_row, 11);
    /* By another column: where most threads are missing. */
    act(DO_NEXT_HEAT);
    act(DO_NEXT_HEAT);
    assert_string_equal(view.said, "Thread Instructions Executed");
    act(DO_NEXT_HOT);
    assert_int_equal(source_view_sheet(&view)->cursor, 8);
    act(DO_NEXT_HOT);
    assert_int_equal(source_view_sheet(&view)->cursor, 9);
    act(DO_NEXT_HOT);
    assert_int_equal(source_view_sheet(&view)->cursor, 8);
    close_sample();
}

static void cell_is(const char *title, const size_t *instructions, size_t count,
                    const char *expected)
{
    const struct source_columns *columns = &view.open->columns;
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].title, title) == 0) {
            struct strbuf text = {0};
            source_column_add(&text, columns, &columns->items[i], instructions, count, false);
            assert_string_equal(text.data, expected);
            strbuf_free(&text);
            return;
        }
    fail_msg("no column %s", title);
}

static void cells_of_lines_are_sums(void **state)
{
    static const size_t line[] = {6, 7, 8};
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    cell_is("Samples", line, 3, "905");
    cell_is("Stall", line, 3, "long_sb 84%");
    cell_is("Inst", line, 3, "1.44M");
    /* Not the mean of the instructions' ratios: 38.4M of 1.44M. */
    cell_is("Thr/inst", line, 3, "26.7");
    cell_is("L2 bytes", line, 3, "492M");
    cell_is("Excess", line, 3, "13.4M");
    close_sample();
}

static void nothing_is_made_up(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){
        .instructions = CODE_INSTRUCTIONS, .no_metrics = true, .no_lines = true});
    assert_int_equal(view.open->columns.count, 0);
    assert_int_equal(source_view_heat(&view), SIZE_MAX);
    act(DO_NEXT_HOT);
    assert_string_equal(view.said, "the first column is empty in every row");
    for (int side = SOURCE_VIEW_PTX; side <= SOURCE_VIEW_CUDA; side++) {
        struct strbuf missing = {0};
        source_function_missing(view.open, (enum source_side)side, &missing);
        assert_non_null(strstr(missing.data, "compile it with -lineinfo"));
        assert_int_equal(source_function_sheet(view.open, (enum source_side)side)->rows, 0);
        strbuf_free(&missing);
        act(side == SOURCE_VIEW_PTX ? DO_PTX : DO_CUDA);
        source_sheet_heat(source_view_sheet(&view), &view.open->columns, SIZE_MAX);
        act(DO_NEXT_HOT);
        act(DO_DOWN);
        act(DO_SASS);
    }
    /* The side that has something. */
    assert_int_equal(source_view_sheet(&view)->side, SOURCE_VIEW_SASS);
    close_sample();
}

static void lay_out(struct source_layout *layout, const struct source_columns *columns,
                    size_t skipped, int width, int change)
{
    source_layout(
        layout, columns,
        &(struct source_room){
            .skipped = skipped, .width = width, .number = 4, .longest = 60, .change = change});
}

static int stall_width(const struct source_layout *layout)
{
    for (int i = 0; i < layout->count; i++)
        if (view.open->columns.items[layout->shown[i]].kind == SOURCE_STALL)
            return layout->width[i];
    return 0;
}

/* The text keeps all that it needs, or this part of the side, or gave way to names of stalls. */
static bool text_has_room(const struct source_layout *layout, int width, int part)
{
    const bool named = stall_width(layout) > 14;
    return layout->text_width >= 60 || layout->text_width >= (width - SOURCE_MARKS) / part ||
           (named && layout->text_width >= 40);
}

static void columns_keep_apart_at_every_width(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    const struct source_columns *columns = &view.open->columns;
    for (size_t heat = 0; heat <= columns->count; heat++)
        for (int width = 10; width <= 300; width++) {
            struct source_layout layout;
            source_layout(&layout, columns,
                          &(struct source_room){.heat = heat == columns->count ? SIZE_MAX : heat,
                                                .width = width,
                                                .number = 4,
                                                .longest = 60});
            int at = SOURCE_MARKS;
            for (int i = 0; i < layout.count; i++) {
                assert_int_equal(layout.start[i], at);
                at += layout.width[i] + 1;
                assert_true((size_t)layout.width[i] >=
                            safe_text_width(columns->items[layout.shown[i]].title));
                /* In their order, the heat column before all. */
                if (i > (heat < columns->count))
                    assert_true(layout.shown[i] > layout.shown[i - 1]);
            }
            assert_int_equal(layout.number_start, at);
            assert_int_equal(layout.text_start, at + 5);
            if (layout.count) {
                assert_int_equal(layout.text_start + layout.text_width, width);
                assert_true(text_has_room(&layout, width, 2));
                assert_true(heat == columns->count || layout.shown[0] == heat);
            }
        }
    struct source_layout layout;
    lay_out(&layout, columns, 0, 40, 0);
    assert_int_equal(layout.count, 1 * (layout.count > 0));
    lay_out(&layout, columns, 0, 69, 0);
    assert_int_equal(layout.count, 2);
    /* The others take turns behind the first. */
    lay_out(&layout, columns, 3, 69, 0);
    assert_int_equal(layout.count, 2);
    assert_int_equal(layout.shown[0], 0);
    assert_int_equal(layout.shown[1], 4);
    lay_out(&layout, columns, 0, 300, 0);
    assert_int_equal((size_t)layout.count, columns->count);
    close_sample();
}

static void more_room_takes_no_column_away(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    int before = 0;
    for (int width = 10; width <= 300; width++) {
        struct source_layout layout;
        lay_out(&layout, &view.open->columns, 0, width, 0);
        assert_true(layout.count >= before);
        before = layout.count;
    }
    close_sample();
}

static void names_of_stalls_take_no_column_away(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    struct source_columns *columns = &view.open->columns;
    const size_t first[] = {8};
    cell_is("Stall", first, 1, "long_sb 88%");
    size_t stall = 0;
    while (columns->items[stall].kind != SOURCE_STALL)
        stall++;
    const int full = columns->items[stall].full;
    assert_int_equal(full, strlen("Long Scoreboard 100%"));
    for (int width = 10; width <= 300; width++) {
        struct source_layout with, without;
        lay_out(&with, columns, 0, width, 0);
        columns->items[stall].full = 0;
        lay_out(&without, columns, 0, width, 0);
        columns->items[stall].full = full;
        assert_int_equal(with.count, without.count);
        assert_memory_equal(with.shown, without.shown, sizeof with.shown);
        assert_true(with.text_width == without.text_width || with.text_width >= 40);
        assert_true(stall_width(&with) == stall_width(&without) || stall_width(&with) == full);
        if (width >= 120)
            assert_int_equal(stall_width(&with), full);
    }
    struct strbuf text = {0};
    source_column_add(&text, columns, &columns->items[stall], first, 1, true);
    assert_string_equal(text.data, "Long Scoreboard 88%");
    strbuf_free(&text);
    close_sample();
}

static void the_selection_stays_in_sight(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = 400});
    act(DO_SASS);
    struct source_sheet *sheet = source_view_sheet(&view);
    for (size_t cursor = 0; cursor < 400; cursor += 37)
        for (size_t seen = 1; seen < 60; seen += 7) {
            sheet->cursor = cursor;
            source_sheet_show(sheet, seen);
            assert_int_equal(sheet->cursor, cursor);
            assert_true(sheet->top <= cursor && cursor < sheet->top + seen);
            assert_true(sheet->top + seen <= 400);
        }
    /* A step scrolls by a row. */
    sheet->cursor = sheet->top = 100;
    source_sheet_show(sheet, 20);
    sheet->cursor = 120;
    source_sheet_show(sheet, 20);
    assert_int_equal(sheet->top, 101);
    close_sample();
}

static void marks_stand_at_their_rows(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    const struct source_sheet *lines = source_function_sheet(view.open, SOURCE_VIEW_CUDA);
    for (size_t row = 0; row < CODE_INSTRUCTIONS; row++) {
        size_t at = 0;
        const Rep__SourceMarker *marker =
            source_function_mark(view.open, &view.open->sass, row, &at);
        assert_int_equal(marker != NULL, row == 8);
        at = 0;
        marker = source_function_mark(view.open, lines, row, &at);
        assert_int_equal(marker != NULL, row == 9);
        if (marker)
            assert_string_equal(marker->tooltip, "this line loads with a stride");
    }
    close_sample();
}

static void functions_are_opened_one_by_one(void **state)
{
    (void)state;
    struct error error;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    source_view_show(&view, report_result(report, 1, &error));
    assert_true(source_view_prepare(&view));
    assert_int_equal(view.count, 2);
    assert_string_equal(view.open->view->mangled, "_Z4blurPKfPfi");
    assert_null(view.functions[1].metrics.columns);
    act(DO_NEXT_FUNCTION);
    assert_string_equal(view.open->view->mangled, "_Z6helperf");
    wait_for_text();
    assert_string_equal(code_listing_text(view.open->view, 0), "      FMUL R4, R4, R4");
    assert_int_equal(view.functions[0].lines.span_count, 0);
    act(DO_NEXT_FUNCTION);
    assert_string_equal(view.open->view->mangled, "_Z4blurPKfPfi");
    close_sample();
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1000 + (double)time.tv_nsec / 1e6;
}

static void keys_do_not_wait_for_the_text(void **state)
{
    (void)state;
    write_program("until [ -e \"$0.go\" ]; do sleep 0.02; done", CODE_INSTRUCTIONS);
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    assert_non_null(view.ask.run);
    act(DO_DOWN);
    assert_string_equal(code_listing_text(view.open->view, 9), "-");
    temp_folder_put(root, "nvdisasm.go", "");
    wait_for_text();
    /* Branches go to offsets, as rows are called. */
    assert_string_equal(code_listing_text(view.open->view, 9), "@P1   BRA 0x60");
    assert_null(view.ask.no_text);
    close_sample();
    /* What runs is ended when nobody wants it any more. */
    write_program("exec sleep 60", CODE_INSTRUCTIONS);
    const double start = now();
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    close_sample();
    assert_true(now() - start < 30000);
}

static void a_failure_is_told(void **state)
{
    (void)state;
    write_program("echo 'out of disks' >&2; exit 1", CODE_INSTRUCTIONS);
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    wait_for_text();
    assert_non_null(strstr(view.ask.no_text, "nvdisasm failed: out of disks"));
    close_sample();
}

static void a_result_that_comes_back_is_where_it_was(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    const struct result *result = view.result;
    select_row(SOURCE_VIEW_SASS, 8);
    source_view_show(&view, NULL);
    assert_false(source_view_prepare(&view));
    source_view_show(&view, result);
    assert_true(source_view_prepare(&view));
    assert_int_equal(source_view_sheet(&view)->cursor, 8);
    close_sample();
}

/* Shows a result anew, as one whose cause has this place. */
static size_t row_at_start(size_t result, const struct source_place *place)
{
    struct error error;
    source_view_show(&view, NULL);
    view.again.result = 0;
    source_view_show(&view, report_result(report, result, &error));
    source_view_start_at(&view, place);
    assert_true(source_view_prepare(&view));
    return source_view_sheet(&view)->cursor;
}

static void code_begins_where_the_cause_is(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    const size_t first = source_view_sheet(&view)->cursor;
    struct source_place place = {"_Z4blurPKfPfi", 0x10, 5};
    assert_int_equal(row_at_start(0, &place), 4);
    assert_int_not_equal(first, 4);
    /* The other side goes to its hottest instruction. */
    assert_int_equal(source_view_other(&view)->cursor, 2);
    /* Where keys go to instructions, it is one of those. */
    view.focus = 1;
    assert_int_equal(row_at_start(0, &place), 1);
    view.focus = 0;
    /* What has no line, or none of this function, begins at the hottest line. */
    place.line = 0;
    assert_int_equal(row_at_start(0, &place), 9);
    assert_int_equal(row_at_start(0, NULL), 9);
    place = (struct source_place){"_Z7missingv", 0, 5};
    assert_int_equal(row_at_start(0, &place), 9);
    /* Where the user went to is kept. */
    act(DO_FIRST);
    assert_true(source_view_prepare(&view));
    assert_int_equal(source_view_sheet(&view)->cursor, 0);
    close_sample();
    /* Code without lines begins at the instruction. */
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS, .no_lines = true});
    place = (struct source_place){"_Z4blurPKfPfi", 0x30, 0};
    assert_int_equal(row_at_start(0, &place), 3);
    close_sample();
    /* Nothing is hot: the first line. */
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS, .no_metrics = true});
    assert_int_equal(row_at_start(0, NULL), first);
    close_sample();
}

static void a_copied_row_says_where_it_is(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    wait_for_text();
    struct strbuf text = {0};
    select_row(SOURCE_VIEW_CUDA, 11);
    source_view_copy(&view, &text);
    assert_string_equal(text.data, "/app/work.cu:11:     out[i] = sum;\n");
    strbuf_clear(&text);
    select_row(SOURCE_VIEW_SASS, 11);
    source_view_copy(&view, &text);
    assert_string_equal(text.data, "0x7000b0       EXIT\n");
    strbuf_free(&text);
    close_sample();
}

static void paint_foot(void *context, struct painter *painter)
{
    (void)context;
    source_foot_paint(&view, painter);
}

static void stalls_have_one_name(void **state)
{
    (void)state;
    static const struct {
        const char *label, *expected;
    } cases[] = {{"stall_long_sb (Not Issued)", "Long Scoreboard (Not Issued)"},
                 {"stall_mio", "MIO Throttle"},
                 {"stall_unheard_of (Not Issued)", "stall_unheard_of (Not Issued)"},
                 {"Live Registers", "Live Registers"},
                 {"long_sb", "long_sb"},
                 {"", ""}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf text = {0};
        strbuf_adds(&text, "");
        source_stalls_label(&text, cases[i].label);
        assert_string_equal(text.data, cases[i].expected);
        strbuf_free(&text);
    }
}

static void below_the_code_stands_all_of_the_row(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    wait_for_text();
    select_row(SOURCE_VIEW_CUDA, 10);
    /* The line as a whole, values unbroken, findings to their end. */
    drawn_is(paint_foot, NULL, GLYPHS_ASCII, 40,
             "sum += weight(k) * in[i * 32 + k];\n"
             "Samples 905, Inst 1.44M, Thr/inst 26.7,\n"
             "L2 bytes 492M, Excess 13.4M\n"
             "Long Scoreboard  84.0 %    760  #####.\n"
             "Selected         11.0 %    100  =.....\n"
             "Barrier           5.0 %     45  -.....\n"
             "* this line loads with a stride\n"
             "Address Space Global,\n"
             "Access Operation Load\n");
    drawn_at_widths(paint_foot, NULL, 7);
    select_row(SOURCE_VIEW_SASS, 7);
    drawn_is(paint_foot, NULL, GLYPHS_ASCII, 60,
             "LDG.E R4, desc[UR4][R2.64]\n"
             "Samples 80, Inst 480K, Thr/inst 32, L2 bytes 492M,\n"
             "Excess 13.4M\n"
             "Long Scoreboard    75.0 %     60  ##################......\n"
             "Selected           25.0 %     20  ######..................\n"
             "Address Space Global, Access Operation Load\n");
    /* Nothing is known of a line without instructions but its text. */
    select_row(SOURCE_VIEW_CUDA, 2);
    drawn_is(paint_foot, NULL, GLYPHS_ASCII, 40, "#include \"h.h\"\n");
    close_sample();
}

static void sees(const char *text, const char *expected)
{
    struct strbuf seen = {0};
    source_sheet_add_shifted(&seen, source_view_sheet(&view), text);
    assert_string_equal(seen.data, expected);
    strbuf_free(&seen);
}

static void texts_move_to_the_left_as_far_as_the_longest_needs(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    act(DO_CUDA);
    struct source_sheet *sheet = source_view_sheet(&view);
    int most = sheet->longest - 20;
    assert_true(most > 20);
    assert_false(source_sheet_shift(sheet, -1, 20));
    sees("0123456789", "0123456789");
    assert_true(source_sheet_shift(sheet, 4, 20));
    sees("0123456789", "\xe2\x80\xa6"
                       "56789");
    sees("     56789", " 56789");
    sees("   34", "\xe2\x80\xa6");
    sees("", "");
    sees("0123\xe6\x96\x87"
         "6789",
         "\xe2\x80\xa6 6789");
    act(DO_TEXT_RIGHT);
    assert_int_equal(sheet->shift, 14);
    act(DO_TEXT_LEFT);
    act(DO_TEXT_LEFT);
    assert_int_equal(sheet->shift, 0);
    assert_string_equal(view.said, "");
    act(DO_TEXT_LEFT);
    assert_string_equal(view.said, "the lines begin here");
    for (int i = 0; i < 9; i++)
        act(DO_TEXT_RIGHT);
    assert_int_equal(sheet->shift, most);
    assert_string_equal(view.said, "the longest line ends here");
    /* More room shows more of the start. */
    assert_true(source_sheet_shift(sheet, 0, 200));
    assert_int_equal(sheet->shift, 0);
    act(DO_TEXT_RIGHT);
    assert_string_equal(view.said, "all lines are seen in full");
    close_sample();
}

static void searches_go_round(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    wait_for_text();
    act(DO_SASS);
    act(DO_FIRST);
    assert_true(source_view_search(&view, "exit", 1, true));
    assert_int_equal(source_view_sheet(&view)->cursor, 5);
    assert_true(source_view_search(&view, "exit", 1, false));
    assert_int_equal(source_view_sheet(&view)->cursor, 11);
    assert_true(source_view_search(&view, "exit", 1, false));
    assert_int_equal(source_view_sheet(&view)->cursor, 5);
    assert_false(source_view_search(&view, "Exit", 1, true));
    close_sample();
}

static struct build build_then;
static struct report *report_then;

/* The sample beside an older version of it; a program prints the text of both unless it is NULL. */
static void open_compared(const struct code_sample *then, const char *name)
{
    struct error error = {""};
    build_code(&build_then, then);
    report_then = build_open(&build_then);
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    source_view_compare(&view, report_result(report_then, 0, &error), name);
    assert_true(source_view_prepare(&view));
    while (view.ask.run || view.before.ask.run)
        assert_true(loop_step(loop, 5000));
    assert_true(source_view_prepare(&view));
}

static void close_compared(void)
{
    close_sample();
    report_close(report_then);
    build_free(&build_then);
    build_then = (struct build){0};
}

/* A program that prints the text of the module that it is given. */
static void write_both(void)
{
    const struct code_sample samples[] = {
        {.instructions = CODE_INSTRUCTIONS},
        {.instructions = CODE_INSTRUCTIONS, .before = true},
    };
    struct strbuf text = {0};
    strbuf_adds(&text, "#!/bin/sh\nif grep -qa 'version 9.0'; then cat <<'EOF'\n");
    code_listing(&text, &samples[0]);
    strbuf_adds(&text, "EOF\nelse cat <<'EOF'\n");
    code_listing(&text, &samples[1]);
    strbuf_adds(&text, "EOF\nfi\n");
    temp_folder_put(root, "nvdisasm", text.data);
    chmod(program, 0700);
    strbuf_free(&text);
}

/* The rows of a side by their partners' instructions: "0 1,2 + -". */
static void partners_are(enum source_side side, const char *expected)
{
    const struct source_sheet *sheet = source_function_sheet(view.open, side);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t row = 0; row < sheet->rows; row++) {
        size_t one, count;
        const size_t *found;
        enum source_partner partner =
            source_before_row(&view.before, sheet, row, &one, &found, &count);
        strbuf_adds(&text, row ? " " : "");
        for (size_t i = 0; i < count; i++)
            strbuf_addf(&text, "%s%zu", i ? "," : "", found[i]);
        strbuf_adds(&text, partner == SOURCE_NEW ? "+" : partner == SOURCE_NO_CODE ? "-" : "");
    }
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void told(enum source_side side, const char *expected)
{
    struct strbuf text = {0};
    source_before_tell(&view.before, view.open, side, &text);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void rows_have_their_partners_in_a_baseline(void **state)
{
    (void)state;
    write_both();
    open_compared(&(struct code_sample){.instructions = CODE_INSTRUCTIONS, .before = true}, "then");
    assert_int_equal(view.before.code.by, SOURCE_BY_TEXT);
    /* Registers and a constant differ; the bounds came, a store to out[0] went. */
    partners_are(SOURCE_VIEW_SASS, "0 1 2 3 + + 6 7 8 9 10 11");
    partners_are(SOURCE_VIEW_CUDA, "- - 0 - 1,2,3 + + - 9 6,7,8 10 11");
    partners_are(SOURCE_VIEW_PTX, "- - - - - - 0 1 2 3 + + 6,7 8,9 10 - 11 -");
    told(SOURCE_VIEW_SASS, "different code: 2 new (+), 2 only in the baseline");
    told(SOURCE_VIEW_CUDA, "different code: 2 new (+), 1 only in the baseline");
    told(SOURCE_VIEW_PTX, "different code: 2 new (+), 2 only in the baseline");
    close_compared();
}

static void the_same_code_is_matched_by_its_place(void **state)
{
    (void)state;
    open_compared(&(struct code_sample){.instructions = CODE_INSTRUCTIONS}, "then");
    assert_int_equal(view.before.code.by, SOURCE_SAME_CODE);
    assert_null(view.before.ask.function);
    partners_are(SOURCE_VIEW_SASS, "0 1 2 3 4 5 6 7 8 9 10 11");
    told(SOURCE_VIEW_SASS, "the same code");
    close_compared();
}

static void without_a_text_bytes_are_matched(void **state)
{
    (void)state;
    write_program("exit 1", CODE_INSTRUCTIONS);
    open_compared(&(struct code_sample){.instructions = CODE_INSTRUCTIONS, .before = true}, "then");
    assert_int_equal(view.before.code.by, SOURCE_BY_BYTES);
    partners_are(SOURCE_VIEW_SASS, "0 1 2 3 + + 6 7 8 9 10 11");
    told(SOURCE_VIEW_SASS,
         "different code (no text: by opcodes): 2 new (+), 2 only in the baseline");
    close_compared();
}

static void lines_without_a_text_are_matched_by_number(void **state)
{
    (void)state;
    write_both();
    open_compared(
        &(struct code_sample){.instructions = CODE_INSTRUCTIONS, .before = true, .no_file = true},
        "then");
    partners_are(SOURCE_VIEW_CUDA, "- - + - + 1,2,3 + - 9 6,7,8 10 11");
    close_compared();
}

static void change_is(const char *title, enum source_side side, size_t row, const char *expected,
                      enum change_verdict verdict)
{
    const struct source_columns *columns = &view.open->columns;
    const struct source_sheet *sheet = source_function_sheet(view.open, side);
    size_t one, other, count, partner_count;
    const size_t *partners, *instructions = source_sheet_instructions(sheet, row, &one, &count);
    source_before_row(&view.before, sheet, row, &other, &partners, &partner_count);
    for (size_t i = 0; i < columns->count; i++)
        if (strcmp(columns->items[i].title, title) == 0) {
            struct value_change change =
                source_before_change(&view.before, columns, &columns->items[i], instructions, count,
                                     partners, partner_count);
            assert_string_equal(change.text, expected);
            assert_int_equal(change.verdict, verdict);
            return;
        }
    fail_msg("no column %s", title);
}

static void changes_are_judged_by_what_is_counted(void **state)
{
    (void)state;
    write_both();
    open_compared(&(struct code_sample){.instructions = CODE_INSTRUCTIONS, .before = true}, "then");
    /* Samples vary by their root, what is executed not at all. */
    change_is("Samples", SOURCE_VIEW_SASS, 8, "-59.3 %", CHANGE_BETTER);
    change_is("Samples", SOURCE_VIEW_SASS, 2, "~", CHANGE_NOISE);
    change_is("Inst", SOURCE_VIEW_SASS, 8, "-6.2 %", CHANGE_OTHER);
    change_is("Inst", SOURCE_VIEW_SASS, 0, "=", CHANGE_EQUAL);
    change_is("Thr/inst", SOURCE_VIEW_SASS, 8, "-50.0 %", CHANGE_WORSE);
    change_is("Excess", SOURCE_VIEW_SASS, 7, "-6.2 %", CHANGE_BETTER);
    change_is("Excess", SOURCE_VIEW_SASS, 0, "", CHANGE_ABSENT);
    change_is("Stall", SOURCE_VIEW_SASS, 6, "", CHANGE_ABSENT);
    change_is("Stall", SOURCE_VIEW_SASS, 10, "was barrier", CHANGE_OTHER);
    change_is("Samples", SOURCE_VIEW_CUDA, 9, "-55.2 %", CHANGE_BETTER);
    /* What is off is not there at all. */
    view.before.off = true;
    assert_true(source_view_prepare(&view));
    partners_are(SOURCE_VIEW_SASS, "- - - - - - - - - - - -");
    told(SOURCE_VIEW_SASS, "changes are off (c)");
    source_view_compare(&view, NULL, "no launch like this one");
    assert_true(source_view_prepare(&view));
    told(SOURCE_VIEW_SASS, "");
    close_compared();
}

static void a_column_that_is_0_now_stays(void **state)
{
    (void)state;
    struct error error;
    build_code(&build_then, &(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    report_then = build_open(&build_then);
    const struct result *then = report_result(report_then, 0, &error);
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    const struct code_column *excess = source_metrics_find(
        &view.open->view->metrics, "derived__memory_l2_theoretical_sectors_global_excessive");
    for (size_t i = 0; i < CODE_INSTRUCTIONS; i++)
        excess->numbers[i] = 0;
    source_function_compare(view.open, NULL);
    size_t count = view.open->columns.count;
    source_view_compare(&view, then, "then");
    assert_true(source_view_prepare(&view));
    assert_int_equal(view.open->columns.count, count + 1);
    change_is("Excess", SOURCE_VIEW_SASS, 7, "to 0", CHANGE_BETTER);
    view.before.off = true;
    assert_true(source_view_prepare(&view));
    assert_int_equal(view.open->columns.count, count);
    close_compared();
}

static void another_function_is_compared_with_its_own(void **state)
{
    (void)state;
    struct error error;
    build_code(&build_then, &(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    report_then = build_open(&build_then);
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    source_view_show(&view, report_result(report, 1, &error));
    source_view_compare(&view, report_result(report_then, 0, &error), "then");
    assert_true(source_view_prepare(&view));
    told(SOURCE_VIEW_SASS, "the same code");
    act(DO_NEXT_FUNCTION);
    told(SOURCE_VIEW_SASS, "it has no code of this function");
    source_view_compare(&view, report_result(report_then, 1, &error), "then");
    assert_true(source_view_prepare(&view));
    told(SOURCE_VIEW_SASS, "the same code; without source metrics");
    close_compared();
}

static void changes_stand_behind_values_or_in_their_place(void **state)
{
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    const struct source_columns *columns = &view.open->columns;
    for (int change = 10; change <= 14; change += 4)
        for (int width = 10; width <= 300; width++) {
            struct source_layout layout;
            lay_out(&layout, columns, 0, width, change);
            int at = SOURCE_MARKS;
            for (int i = 0; i < layout.count; i++) {
                assert_int_equal(layout.start[i], at);
                assert_true(layout.width[i] || layout.change[i] >= change);
                at +=
                    layout.width[i] + layout.change[i] + (layout.width[i] && layout.change[i]) + 1;
            }
            assert_int_equal(layout.number_start, at);
            if (layout.count)
                assert_true(text_has_room(&layout, width, 3));
        }
    struct source_layout layout;
    lay_out(&layout, columns, 0, 80, 10);
    assert_int_equal(layout.change[0], 10);
    assert_int_equal(layout.count, 2);
    assert_int_equal(layout.change[1], 0);
    /* In half of a narrow screen it stands behind the bar, or alone. */
    lay_out(&layout, columns, 0, 40, 10);
    assert_int_equal(layout.width[0], SOURCE_BAR);
    assert_int_equal(layout.change[0], 10);
    lay_out(&layout, columns, 0, 40, 14);
    assert_int_equal(layout.width[0], 0);
    assert_int_equal(layout.change[0], 14);
    close_sample();
}

static void a_cursor_goes_over_the_columns(void **state)
{
    static const char *const expected[] = {"Warp Stall Sampling (All Samples)", "Warp stalls",
                                           "Instructions Executed", "Thread Instructions Executed"};
    (void)state;
    open_sample(&(struct code_sample){.instructions = CODE_INSTRUCTIONS});
    for (size_t i = 0; i < COUNT(expected); i++) {
        act(DO_NEXT_NUMBER);
        assert_string_equal(view.number.label, expected[i]);
    }
    act(DO_NUMBER_LEFT);
    assert_string_equal(view.number.label, expected[2]);
    /* The heat column comes first, wherever it is among them. */
    act(DO_NEXT_HEAT);
    act(DO_NEXT_NUMBER);
    assert_string_equal(view.number.label, expected[0]);
    act(DO_PREVIOUS_NUMBER);
    act(DO_PREVIOUS_NUMBER);
    assert_string_equal(view.number.label,
                        view.open->columns.items[view.open->columns.count - 1].label);
    act(DO_NEXT_NUMBER);
    assert_string_equal(view.number.label, expected[2]);
    size_t row = source_view_sheet(&view)->cursor;
    act(DO_NUMBER_DOWN);
    assert_int_equal(source_view_sheet(&view)->cursor, row + 1);
    act(DO_DROP_NUMBER);
    assert_string_equal(view.number.label, "");
    close_sample();
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(lines_have_all_their_instructions),
        CASE(an_instruction_that_stands_twice_counts_once),
        CASE(the_other_side_follows),
        CASE(another_file_is_followed),
        CASE(hot_spots_come_in_order),
        CASE(cells_of_lines_are_sums),
        CASE(nothing_is_made_up),
        CASE(columns_keep_apart_at_every_width),
        CASE(more_room_takes_no_column_away),
        CASE(names_of_stalls_take_no_column_away),
        CASE(the_selection_stays_in_sight),
        CASE(marks_stand_at_their_rows),
        CASE(functions_are_opened_one_by_one),
        CASE(keys_do_not_wait_for_the_text),
        CASE(a_failure_is_told),
        CASE(a_result_that_comes_back_is_where_it_was),
        CASE(code_begins_where_the_cause_is),
        CASE(a_copied_row_says_where_it_is),
        CASE(stalls_have_one_name),
        CASE(below_the_code_stands_all_of_the_row),
        CASE(texts_move_to_the_left_as_far_as_the_longest_needs),
        CASE(searches_go_round),
        CASE(rows_have_their_partners_in_a_baseline),
        CASE(the_same_code_is_matched_by_its_place),
        CASE(without_a_text_bytes_are_matched),
        CASE(lines_without_a_text_are_matched_by_number),
        CASE(changes_are_judged_by_what_is_counted),
        CASE(a_column_that_is_0_now_stays),
        CASE(another_function_is_compared_with_its_own),
        CASE(changes_stand_behind_values_or_in_their_place),
        CASE(a_cursor_goes_over_the_columns),
    };
    return cmocka_run_group_tests_name("code_view", tests, NULL, NULL);
}
