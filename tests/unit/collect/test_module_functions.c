#include "collect/result/module_functions.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"

/* A source entry of a real module with seven kernels, some with helpers inside of their code. */
static Rep__SourceData *entry_of(size_t length)
{
    struct error error = {""};
    Rep__SourceData *source = mem_alloc(sizeof *source);
    rep__source_data__init(source);
    source->has_reference = source->has_binary = true;
    source->reference = 7;
    source->binary.data =
        (uint8_t *)file_bytes("tests/data/device_calls.cubin", &source->binary.len, &error);
    assert_string_equal(error.text, "");
    source->binary.len = length ? length : source->binary.len;
    module_functions_add(source);
    return source;
}

static void each_kernel_stands_at_its_code(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t address;
        uint32_t symbol;
    } expected[] = {
        {"calls_through_a_pointer", 0x1f80, 26},
        {"uses_new", 0x2400, 29},
        {"prints_in_a_helper", 0x2600, 31},
        {"releases", 0x2900, 32},
        {"prints", 0x2b80, 33},
        {"plain", 0x2d80, 34},
        {"allocates", 0x2e80, 35},
    };
    Rep__SourceData *source = entry_of(0);
    assert_non_null(source->relocationdata);
    assert_int_equal(source->relocationdata->n_functions, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        const Rep__RelocationSymbolEntry *function = source->relocationdata->functions[i];
        assert_string_equal(function->symbolname, expected[i].name);
        assert_int_equal(function->address, expected[i].address);
        assert_int_equal(function->symbolindex, expected[i].symbol);
    }
    rep__source_data__free_unpacked(source, NULL);
}

static void a_cut_module_has_no_functions(void **state)
{
    (void)state;
    Rep__SourceData *source = entry_of(100);
    assert_null(source->relocationdata);
    rep__source_data__free_unpacked(source, NULL);
}

static void addresses_are_found_in_a_report(void **state)
{
    (void)state;
    struct report *report = report_new("made");
    report_add_source(report, 5, entry_of(0));
    assert_int_equal(module_function_address(report, 5, 7, "plain"), 0x2d80);
    assert_int_equal(module_function_address(report, 5, 7, "plai"), 0);
    assert_int_equal(module_function_address(report, 5, 8, "plain"), 0);
    assert_int_equal(module_function_address(report, 6, 7, "plain"), 0);
    report_close(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kernel_stands_at_its_code),
        cmocka_unit_test(a_cut_module_has_no_functions),
        cmocka_unit_test(addresses_are_found_in_a_report),
    };
    return cmocka_run_group_tests_name("module_functions", tests, NULL, NULL);
}
