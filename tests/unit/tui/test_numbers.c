/* Where the numbers of sections stand, at every width, and how the cursor goes over them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawn.h"
#include "figures_sample.h"
#include "report/base/mem.h"
#include "report/content/body_span.h"
#include "report/content/section_figures.h"
#include "report/section/section_scope.h"
#include "tui/details/details_section.h"
#include "tui/figures/bar_figure.h"
#include "tui/figures/figures.h"
#include "tui/widgets/number_line.h"

static const char samples[] = "tests/data/samples.ncu-rep";

static struct details_section folded_of(const struct result *result,
                                        const Rep__ProfilerSection *section)
{
    return (struct details_section){.view =
                                        section_view_new(result, section, (struct view_style){0}),
                                    .result = result,
                                    .open = true};
}

static const Rep__ProfilerSection *section_of(const struct result *result, const char *identifier)
{
    for (size_t i = 0; i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, identifier) == 0)
            return result->sections[i];
    fail_msg("no section %s", identifier);
    return NULL;
}

static struct number_map numbers_at(const struct details_section *section, int width, int *lines)
{
    struct number_map map = {0};
    struct painter p = {
        .measure = true, .width = width, .glyphs = glyphs_at(GLYPHS_FULL), .numbers = &map};
    details_section_draw(section, &p);
    *lines = p.line;
    return map;
}

static bool overlap(const struct rect *a, const struct rect *b)
{
    return a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns && b->column < a->column + a->columns;
}

static void are_apart_and_inside(const struct number_map *map, int width, int lines)
{
    for (size_t i = 0; i < map->count; i++) {
        const struct rect *at = &map->places[i].at;
        assert_true(at->row >= 0 && at->column >= 0 && at->rows == 1 && at->columns > 0);
        assert_true(at->row < lines && at->column + at->columns <= width);
        for (size_t j = 0; j < i; j++)
            if (overlap(at, &map->places[j].at))
                fail_msg("%s and %s overlap at %d columns", map->places[i].number.label,
                         map->places[j].number.label, width);
    }
}

/* A link without traffic, or a unit, stands in the memory chart that is wide enough, else it is
 * named with others. */
static bool is_idle_link(const struct number *number)
{
    return number->label && number->value == 0 &&
           (strstr(number->label, " -> ") || strstr(number->label, ": port peak") ||
            strstr(number->label, ": hit rate"));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted, one a line. */
static char *names_of(const struct number_map *map)
{
    char **names = mem_alloc((map->count + 1) * sizeof *names);
    struct strbuf all = {0};
    size_t count = 0;
    strbuf_adds(&all, "");
    for (size_t i = 0; i < map->count; i++) {
        const struct number *number = &map->places[i].number;
        if (!is_idle_link(number))
            names[count++] = mem_printf("%s: %s %.17g\n", number->label ? number->label : "",
                                        number->source ? number->source : "", number->value);
    }
    qsort(names, count, sizeof *names, by_text);
    for (size_t i = 0; i < count; i++) {
        strbuf_adds(&all, names[i]);
        free(names[i]);
    }
    free(names);
    return strbuf_detach(&all);
}

static size_t count_like(const struct number_map *map, const char *source, const char *label)
{
    size_t count = 0;
    for (size_t i = 0; i < map->count; i++) {
        const struct number *number = &map->places[i].number;
        count += number->source && strcmp(number->source, source) == 0 && number->label &&
                 strcmp(number->label, label) == 0;
    }
    return count;
}

/* How often the model has a metric under a label: in the header, in the bodies. */
static void count_in_model(const struct section_view *view, const struct view_cell *like,
                           size_t counts[2])
{
    counts[0] = counts[1] = 0;
    for (size_t i = 0; i < view->header_count; i++)
        counts[0] += view->header[i].metric && strcmp(view->header[i].metric, like->metric) == 0 &&
                     strcmp(view->header[i].label, like->label) == 0;
    for (size_t i = 0; i < view->block_count; i++)
        for (size_t j = 0; j < view->blocks[i].count; j++) {
            const struct view_cell *cell = &view->blocks[i].cells[j];
            counts[1] += cell->metric && strcmp(cell->metric, like->metric) == 0 &&
                         strcmp(cell->label, like->label) == 0;
        }
}

/* What the section has, told by its model: each is there once. Bodies that only repeat the header
 * are not drawn. */
static void has_all_of_the_model(const struct details_section *section,
                                 const struct number_map *map)
{
    const struct section_view *view = section->view;
    for (size_t i = 0; i < view->header_count; i++) {
        size_t counts[2], found;
        if (!view->header[i].metric)
            continue;
        count_in_model(view, &view->header[i], counts);
        found = count_like(map, view->header[i].metric, view->header[i].label);
        assert_in_range(found, counts[0], counts[0] + counts[1]);
    }
    const struct section_figures *figures = section_view_figures(section->view);
    for (size_t i = 0; i < figures->count; i++) {
        const struct body_table *table = &figures->tables[i];
        for (size_t j = 0; table->kind == BODY_TABLE && j < table->row_count; j++)
            for (size_t k = 0; k < table->column_count; k++) {
                const char *source = body_cell_source(table, &table->rows[j], k);
                char *rows = body_span_label(table, &table->rows[j], k);
                char *label = mem_printf("%s: %s", rows, table->columns[k]);
                if (table->rows[j].cells[k].has_number && source)
                    assert_int_equal(count_like(map, source, label), 1);
                free(label);
                free(rows);
            }
        for (size_t j = 0; table->map && j < table->map->link_count; j++) {
            const struct memory_link *link = &table->map->links[j];
            char *label = mem_printf("%s -> %s", link->from, link->to);
            size_t found = 0;
            for (size_t k = 0; k < map->count; k++)
                found += strcmp(map->places[k].number.label, label) == 0;
            if (link->amount > 0)
                assert_int_equal(found, 1);
            free(label);
        }
    }
}

static void holds_at_all_widths(const struct details_section *section, int step)
{
    char *first = NULL;
    int lines;
    for (int width = 40; width <= 300; width += step) {
        struct number_map map = numbers_at(section, width, &lines);
        char *names = names_of(&map);
        are_apart_and_inside(&map, width, lines);
        if (section->whole_tables)
            has_all_of_the_model(section, &map);
        if (first && strcmp(first, names) != 0) {
            /* cmocka would cut it off. */
            fprintf(stderr, "%s at %d columns has\n%s\nand not\n%s", details_section_id(section),
                    width, names, first);
            fail();
        }
        if (first)
            free(names);
        else
            first = names;
        number_map_clear(&map);
    }
    free(first);
}

static void each_number_stands_once_in_its_pane(void **state)
{
    (void)state;
    struct build build = {{0}};
    build_figures(&build);
    struct report *report = build_open(&build);
    const struct result *result = report_result(report, 0, NULL);
    for (size_t i = 0; i < result->section_count; i++)
        for (int style = 0; style < 4; style++) {
            struct details_section section = folded_of(result, result->sections[i]);
            section.whole_tables = style & 1;
            section.metric_names = style & 2;
            holds_at_all_widths(&section, 1);
            section_view_free(section.view);
        }
    report_close(report);
    build_free(&build);
}

/* Every section of a report's results, in steps; returns how many there were. */
static size_t check_report(const char *path, size_t step)
{
    struct error error;
    struct report *report = report_open(path, &error);
    assert_non_null(report);
    size_t drawn_count = 0;
    for (size_t r = 0; r < report_count(report); r += step) {
        const struct result *result = report_result(report, r, NULL);
        struct section_scope scope = section_scope_of(result);
        for (size_t i = 0; i < result->section_count; i++) {
            if (!section_applies(result->sections[i], &scope))
                continue;
            struct details_section section = folded_of(result, result->sections[i]);
            section.whole_tables = i % 2;
            holds_at_all_widths(&section, 13);
            section_view_free(section.view);
            drawn_count++;
        }
    }
    report_close(report);
    return drawn_count;
}

static const char *const *paths;

static void in_reports(void **state)
{
    (void)state;
    for (const char *const *path = paths; *path; path++)
        printf("%s: numbers of %zu sections\n", *path, check_report(*path, 1));
}

static void also_in_reports(void **state)
{
    (void)state;
    assert_true(check_report(samples, 3) > 10);
}

/* Whatever stands above the values. */
static void a_long_heading_leaves_values_in_the_pane(void **state)
{
    (void)state;
    const struct bar bars[] = {{.label = "a", .value = "1", .number = 1, .share = 2, .source = "x"},
                               {.label = "b", .value = "22", .number = 22, .share = 98}};
    const struct bar_figure figure = {
        .value_heading = "a_very_long_name_of_a_metric_that_the_section_gives_no_label_for",
        .share_heading = "share",
        .bars = bars,
        .count = COUNT(bars)};
    for (int width = 40; width <= 300; width++) {
        struct number_map map = {0};
        struct painter p = {
            .measure = true, .width = width, .glyphs = glyphs_at(GLYPHS_FULL), .numbers = &map};
        bar_figure_draw(&figure, 5, &p);
        assert_int_equal(map.count, COUNT(bars));
        are_apart_and_inside(&map, width, p.line);
        number_map_clear(&map);
    }
}

struct marked {
    struct details_section section;
    const char *label;
};

static void draw_marked(void *context, struct painter *p)
{
    const struct marked *marked = context;
    int lines;
    struct number_map map = numbers_at(&marked->section, p->width, &lines);
    struct number like = {.label = marked->label};
    for (size_t i = 0; i < map.count && !map.marked; i++)
        if (strcmp(map.places[i].number.label, like.label) == 0)
            map.marked = i + 1;
    if (!map.marked)
        fail_msg("nothing is called %s", marked->label);
    number_map_clear(&map);
    p->numbers = &map;
    details_section_draw(&marked->section, p);
    number_map_clear(&map);
}

static void is_marked(const struct result *result, const char *section, const char *label,
                      int width, const char *line)
{
    struct marked marked = {folded_of(result, section_of(result, section)), label};
    char *text = drawn(draw_marked, &marked, GLYPHS_ASCII, width);
    if (!strstr(text, line))
        fail_msg("no \"%s\" in\n%s", line, text);
    free(text);
    section_view_free(marked.section.view);
}

/* Not by colour alone. */
static void the_marked_number_has_a_mark(void **state)
{
    (void)state;
    struct build build = {{0}};
    use_locale("C");
    build_figures(&build);
    struct report *report = build_open(&build);
    const struct result *result = report_result(report, 0, NULL);
    is_marked(result, "FigStates", "Barrier", 80, "Barrier                     >31.60");
    is_marked(result, "FigMemory", "L1/TEX Cache -> Global", 110, "Global >< 4.19M 25% =|");
    is_marked(result, "FigMemory", "Kernel -> Shared", 76, ">46.1M inst");
    is_marked(result, "FigMemory", "Kernel -> Shared", 80, "|      >-46.1M>|Shared |");
    is_marked(result, "FigMemory", "L2 Cache: hit rate", 110, ">hit 97 %");
    is_marked(result, "FigRest", "Count: Sum", 70, ">12");
    is_marked(result, "FigTimes", "SM / Row / Throughput, mean of all samples", 70, ">");
    is_marked(result, "FigRoofline", "L1 Achieved Value", 80, ">2 L1:");
    is_marked(result, "FigRoofline", "L1 Achieved Value", 80, "  >2 ");
    report_close(report);
    build_free(&build);
    use_locale("C.UTF-8");
}

static void add(struct number_map *map, const char *source, const char *label, int row, int column)
{
    number_map_add(map, &(struct number){.source = source, .label = label},
                   (struct rect){row, column, 1, 4});
}

static void the_cursor_goes_by_place(void **state)
{
    (void)state;
    struct number_map map = {0};
    add(&map, "a", "0", 2, 10);
    add(&map, "b", "1", 2, 30);
    add(&map, "c", "2", 3, 10);
    add(&map, "d", "3", 5, 28);
    add(&map, "e", "4", 6, 12);
    static const struct {
        size_t from;
        int down, right;
        size_t to;
    } moves[] = {{0, 0, 1, 1},  {1, 0, -1, 0}, {0, 0, -1, 0}, {1, 0, 1, 1},
                 {0, 1, 0, 2},  {1, 1, 0, 3},  {2, 1, 0, 4},  {3, -1, 0, 1},
                 {4, -1, 0, 3}, {0, -1, 0, 0}, {3, 0, -1, 3}};
    for (size_t i = 0; i < COUNT(moves); i++)
        assert_int_equal(number_map_neighbour(&map, moves[i].from, moves[i].down, moves[i].right),
                         moves[i].to);
    assert_int_equal(number_map_at(&map, 2, 33), 1);
    assert_int_equal(number_map_at(&map, 2, 34), map.count);
    number_map_clear(&map);
}

static void a_number_is_found_again(void **state)
{
    (void)state;
    struct number_map map = {0};
    add(&map, "a", "A", 0, 0);
    add(&map, "b", "B", 1, 0);
    add(&map, "a", "other", 2, 0);
    add(&map, NULL, "link", 3, 0);
    assert_int_equal(number_map_find(&map, &(struct number){.source = "a", .label = "other"}, 0),
                     2);
    assert_int_equal(number_map_find(&map, &(struct number){.source = "a", .label = "new"}, 3), 2);
    assert_int_equal(number_map_find(&map, &(struct number){.source = "a", .label = "new"}, 0), 0);
    assert_int_equal(number_map_find(&map, &(struct number){.label = "link"}, 0), 3);
    assert_int_equal(number_map_find(&map, &(struct number){.label = "gone"}, 0), map.count);
    assert_int_equal(number_map_find(&map, &(struct number){.source = "c", .label = "A"}, 0),
                     map.count);
    number_map_clear(&map);
}

static void line_is(const struct result *result, struct number number, const char *expected)
{
    struct strbuf line = {0};
    number_line(&line, &number, result);
    assert_string_equal(line.data, expected);
    strbuf_free(&line);
}

static void the_line_says_name_value_and_peak(void **state)
{
    (void)state;
    struct build build = {{0}};
    build_figures(&build);
    struct report *report = build_open(&build);
    const struct result *result = report_result(report, 0, NULL);
    line_is(result, (struct number){.source = "dram__bytes_read.sum", .value = 8390000},
            "dram__bytes_read.sum  8390000 B \u00b7 83 % of the peak");
    line_is(result,
            (struct number){.source = "gpu__time_duration.sum", .label = "Duration", .value = 0.1},
            "gpu__time_duration.sum  0.1 ns \u00b7 Duration");
    line_is(result,
            (struct number){.source = "a.sum + b.sum",
                            .label = "L1 -> L2",
                            .value = 12,
                            .unit = "byte",
                            .peak = 41.25},
            "L1 -> L2  12 B \u00b7 41.2 % of the peak \u00b7 a.sum + b.sum");
    line_is(result, (struct number){.source = "no.sum", .value = NAN, .text = "n/a"},
            "no.sum  n/a");
    /* A long name does not push the reason out of the row. */
    line_is(result, (struct number){.source = "no.sum", .value = NAN, .note = "only instances"},
            "only instances \u00b7 no.sum");
    line_is(result,
            (struct number){.label = "\033evil", .value = 1e300, .unit = "", .note = "a note"},
            "\u241bevil  1e+300 \u00b7 a note");
    report_close(report);
    build_free(&build);
}

static void values_keep_all_digits(void **state)
{
    (void)state;
    static const double values[] = {
        0, 1, 0.1, 1.0 / 3, 65.74275880315739, 1e15, 1e22, 123456789012345.0, 5e-324, -2.5};
    for (size_t i = 0; i < COUNT(values); i++) {
        struct strbuf text = {0};
        number_add_exact(&text, values[i]);
        assert_true(strtod(text.data, NULL) == values[i]);
        strbuf_free(&text);
    }
}

static int begin(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    return 0;
}

/* With reports: looks at what they hold. */
int main(int argc, char **argv)
{
    const struct CMUnitTest given[] = {cmocka_unit_test(in_reports)};
    paths = (const char *const *)argv + 1;
    if (argc > 1)
        return cmocka_run_group_tests_name("numbers of reports", given, begin, NULL);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_number_stands_once_in_its_pane),
        cmocka_unit_test(also_in_reports),
        cmocka_unit_test(a_long_heading_leaves_values_in_the_pane),
        cmocka_unit_test(the_marked_number_has_a_mark),
        cmocka_unit_test(the_cursor_goes_by_place),
        cmocka_unit_test(a_number_is_found_again),
        cmocka_unit_test(the_line_says_name_value_and_peak),
        cmocka_unit_test(values_keep_all_digits),
    };
    return cmocka_run_group_tests_name("numbers", tests, begin, NULL);
}
