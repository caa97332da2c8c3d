#include "report/names/cxx_skip.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* The arguments end at the blank, which is taken out; what follows them is not looked at. */
static void ends_at(const char *text)
{
    const char *blank = strchr(text, ' ');
    char *mangled = mem_printf("%.*s%s", (int)(blank - text), text, blank + 1);
    const char *end = cxx_skip_template_args(mangled);
    if (!end)
        fail_msg("%s: not well-formed", text);
    if (end != mangled + (blank - text))
        fail_msg("%s: ends at %s", text, end);
    free(mangled);
}

static void refuses(const char *mangled)
{
    if (cxx_skip_template_args(mangled))
        fail_msg("%s: taken", mangled);
}

static void types(void **state)
{
    (void)state;
    ends_at("IE v");
    ends_at("IifE v");
    ends_at("IPKfE v");
    ends_at("IRVKiOhGdCfE v");
    ends_at("IDnDuDiDsDaDcDfDeDdDhE v");
    ends_at("IDpT_E v");
    ends_at("Iu6__bf16E v");
    ends_at("IA16_fA_iE v");
    ends_at("IM1AiM1BFvvEE v");
    ends_at("IPFvifEPFYvvEE v");
}

static void names(void **state)
{
    (void)state;
    ends_at("I6float4E v");
    ends_at("I1AIiE1BIfEE v");
    ends_at("IN2ns1AE1BE v");
    ends_at("INK2ns1AIiE1BEE v");
    ends_at("INVRO2ns1AE1BE v");
    /* ABI tags, constructors, operators, conversions, internal names */
    ends_at("IN1AB5cxx111BEE v");
    ends_at("IN1AC1EE v");
    ends_at("IN1AD2EE v");
    ends_at("IN1AplEE v");
    ends_at("IN1AcvPfEE v");
    ends_at("INL1a1bEE v");
}

static void substitutions(void **state)
{
    (void)state;
    ends_at("IS_S0_SZ9_E v");
    ends_at("IT_T0_T1A_E v");
    ends_at("IT_IiEE v");
    ends_at("ISt6vectorE v");
    ends_at("ISt6vectorIiSaIiEEE v");
    ends_at("ISsSbSaSiSoSdE v");
    ends_at("INSt6vector3fooEE v");
    ends_at("INS0_1AET_E v");
    ends_at("INT_4typeEE v");
    ends_at("ISaIfEE v");
}

static void literals(void **state)
{
    (void)state;
    ends_at("ILi8ELb1ELj4294967295EE v");
    ends_at("ILin5EE v");
    ends_at("ILm0EE v");
    ends_at("ILN2ns4kindE3EE v");
    ends_at("ILf3f800000EE v");
}

static void packs(void **state)
{
    (void)state;
    ends_at("IJEE v");
    ends_at("IiJfdJLi1EEEE v");
}

static void names_within_functions(void **state)
{
    (void)state;
    ends_at("IZ4mainE1AE v");
    ends_at("IZ4mainvE1AE v");
    ends_at("IZN2ns1fIiEEvT_EsE v");
    ends_at("IZ1fvEd0_1AE v");
    ends_at("IZ1fvEd_1AE v");
    ends_at("IZ4mainEUlfE_E v");
    ends_at("IZ4mainEUlvE0_E v");
    ends_at("IZ4mainEUt_E v");
    ends_at("IN1AUt3_EE v");
}

/* What follows may be anything. */
static void only_the_arguments_are_skipped(void **state)
{
    (void)state;
    const char *mangled = "IiE";
    assert_ptr_equal(cxx_skip_template_args(mangled), mangled + 3);
    ends_at("IiE EEE");
    ends_at("IiE Xx");
}

static void what_is_not_well_formed(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "i", "Ei", "I", "Ii", "I?E", "IBE",
                                      /* names that end within, or are endless */
                                      "I9abcE\0xxxxE", "I0E", "I99999999999999999999aE", "IN1A",
                                      "IN1A1", "IN?E", "IN", "INxEE", "IN1AcvE",
                                      /* substitutions */
                                      "IS", "ISq", "IS0", "IT", "IT0E", "ISt", "IStE",
                                      /* types */
                                      "IP", "IPE", "IA16E", "IA_", "IA16fE", "IM1AE", "IF", "IFv",
                                      "IDq", "ID", "IDp", "IuE",
                                      /* literals */
                                      "IL", "ILi", "ILi8", "ILi8_E", "IL_Z1fEE",
                                      /* packs */
                                      "IJ", "IJi", "IJ?E",
                                      /* local names */
                                      "IZ", "IZ1f", "IZ1fE", "IZ1fEd", "IZ1fEdx_1AE", "IZ1fEU",
                                      "IZ1fEUl", "IZ1fEUlvE", "IZ1fEUx", "IZ1fEUt"};
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        refuses(bad[i]);
}

static void expressions(void **state)
{
    (void)state;
    refuses("IXplLi1ELi2EEE");
    refuses("IiXtlEE");
    refuses("IJXE");
}

/* No text is so deep that it overruns the stack. */
static void endless(const char *piece)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "I");
    for (int i = 0; i < 300000; i++)
        strbuf_adds(&text, piece);
    refuses(text.data);
    strbuf_free(&text);
}

static void deep(void)
{
    static const char *const pieces[] = {"P",   "1AI", "J",  "F",     "A1_", "Z",   "N1AI",
                                         "T_I", "M",   "Dp", "St1AI", "LP",  "UlP", "N1Acv"};
    for (size_t i = 0; i < COUNT(pieces); i++)
        endless(pieces[i]);
}

static void depth_is_bounded(void **state)
{
    (void)state;
    assert_true(survives(deep));
    /* Deeper than real names are. */
    struct strbuf text = {0};
    strbuf_adds(&text, "I");
    for (int i = 0; i < 90; i++)
        strbuf_adds(&text, "1AI");
    for (int i = 0; i < 91; i++)
        strbuf_adds(&text, "E");
    strbuf_adds(&text, " v");
    ends_at(text.data);
    strbuf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(types),
                                       cmocka_unit_test(names),
                                       cmocka_unit_test(substitutions),
                                       cmocka_unit_test(literals),
                                       cmocka_unit_test(packs),
                                       cmocka_unit_test(names_within_functions),
                                       cmocka_unit_test(only_the_arguments_are_skipped),
                                       cmocka_unit_test(what_is_not_well_formed),
                                       cmocka_unit_test(expressions),
                                       cmocka_unit_test(depth_is_bounded)};
    return cmocka_run_group_tests_name("cxx_skip", tests, NULL, NULL);
}
