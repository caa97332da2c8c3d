#include "report/code/register_spills.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/base/file_bytes.h"
#include "report/code/sass_opcode.h"

/* tests/data/spills.cu, by nvcc 13.0, whose lists were set beside what ptxas -v says. */
static void every_listed_instruction_is_one_of_local_or_shared_memory(void **state)
{
    (void)state;
    static const struct {
        const char *function;
        size_t spills, shared;
    } functions[] = {{"local", 268, 0}, {"shared", 145, 77}, {"none", 0, 0}};
    struct error error;
    size_t length;
    char *bytes = file_bytes("tests/data/spills.cubin", &length, &error);
    struct cubin cubin;
    assert_non_null(bytes);
    assert_true(cubin_open(&cubin, bytes, length, &error));
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        struct register_spills spills;
        struct sass_opcodes opcodes;
        struct cubin_function function;
        const char *name = functions[i].function;
        size_t found = 0, shared = 0;
        assert_true(cubin_function(&cubin, name, &function));
        register_spills_read(&spills, &cubin, name);
        sass_opcodes_read(&opcodes, &function, name, 90, NULL, 0);
        assert_int_equal(spills.count, functions[i].spills);
        for (size_t at = 0; at < opcodes.count; at++) {
            const char *opcode = opcodes.items[at].name;
            if (!register_spills_has(&spills, at * 16))
                continue;
            found++;
            shared += strcmp(opcode, "LDS") == 0 || strcmp(opcode, "STS") == 0;
            if (strncmp(opcode, "LD", 2) != 0 && strncmp(opcode, "ST", 2) != 0)
                fail_msg("%s at %zu of %s", opcode, at * 16, name);
        }
        assert_int_equal(found, functions[i].spills);
        assert_int_equal(shared, functions[i].shared);
        assert_false(register_spills_has(&spills, 8));
        assert_false(register_spills_has(&spills, (uint64_t)1 << 32));
        sass_opcodes_free(&opcodes);
        register_spills_free(&spills);
    }
    struct register_spills spills;
    register_spills_read(&spills, &cubin, "missing");
    assert_int_equal(spills.count, 0);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_listed_instruction_is_one_of_local_or_shared_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
