#include "report/code/sass_opcode.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* One instruction of each operation, form and chip that nvdisasm was asked for. */
static void every_operation_has_the_name_that_nvdisasm_prints(void **state)
{
    (void)state;
    char line[256], want[64];
    unsigned arch, read = 0;
    uint64_t bits[2];
    FILE *file = fopen("tests/data/sass_words.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (*line == '#')
            continue;
        assert_int_equal(
            sscanf(line, "%u %" SCNx64 " %" SCNx64 " %63s", &arch, &bits[0], &bits[1], want), 4);
        const char *name = sass_opcode(arch, bits);
        if (!name || strcmp(name, want) != 0)
            fail_msg("%s at %u is %s", want, arch, name ? name : "unknown");
        read++;
    }
    fclose(file);
    assert_true(read > 1000);
}

static void unknown_bits_have_no_name(void **state)
{
    (void)state;
    assert_null(sass_opcode(90, (uint64_t[]){0x1ff, 0}));
    assert_string_equal(sass_opcode_kind("NEWOP"), "Miscellaneous");
    assert_string_equal(sass_opcode_kind(NULL), "Miscellaneous");
}

/* As ncu counted them: instructions by kind in its reports of sm_90. */
static void kinds_are_those_of_the_reports(void **state)
{
    (void)state;
    static const char *const of[][2] = {
        {"LDC", "Load/Store"},        {"REDG", "Load/Store"},      {"IMAD", "Integer"},
        {"ISETP", "Integer"},         {"LEA", "Integer"},          {"SHF", "Integer"},
        {"IABS", "Integer"},          {"HFMA2", "Floating Point"}, {"MUFU", "Floating Point"},
        {"FSEL", "Floating Point"},   {"DFMA", "Floating Point"},  {"HMMA", "Floating Point"},
        {"I2FP", "Conversion"},       {"F2I", "Conversion"},       {"MOV", "Movement"},
        {"MOVM", "Movement"},         {"PLOP3", "Predicate"},      {"ULDC", "Uniform Datapath"},
        {"S2UR", "Uniform Datapath"}, {"TEX", "Texture"},          {"BSSY", "Control"},
        {"EXIT", "Control"},          {"WARPSYNC", "Control"},     {"NANOSLEEP", "Control"},
        {"BAR", "Miscellaneous"},     {"S2R", "Miscellaneous"},    {"CS2R", "Miscellaneous"},
        {"NOP", "Miscellaneous"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        assert_string_equal(sass_opcode_kind(of[i][0]), of[i][1]);
}

static void a_text_has_its_opcode_behind_the_predicate(void **state)
{
    (void)state;
    static const char *const texts[] = {"      LDG.E.64 R0, desc[UR4][R2.64]", "@!UP0 LDG.E.64 R0",
                                        "@P0   LDG.E.64", "LDG.E.64"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t length;
        const char *at = sass_opcode_in(texts[i], &length);
        assert_int_equal(length, strlen("LDG.E.64"));
        assert_memory_equal(at, "LDG.E.64", length);
    }
}

static void a_listing_adds_modifiers_and_what_the_table_does_not_know(void **state)
{
    (void)state;
    static const char listing[] = "\t.section\t.text.k,\"ax\",@progbits\n"
                                  "k:\n"
                                  "        /*0000*/                   @P0 LDG.E.64 R0, [R2] ;\n"
                                  "        /*0010*/                   NEWOP.X R1 ;\n";
    uint64_t words[6] = {0x7981, 0, 0x1ff, 0, 0x794d, 0};
    struct cubin_function function = {
        .text = {.data = (const uint8_t *)words, .length = sizeof words}};
    struct sass_opcodes opcodes;
    sass_opcodes_read(&opcodes, &function, "k", 90, NULL, 0);
    assert_int_equal(opcodes.count, 3);
    assert_string_equal(opcodes.items[0].full, "LDG");
    assert_string_equal(opcodes.items[1].name, "");
    assert_string_equal(opcodes.items[2].name, "EXIT");
    assert_string_equal(opcodes.items[2].kind, "Control");
    sass_opcodes_free(&opcodes);
    sass_opcodes_read(&opcodes, &function, "k", 90, listing, strlen(listing));
    assert_string_equal(opcodes.items[0].name, "LDG");
    assert_string_equal(opcodes.items[0].full, "LDG.E.64");
    assert_string_equal(opcodes.items[1].name, "NEWOP");
    assert_string_equal(opcodes.items[1].full, "NEWOP.X");
    assert_string_equal(opcodes.items[2].full, "EXIT");
    sass_opcodes_free(&opcodes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_has_the_name_that_nvdisasm_prints),
        cmocka_unit_test(unknown_bits_have_no_name),
        cmocka_unit_test(kinds_are_those_of_the_reports),
        cmocka_unit_test(a_text_has_its_opcode_behind_the_predicate),
        cmocka_unit_test(a_listing_adds_modifiers_and_what_the_table_does_not_know),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
