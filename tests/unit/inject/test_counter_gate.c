#include "collect/inject/base/counter_gate.h"

#include <string.h>

#include "build_report.h"

/* A resource manager that keeps registers and notes what it was asked. */
enum { FILE_NUMBER = 9, OTHER_FILE = 8, CLIENT = 0xc1d00001, PROFILER = 0xb0cc0001 };
enum { FIRST = 0x424808, SECOND = 0x42480c, ELSEWHERE = 0x17e350 };
enum { COMMAND = 0xb0cc010a, START = 0xb0cc0105, MEMORY = 0x2080130e };
#define BITS 0xf0000000u

static struct manager {
    unsigned calls;
    uint32_t first, second, elsewhere;
    bool refuse;       /* ioctl() works, the manager says no */
    unsigned launches; /* with both registers set */
} manager;

static uint32_t *register_at(uint32_t offset)
{
    return offset == FIRST    ? &manager.first
           : offset == SECOND ? &manager.second
                              : &manager.elsewhere;
}

static int ask(int file, unsigned long number, void *parameters)
{
    struct rm_control *request = parameters;
    assert_true(number == RM_CONTROL && (file == FILE_NUMBER || file == OTHER_FILE));
    manager.calls++;
    if (manager.refuse) {
        request->status = 0x1b;
        return 0;
    }
    request->status = 0;
    if (request->command != COMMAND)
        return 0;
    struct register_operations *operations = (void *)(uintptr_t)request->parameters;
    for (uint32_t i = 0; i < operations->count; i++) {
        struct register_operation *operation = &operations->of[i];
        uint32_t *value = register_at(operation->offset);
        *value = (*value & ~operation->mask_low) | (operation->low & operation->mask_low);
        operation->status = 0x11; /* the answer */
    }
    operations->passed = 1;
    return 0;
}

static struct counter_gate *new_gate(void)
{
    static struct counter_gate gate;
    manager = (struct manager){0};
    counter_gate_init(&gate, ask);
    return &gate;
}

static int write_as(struct counter_gate *gate, int file, uint32_t object, uint32_t offset,
                    uint32_t value, uint32_t mask)
{
    struct register_operations operations = {.count = 2};
    for (uint32_t i = 0; i < 2; i++)
        operations.of[i] = (struct register_operation){
            .kind = 1, .type = 1, .offset = offset + 4 * i, .low = value, .mask_low = mask};
    struct rm_control request = {.client = CLIENT,
                                 .object = object,
                                 .command = COMMAND,
                                 .parameters = (uintptr_t)&operations,
                                 .size = sizeof operations};
    int result = counter_gate_call(gate, file, RM_CONTROL, &request);
    if (result == 0 && request.status == 0) {
        /* Whoever answers, the answer is whole. */
        assert_int_equal(operations.passed, 1);
        assert_int_equal(operations.of[1].status, 0x11);
        assert_int_equal(operations.of[1].low, value);
    }
    return result != 0 ? result : (int)request.status;
}

static int write_both(struct counter_gate *gate, uint32_t value)
{
    return write_as(gate, FILE_NUMBER, PROFILER, FIRST, value, BITS);
}

static void other(struct counter_gate *gate, uint32_t command)
{
    struct rm_control request = {.client = CLIENT, .object = PROFILER, .command = command};
    assert_int_equal(counter_gate_call(gate, FILE_NUMBER, RM_CONTROL, &request), 0);
}

static void launch(struct counter_gate *gate)
{
    assert_int_equal(write_both(gate, BITS), 0);
    if (manager.first == BITS && manager.second == BITS)
        manager.launches++;
    assert_int_equal(write_both(gate, 0), 0);
}

static void launches(struct counter_gate *gate, unsigned count)
{
    const unsigned before = manager.launches;
    for (unsigned i = 0; i < count; i++)
        launch(gate);
    assert_int_equal(manager.launches - before, count);
}

static void test_pass(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    launches(gate, 100);
    /* Two pairs to learn from, and the opening call of the third launch. */
    assert_int_equal(manager.calls, 5);
    assert_int_equal(manager.first, BITS);
    assert_true(counter_gate_end(gate));
    assert_int_equal(manager.calls, 6);
    assert_int_equal(manager.first, 0);
    assert_int_equal(manager.second, 0);
    assert_int_equal(gate->spared, 195);
    /* The next pass knows the pair. */
    counter_gate_begin(gate);
    launches(gate, 100);
    assert_int_equal(manager.calls, 7);
    assert_true(counter_gate_end(gate));
    assert_int_equal(manager.calls, 8);
    assert_int_equal(manager.first, 0);
}

static void test_outside_of_passes(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    launches(gate, 10);
    assert_int_equal(manager.calls, 20);
    counter_gate_begin(gate);
    launches(gate, 10);
    assert_true(counter_gate_end(gate));
    const unsigned calls = manager.calls;
    launches(gate, 10);
    assert_int_equal(manager.calls - calls, 20);
}

/* What else is asked of the monitors finds the registers as it would have. */
static void test_other_calls(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    launches(gate, 10);
    assert_int_equal(manager.first, BITS);
    other(gate, MEMORY);
    assert_int_equal(manager.first, BITS);
    other(gate, START);
    assert_int_equal(manager.first, 0);
    launches(gate, 10);
    assert_int_equal(manager.first, BITS);
    assert_int_equal(write_as(gate, FILE_NUMBER, PROFILER, ELSEWHERE, 1, 1), 0);
    assert_int_equal(manager.first, 0);
    assert_int_equal(manager.elsewhere, 1);
    launches(gate, 10);
    assert_true(counter_gate_end(gate));
}

/* Between the two the same registers get another value: the closing call has work to do. */
static void test_value_in_between(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    launches(gate, 10);
    assert_int_equal(write_both(gate, BITS), 0);
    assert_int_equal(write_both(gate, 0x30000000), 0);
    assert_int_equal(manager.first, 0x30000000);
    assert_int_equal(write_both(gate, 0), 0);
    assert_int_equal(manager.first, 0);
    assert_int_equal(write_both(gate, BITS), 0);
    assert_int_equal(manager.first, BITS);
    assert_true(counter_gate_end(gate));
}

/* Another GPU, another process's file, other bits: never taken for the pair. */
static void test_other_objects(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    launches(gate, 10);
    unsigned calls = manager.calls;
    assert_int_equal(write_as(gate, OTHER_FILE, PROFILER, FIRST, BITS, BITS), 0);
    assert_int_equal(manager.calls - calls, 2); /* with the one that was kept back */
    assert_int_equal(write_as(gate, OTHER_FILE, PROFILER, FIRST, 0, BITS), 0);
    assert_int_equal(write_as(gate, FILE_NUMBER, PROFILER + 1, FIRST, BITS, BITS), 0);
    assert_int_equal(write_as(gate, FILE_NUMBER, PROFILER + 1, FIRST, 0, BITS), 0);
    assert_int_equal(write_as(gate, FILE_NUMBER, PROFILER, FIRST, 0xff, 0xff), 0);
    assert_int_equal(write_as(gate, FILE_NUMBER, PROFILER, FIRST, 0, 0xff), 0);
    assert_int_equal(manager.calls - calls, 7);
    assert_true(counter_gate_end(gate));
    assert_int_equal(manager.calls - calls, 7);
}

/* Registers that are not cleared, or are read: nothing is left out. */
static void test_no_pair(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(write_both(gate, BITS), 0);
        assert_int_equal(write_both(gate, 0x10000000), 0);
    }
    for (unsigned i = 0; i < 10; i++)
        assert_int_equal(write_both(gate, 0), 0);
    assert_int_equal(manager.calls, 30);
    assert_true(counter_gate_end(gate));
    assert_int_equal(manager.calls, 30);
}

static void test_refused(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    manager.refuse = true;
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(write_both(gate, BITS), 0x1b);
        assert_int_equal(write_both(gate, 0), 0x1b);
    }
    assert_int_equal(manager.calls, 20);
    assert_true(counter_gate_end(gate)); /* CUPTI was told */
    manager.refuse = false;
    counter_gate_begin(gate);
    launches(gate, 10);
    manager.refuse = true;
    assert_false(counter_gate_end(gate));
    manager.refuse = false;
    counter_gate_begin(gate);
    launches(gate, 10);
    assert_true(counter_gate_end(gate));
}

static void test_never_installed(void **state)
{
    (void)state;
    struct counter_gate gate = {0};
    counter_gate_begin(&gate);
    assert_true(counter_gate_end(&gate));
    counter_gate_forked(&gate);
}

static void test_forked(void **state)
{
    (void)state;
    struct counter_gate *gate = new_gate();
    counter_gate_begin(gate);
    launches(gate, 10);
    const unsigned calls = manager.calls;
    counter_gate_forked(gate);
    launches(gate, 2);
    assert_int_equal(manager.calls - calls, 4);
    assert_true(counter_gate_end(gate));
    assert_int_equal(manager.calls - calls, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pass),          cmocka_unit_test(test_outside_of_passes),
        cmocka_unit_test(test_other_calls),   cmocka_unit_test(test_value_in_between),
        cmocka_unit_test(test_other_objects), cmocka_unit_test(test_no_pair),
        cmocka_unit_test(test_refused),       cmocka_unit_test(test_never_installed),
        cmocka_unit_test(test_forked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
