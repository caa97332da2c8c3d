/* Sockets, root ports and links that the options name, on machines as sysfs shows them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/cpu/cpu_parts.h"
#include "cpu_catalog_fixture.h"
#include "grace_tree.h"

static bool read_parts(enum grace_kind kind, struct cpu_options *options, struct cpu_parts *parts,
                       struct error *error)
{
    char *root = grace_tree_make(&catalog, kind);
    struct cpu_machine machine;
    error->text[0] = '\0';
    cpu_machine_open(&machine, &catalog, root, CPU_CHIP_ANY);
    const bool good = cpu_parts_read(parts, options, &machine, error);
    cpu_machine_close(&machine);
    grace_tree_free(root);
    return good;
}

static void test_masks(void **state)
{
    static const struct {
        const char *ports;
        uint64_t mask;
    } cases[] = {{"0-1", 0x3}, {"2", 0x4},       {"0-3", 0xf},  {"8", 0x100},
                 {"all", 0},   {"0x100", 0x100}, {"0,9", 0x201}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cpu_options options = {.root_port = cases[i].ports};
        struct cpu_parts parts;
        struct error error;
        assert_true(read_parts(GRACE_SUPERCHIP, &options, &parts, &error));
        assert_int_equal(parts.root_ports, cases[i].mask);
    }
}

static void test_device(void **state)
{
    struct cpu_options options = {.root_port = "of:/dev/nvme1"};
    struct cpu_parts parts;
    struct error error;
    (void)state;
    assert_true(read_parts(GRACE_SUPERCHIP, &options, &parts, &error));
    assert_int_equal(parts.root_ports, 0x100);
    assert_true(number_list_has(&parts.sockets, 1) && !number_list_has(&parts.sockets, 0));
    number_list_free(&parts.sockets);
    /* What the user says of sockets counts more. */
    assert_true(number_list_add(&options.sockets, "0-1", NULL));
    assert_true(read_parts(GRACE_SUPERCHIP, &options, &parts, &error));
    assert_true(number_list_has(&parts.sockets, 0) && number_list_has(&parts.sockets, 1));
    number_list_free(&parts.sockets);
    number_list_free(&options.sockets);
}

static void test_wrong_parts(void **state)
{
    static const struct {
        enum grace_kind kind;
        struct cpu_options options;
        const char *error;
    } cases[] = {
        {GRACE_SUPERCHIP, {.root_port = "10"}, "--root-port 10: they are from 0 to 9"},
        {GRACE_SUPERCHIP,
         {.root_port = "0x400"},
         "--root-port 0x400: a mask from 0x1 to 0x3ff is expected"},
        {GRACE_SUPERCHIP, {.remote = "4"}, "--rem-socket 4: they are from 0 to 3"},
        {GRACE_OLD_KERNEL,
         {.c2c_port = "0"},
         "--c2c-port: kernel 6.8.0 always counts both links of NVLink-C2C; choosing one came with "
         "Linux 6.14"},
    };
    struct cpu_options two = {.groups = NULL};
    struct cpu_parts parts;
    struct error error;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cpu_options options = cases[i].options;
        assert_false(read_parts(cases[i].kind, &options, &parts, &error));
        assert_string_equal(error.text, cases[i].error);
    }
    assert_true(number_list_add(&two.sockets, "2", NULL));
    assert_false(read_parts(GRACE_SUPERCHIP, &two, &parts, &error));
    assert_string_equal(error.text, "--sockets: this machine has no socket 2; they are 0 to 1");
    number_list_free(&two.sockets);
    struct cpu_options links = {.c2c_port = "1"};
    assert_true(read_parts(GRACE_HOPPER, &links, &parts, &error));
    assert_int_equal(parts.c2c_ports, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_device),
        cmocka_unit_test(test_wrong_parts),
    };
    return cmocka_run_group_tests(tests, open_catalog, close_catalog);
}
