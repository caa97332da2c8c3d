#include "report/code/sass_text.h"

#include <string.h>

#include "build_report.h"

static const char printed[] =
    "\t.target\tsm_90\n"
    "\n"
    "//--------------------- .text._Z1fPi --------------------------\n"
    "\t.section\t.text._Z1fPi,\"ax\",@progbits\n"
    "_Z1fPi:\n"
    "        /*0000*/                   NOP;\n"
    "\t.section\t.text._Z1kPi,\"ax\",@progbits\n"
    "\t.align\t128\n"
    "        .global         _Z1kPi\n"
    "_Z1kPi:\n"
    ".text._Z1kPi:\n"
    "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
    "        /*0010*/              @!P0 BRA `(.L_x_1) ;\n"
    "        /*0020*/                   IMAD R3, R6, R0.reuse, R9.reuse ;\n"
    "\t//## File \"/a.cu\", line 3\n"
    "        /*0030*/               @P1 FFMA R2, R10, R3, +INF  ;\n"
    "        /*0040*/                   LDGSTS.E [R17+0x8], desc[UR4][R8.64], P2 ;\n"
    ".L_x_1:\n"
    "        /*0050*/                   CALL.REL.NOINC `($__internal_0_$__slow) ;\n"
    "        /*0060*/                   CALL.ABS.NOINC `(vprintf) ;\n"
    "        .weak           $__internal_0_$__slow\n"
    "$__internal_0_$__slow:\n"
    "        /*0070*/                   RET.REL.NODEC R2 `(_Z1kPi) ;\n"
    ".L_x_2:\n"
    "        /*0080*/                   BRA `(.L_x_2);\n"
    ".L_x_3:\n"
    "\t.section\t.text._Z1kPii,\"ax\",@progbits\n"
    "        /*0090*/                   NOP;\n";

static void instructions_have_the_form_of_the_page(void **state)
{
    (void)state;
    static const char *const expected[] = {"      LDC R1, c[0x0][0x28]",
                                           "@!P0  BRA 0x7f0000001050",
                                           "      IMAD R3, R6, R0, R9",
                                           "@P1   FFMA R2, R10, R3, +INF ",
                                           "      LDGSTS.E desc[UR4][R8.64], P2, [R17+0x8]",
                                           "      CALL.REL.NOINC 0x7f0000001070",
                                           "      CALL.ABS.NOINC `(vprintf)",
                                           "      RET.REL.NODEC R2, 0x7f0000001000",
                                           "      BRA 0x7f0000001080"};
    struct sass_text sass;
    sass_text_read(&sass, printed, strlen(printed), "_Z1kPi", 0x7f0000001000);
    assert_int_equal(sass.count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(sass.lines[i].offset, 16 * i);
        assert_string_equal(sass.lines[i].text, expected[i]);
        assert_ptr_equal(sass_text_at(&sass, 16 * i), sass.lines[i].text);
    }
    assert_null(sass_text_at(&sass, 8));
    sass_text_free(&sass);
}

static void a_function_that_is_not_there_has_no_lines(void **state)
{
    (void)state;
    struct sass_text sass;
    sass_text_read(&sass, printed, strlen(printed), "_Z1k", 0);
    assert_int_equal(sass.count, 0);
    assert_null(sass_text_at(&sass, 0));
    assert_false(sass_text_has(printed, strlen(printed), "_Z1k"));
    assert_true(sass_text_has(printed, strlen(printed), "_Z1kPi"));
    sass_text_free(&sass);
}

static void a_text_that_ends_anywhere_is_read_as_far_as_it_goes(void **state)
{
    (void)state;
    for (size_t length = 0; length < strlen(printed); length++) {
        struct sass_text sass;
        sass_text_read(&sass, printed, length, "_Z1kPi", 0);
        assert_true(sass.count <= 9);
        sass_text_free(&sass);
    }
}

/* As nvdisasm -plr prints it: the first column is that of general registers. */
static void the_registers_that_live_are_read(void **state)
{
    (void)state;
    static const char listing[] =
        "\t.section\t.text.k,\"ax\",@progbits\n"
        "                                       // +---------+--------+\n"
        "                                       // |  GPR    | PRED   |\n"
        "                                       // |  # 0 1  |  # 0   |\n"
        "k:                                     // |         |        |\n"
        "        /*0000*/  LDC R1, c[0x0][0x28] ; // |  1   ^  |        |\n"
        "        /*0010*/  BRA `(.L_x_0);         // | 128 ^ : |        |\n"
        "        /*0020*/  NOP;                   // |         |  1 :   |\n"
        ".L_x_0:                                // +.........+........+\n"
        "        /*0030*/  EXIT ;\n";
    struct sass_text sass;
    sass_text_read(&sass, listing, strlen(listing), "k", 0);
    assert_int_equal(sass.count, 4);
    assert_string_equal(sass_text_at(&sass, 0), "      LDC R1, c[0x0][0x28]");
    assert_string_equal(sass_text_at(&sass, 0x10), "      BRA 0x30");
    assert_int_equal(sass_text_live(&sass, 0), 1);
    assert_int_equal(sass_text_live(&sass, 0x10), 128);
    assert_int_equal(sass_text_live(&sass, 0x20), 0);
    assert_int_equal(sass_text_live(&sass, 0x30), SASS_NOT_LISTED);
    assert_int_equal(sass_text_live(&sass, 0x40), SASS_NOT_LISTED);
    sass_text_free(&sass);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_have_the_form_of_the_page),
        cmocka_unit_test(a_function_that_is_not_there_has_no_lines),
        cmocka_unit_test(a_text_that_ends_anywhere_is_read_as_far_as_it_goes),
        cmocka_unit_test(the_registers_that_live_are_read),
    };
    return cmocka_run_group_tests_name("sass_text", tests, NULL, NULL);
}
