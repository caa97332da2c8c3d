/* Which instructions and lines belong together where code differs. */
#include "report/compare/code_match.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* Lines that end with "\n". */
static struct file_lines lines_of(const char *text)
{
    struct file_lines list = {0};
    size_t capacity = strlen(text) + 1;
    list.lines = mem_alloc(capacity * sizeof *list.lines);
    list.lengths = mem_alloc(capacity * sizeof *list.lengths);
    for (; *text; text += list.lengths[list.count++] + 1) {
        list.lines[list.count] = text;
        list.lengths[list.count] = strcspn(text, "\n");
    }
    return list;
}

/* The partners, "0 1 - 2". */
static void is_matched(enum code_form form, const char *now, const char *before,
                       const char *expected)
{
    struct file_lines a = lines_of(now), b = lines_of(before);
    size_t *partners = code_match(form, &a, &b);
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < a.count; i++)
        if (partners[i] == NO_PARTNER)
            strbuf_addf(&text, "%s-", i ? " " : "");
        else
            strbuf_addf(&text, "%s%zu", i ? " " : "", partners[i]);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
    free(partners);
    free(a.lines);
    free(a.lengths);
    free(b.lines);
    free(b.lengths);
}

static void keys_are(enum code_form form, const char *line, const char *text, const char *name)
{
    const char *const expected[CODE_KEYS] = {text, name};
    for (int key = 0; key < CODE_KEYS; key++) {
        struct strbuf found = {0};
        bool any = code_match_key(&found, form, (enum code_key)key, line, strlen(line));
        assert_int_equal(any, expected[key] != NULL);
        if (any)
            assert_string_equal(found.data, expected[key]);
        strbuf_free(&found);
    }
}

static void keys_leave_out_what_a_compiler_chooses(void **state)
{
    (void)state;
    keys_are(CODE_FORM_SASS, "      LDG.E R4, desc[UR4][R2.64+0x10]",
             "LDG.E R, desc[UR][R.64+0x10]", "LDG.E");
    keys_are(CODE_FORM_SASS, "@!P0  FFMA R5, -R4, 0.5, RZ", "@!P FFMA R, -R, 0.5, RZ", "FFMA");
    keys_are(CODE_FORM_SASS, "@P1   BRA 0x60", "@P BRA 0x", "BRA");
    keys_are(CODE_FORM_SASS, "      BSSY B0, 0x210", "BSSY B, 0x", "BSSY");
    keys_are(CODE_FORM_SASS, "      IADD3 R1, R1, 0x60, RZ", "IADD3 R, R, 0x60, RZ", "IADD3");
    keys_are(CODE_FORM_SASS, "      S2R R0, SR_CTAID.X", "S2R R, SR_CTAID.X", "S2R");
    keys_are(CODE_FORM_SASS, "-", "-", "-");
    keys_are(CODE_FORM_SASS, "", "", "");
    keys_are(CODE_FORM_PTX, "\t@%p1 bra \t$L__BB0_2;", "@%p bra $L__BB_;", "bra");
    keys_are(CODE_FORM_PTX, "fma.rn.f32 \t%f2, %f1, 0f3F000000, %f2;",
             "fma.rn.f32 %f, %f, 0f3F000000, %f;", "fma.rn.f32");
    keys_are(CODE_FORM_SOURCE, "\t  sum  += R4 * in[ i ];  ", "sum += R4 * in[ i ];", NULL);
}

static void what_came_takes_no_partner_from_others(void **state)
{
    (void)state;
    is_matched(CODE_FORM_SASS, "S2R R0, SR_TID.X\nLDG.E R2, [R4]\nEXIT\n",
               "S2R R0, SR_TID.X\nLDG.E R2, [R4]\nEXIT\n", "0 1 2");
    /* Other registers behind an instruction that is new. */
    is_matched(CODE_FORM_SASS,
               "S2R R0, SR_TID.X\nMOV R9, RZ\nLDG.E R3, [R6]\nFADD R3, R3, R9\nEXIT\n",
               "S2R R0, SR_TID.X\nLDG.E R2, [R4]\nFADD R2, R2, R7\nEXIT\n", "0 - 1 2 3");
    is_matched(CODE_FORM_SASS, "LDG.E R2, [R4]\nEXIT\n",
               "S2R R0, SR_TID.X\nMOV R1, RZ\nLDG.E R2, [R4]\nSTG.E [R4], R2\nEXIT\n", "2 4");
}

static void a_changed_operand_is_the_same_instruction(void **state)
{
    (void)state;
    is_matched(CODE_FORM_SASS, "LDG.E R2, [R4]\nFFMA R2, R2, 0.5, R2\nEXIT\n",
               "LDG.E R2, [R4]\nFFMA R2, R2, 0.25, R2\nEXIT\n", "0 1 2");
    /* Another width is another instruction. */
    is_matched(CODE_FORM_SASS, "LDG.E.128 R4, [R8]\nEXIT\n", "LDG.E R4, [R8]\nEXIT\n", "- 1");
    /* Nothing crosses what is the same. */
    is_matched(CODE_FORM_SASS, "FADD R0, R1, 1\nBAR.SYNC 0x0\n", "BAR.SYNC 0x0\nFADD R0, R1, 2\n",
               "- 0");
}

static void a_changed_line_is_another_one(void **state)
{
    (void)state;
    is_matched(CODE_FORM_SOURCE, "a = 1;\n\tb = 2;\nc = 3;\n", "// new\na = 1;\nb = 2;\nc = 4;\n",
               "1 2 -");
    is_matched(CODE_FORM_SOURCE, "", "a\n", "");
    is_matched(CODE_FORM_SOURCE, "a\n", "", "-");
}

static void bytes_stand_for_texts_that_are_not_there(void **state)
{
    (void)state;
    /* Each line is an instruction of 16 bytes: two of the opcode, the last three its scheduling. */
    is_matched(CODE_FORM_BYTES, "ABregisters00sch\nCDregisters00sch\nEFregisters00sch\n",
               "ABregisters00xxx\nCDregisters11sch\nEFregisters00sch\n", "0 1 2");
    is_matched(CODE_FORM_BYTES, "ABregisters00sch\nZ!registers22sch\n",
               "ABregisters00sch\nCDregisters11sch\n", "0 -");
    /* Eight bytes are the same or not. */
    is_matched(CODE_FORM_BYTES, "ABCDEFGH\nABCDEFGX\n", "ABCDEFGY\nABCDEFGX\n", "- 1");
}

static void long_code_is_matched_soon(void **state)
{
    (void)state;
    struct strbuf now = {0}, before = {0};
    for (int i = 0; i < 20000; i++) {
        strbuf_addf(&now, "FFMA R%d, R%d, 0x%x, R1\n", i % 200, i % 77, i);
        strbuf_addf(&before, "FFMA R%d, R%d, 0x%x, R2\n", i % 190, i % 71, i % 3 ? i : i + 50000);
    }
    struct file_lines a = lines_of(now.data), b = lines_of(before.data);
    size_t *partners = code_match(CODE_FORM_SASS, &a, &b);
    for (size_t i = 0; i < a.count; i++)
        assert_int_equal(partners[i], i);
    free(partners);
    free(a.lines);
    free(a.lengths);
    free(b.lines);
    free(b.lengths);
    strbuf_free(&now);
    strbuf_free(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_leave_out_what_a_compiler_chooses),
        cmocka_unit_test(what_came_takes_no_partner_from_others),
        cmocka_unit_test(a_changed_operand_is_the_same_instruction),
        cmocka_unit_test(a_changed_line_is_another_one),
        cmocka_unit_test(bytes_stand_for_texts_that_are_not_there),
        cmocka_unit_test(long_code_is_matched_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
