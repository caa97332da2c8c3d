#include "report/code/cubin.h"

#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "build_report.h"
#include "guarded_copy.h"

static struct strbuf module;

static int set_up(void **state)
{
    (void)state;
    struct build_cubin build = {
        .name = "_Z1kPi", .instructions = 4, .ptx = "a\0b", .ptx_length = 4};
    build_lines(&build);
    build_cubin(&module, &build);
    strbuf_free(&build.lines);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    strbuf_free(&module);
    return 0;
}

static void sections_are_found_by_name(void **state)
{
    (void)state;
    struct cubin cubin;
    struct cubin_section section;
    assert_true(cubin_open(&cubin, module.data, module.length, NULL));
    assert_true(cubin_section_named(&cubin, ".nv_debug_ptx_txt", &section));
    assert_int_equal(section.length, 4);
    assert_memory_equal(section.data, "a\0b", 4);
    assert_false(cubin_section_named(&cubin, ".nv_debug", &section));
    assert_false(cubin_section(&cubin, cubin.section_count, &section));
}

static void a_function_has_code_and_a_symbol(void **state)
{
    (void)state;
    struct cubin cubin;
    struct cubin_function function;
    cubin_open(&cubin, module.data, module.length, NULL);
    assert_true(cubin_function(&cubin, "_Z1kPi", &function));
    assert_int_equal(function.text.length, 64);
    assert_int_equal(function.section, 1);
    assert_int_equal(function.symbol, 1);
    assert_false(cubin_function(&cubin, "_Z1kP", &function));
}

static void count_function(void *context, const char *mangled,
                           const struct cubin_function *function)
{
    assert_string_equal(mangled, "_Z1kPi");
    assert_int_equal(function->text.length, 64);
    assert_int_equal(function->section, 1);
    assert_int_equal(function->symbol, 1);
    ++*(int *)context;
}

static void functions_are_listed(void **state)
{
    (void)state;
    struct cubin cubin;
    int count = 0;
    cubin_open(&cubin, module.data, module.length, NULL);
    cubin_functions(&cubin, count_function, &count);
    assert_int_equal(count, 1);
}

static void count_relocation(void *context, const struct cubin_relocation *relocation)
{
    assert_string_equal(relocation->symbol, "_Z1kPi");
    ++*(int *)context;
}

static void relocations_name_their_symbol(void **state)
{
    (void)state;
    struct cubin cubin;
    int count = 0;
    cubin_open(&cubin, module.data, module.length, NULL);
    cubin_relocations(&cubin, ".debug_line", count_relocation, &count);
    assert_int_equal(count, 1);
    cubin_relocations(&cubin, ".strtab", count_relocation, &count);
    assert_int_equal(count, 1);
}

static void other_bytes_are_refused(void **state)
{
    (void)state;
    struct cubin cubin;
    struct error error = {""};
    assert_false(cubin_open(&cubin, "no module", 9, &error));
    assert_string_equal(error.text, "the code of the module is not an ELF file of a GPU");
    module.data[18] = 62; /* x86-64 */
    assert_false(cubin_open(&cubin, module.data, module.length, NULL));
}

struct damaged {
    const char *bytes;
    size_t length;
};

static void must_lie_in(const struct damaged *of, const void *part, size_t length)
{
    const char *start = part;
    assert_true(start >= of->bytes && start + length <= of->bytes + of->length);
}

static void look_at_relocation(void *context, const struct cubin_relocation *relocation)
{
    if (*relocation->symbol) /* "": its name lies outside */
        must_lie_in(context, relocation->symbol, strlen(relocation->symbol) + 1);
}

/* Everything that a damaged module answers lies within its bytes. */
static void ask_everything(const char *bytes, size_t length)
{
    struct cubin cubin;
    struct cubin_function function;
    struct cubin_section section;
    struct damaged damaged = {bytes, length};
    if (!cubin_open(&cubin, bytes, length, NULL))
        return;
    for (size_t i = 0; i < cubin.section_count; i++)
        if (cubin_section(&cubin, i, &section) && section.data)
            must_lie_in(&damaged, section.data, section.length);
    if (cubin_function(&cubin, "_Z1kPi", &function))
        must_lie_in(&damaged, function.text.data, function.text.length);
    cubin_relocations(&cubin, ".debug_line", look_at_relocation, &damaged);
}

static void damage_stays_inside(void **state)
{
    (void)state;
    for (size_t length = 0; length < module.length; length++) {
        char *part = (char *)guarded_copy(module.data, length);
        ask_everything(part, length);
        guarded_free(part);
    }
    for (size_t at = 0; at < module.length; at++) {
        char *changed = (char *)guarded_copy(module.data, module.length);
        changed[at] ^= (char)0xff;
        ask_everything(changed, module.length);
        guarded_free(changed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sections_are_found_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_function_has_code_and_a_symbol, set_up, tear_down),
        cmocka_unit_test_setup_teardown(functions_are_listed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(relocations_name_their_symbol, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_bytes_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(damage_stays_inside, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("cubin", tests, NULL, NULL);
}
