#include "report/content/body_span.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/strbuf.h"
#include "report/base/text_table.h"
#include "report/page_parts/page_body.h"

enum { ROWS = 7, COLUMNS = 2 };

/* Misses are counted for local and global loads together, and for three kinds of atomics; nobody
 * counted those of textures. */
struct sample {
    struct body_table table;
    struct body_row rows[ROWS];
    struct body_cell cells[ROWS][COLUMNS];
};

static void set(struct body_cell *cell, const char *text)
{
    cell->text = (char *)text;
    cell->joint = !text;
    cell->has_number = text && *text;
    cell->number = text ? strtod(text, NULL) : 0;
}

static void make(struct sample *sample)
{
    static const char *const labels[] = {"Local",      "Global",     "Store",  "Atomic ALU",
                                         "Atomic CAS", "Atomic ...", "Texture"};
    static const char *const counts[] = {"0", "262,144", "12", "1", "2", "3", "4"};
    static const char *const misses[] = {"3,180,235", NULL, "77", "50", NULL, NULL, ""};
    static char *columns[] = {(char *)"Instructions", (char *)"Misses"};
    *sample = (struct sample){.table = {.label = (char *)"L1",
                                        .description = (char *)"",
                                        .body = "",
                                        .row_name = (char *)"Access",
                                        .columns = columns,
                                        .column_count = COLUMNS,
                                        .rows = sample->rows,
                                        .row_count = ROWS}};
    for (size_t i = 0; i < ROWS; i++) {
        sample->rows[i].label = (char *)labels[i];
        sample->rows[i].cells = sample->cells[i];
        set(&sample->cells[i][0], counts[i]);
        set(&sample->cells[i][1], misses[i]);
    }
}

static void page_is(const char *expected)
{
    struct sample sample;
    const struct page_options options = {0};
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    make(&sample);
    page_body_table(&sample.table, &options, out, text_table_print);
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void text_pages_join_rows_with_brackets(void **state)
{
    (void)state;
    use_locale("C");
    page_is("    ---------- ------------ -----------\n"
            "    Access     Instructions      Misses\n"
            "    ---------- ------------ -----------\n"
            "    Local                 0      both \\\n"
            "    Global          262,144 3,180,235 /\n"
            "    Store                12        77  \n"
            "    Atomic ALU            1        50 \\\n"
            "    Atomic CAS            2       all |\n"
            "    Atomic ...            3       all /\n"
            "    Texture               4            \n");
    use_locale("C.UTF-8");
    page_is("    ---------- ------------ -----------\n"
            "    Access     Instructions      Misses\n"
            "    ---------- ------------ -----------\n"
            "    Local                 0      both \u2510\n"
            "    Global          262,144 3,180,235 \u2518\n"
            "    Store                12        77  \n"
            "    Atomic ALU            1        50 \u2510\n"
            "    Atomic CAS            2       all \u2502\n"
            "    Atomic ...            3       all \u2518\n"
            "    Texture               4            \n");
}

/* The line below each row has the bracket, too, as long as it is open. */
static void brackets_go_on_between_rows(void **state)
{
    (void)state;
    struct sample sample;
    struct strbuf text = {0};
    make(&sample);
    for (size_t i = 0; i < sample.table.row_count; i++)
        strbuf_addf(&text, "%s,%s;",
                    body_span_bracket(&sample.table, &sample.rows[i], 1, false, false),
                    body_span_bracket(&sample.table, &sample.rows[i], 1, true, false));
    assert_string_equal(text.data, " \\, |; /,  ;  ,  ; \\, |; |, |; /,  ;  ,  ;");
    strbuf_free(&text);
    assert_string_equal(body_span_bracket(&sample.table, &sample.rows[0], 0, false, true), "");
    assert_true(body_span_in(&sample.table, 1));
    assert_false(body_span_in(&sample.table, 0));
}

static void a_number_is_named_after_all_of_its_rows(void **state)
{
    (void)state;
    struct sample sample;
    make(&sample);
    static const char *const labels[] = {"Local + Global", "Local + Global", "Store",
                                         "Atomic ALU + Atomic CAS + Atomic ..."};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        char *label = body_span_label(&sample.table, &sample.rows[i], 1);
        assert_string_equal(label, labels[i]);
        free(label);
    }
}

/* A value that nobody collected spans nothing. */
static void missing_values_have_no_bracket(void **state)
{
    (void)state;
    struct sample sample;
    make(&sample);
    sample.cells[0][1].text = NULL;
    for (size_t i = 0; i < 2; i++) {
        char *text = body_span_text(&sample.table, &sample.rows[i], 1, true);
        assert_string_equal(text, "");
        assert_string_equal(body_span_bracket(&sample.table, &sample.rows[i], 1, false, false),
                            "  ");
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_pages_join_rows_with_brackets),
        cmocka_unit_test(brackets_go_on_between_rows),
        cmocka_unit_test(a_number_is_named_after_all_of_its_rows),
        cmocka_unit_test(missing_values_have_no_bracket),
    };
    return cmocka_run_group_tests_name("body_span", tests, NULL, NULL);
}
