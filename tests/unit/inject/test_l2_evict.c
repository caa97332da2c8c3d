#include "collect/inject/base/l2_evict.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/inject/base/now.h"

/* A resource manager with two GPUs, which knows the layouts only as offsets of 32-bit words. */
enum { CLIENT = 0xc1d00001, FIRST = 0x100, SECOND = 0x4200 };
static struct manager {
    int file;
    unsigned requests;
    unsigned refuse; /* the request that is refused, counted from 1 */
    unsigned status; /* with which it is refused; 0: ioctl fails */
    uint32_t virtual_mode;
    uint32_t device, subdevice; /* what the device and the subdevice were made for */
    uint32_t device_handle, subdevice_handle;
    unsigned flushes;
    uint32_t flags[8];
    uint64_t flushed; /* when, in nanoseconds */
} manager;

static uint32_t word(const void *bytes, size_t offset)
{
    uint32_t value;
    memcpy(&value, (const char *)bytes + offset, sizeof value);
    return value;
}

static void set_word(void *bytes, size_t offset, uint32_t value)
{
    memcpy((char *)bytes + offset, &value, sizeof value);
}

static void *parameters_of(const void *request)
{
    uint64_t address;
    memcpy(&address, (const char *)request + 16, sizeof address);
    return (void *)(uintptr_t)address;
}

static void allocate(void *request)
{
    const void *parameters = parameters_of(request);
    switch (word(request, 12)) {
    case 0x41:
        set_word(request, 8, CLIENT);
        break;
    case 0x80:
        assert_true(word(request, 0) == CLIENT && word(request, 4) == CLIENT);
        assert_int_equal(word(request, 24), 56);
        manager.device = word(parameters, 0);
        manager.device_handle = word(request, 8);
        break;
    case 0x2080:
        assert_true(word(request, 4) == manager.device_handle);
        assert_int_equal(word(request, 24), 4);
        manager.subdevice = word(parameters, 0);
        manager.subdevice_handle = word(request, 8);
        break;
    default:
        fail_msg("class %x", word(request, 12));
    }
}

static void control(const void *request)
{
    char *parameters = parameters_of(request);
    uint32_t size = word(request, 24);
    assert_true(word(request, 0) == CLIENT);
    switch (word(request, 8)) {
    case 0x201: {
        assert_int_equal(size, 128);
        memset(parameters, 0xff, size);
        set_word(parameters, 0, FIRST);
        set_word(parameters, 4, SECOND);
        break;
    }
    case 0x21b: /* 0:6:0 and 1:0x42:1 */
        assert_int_equal(size, 12);
        set_word(parameters, 4, word(parameters, 0) == SECOND);
        set_word(parameters, 8, word(parameters, 0) == SECOND ? 0x10042 : 6);
        break;
    case 0x205:
        assert_int_equal(size, 32);
        set_word(parameters, 8, word(parameters, 0) == SECOND ? 3 : 0);
        set_word(parameters, 12, word(parameters, 0) == SECOND ? 1 : 0);
        break;
    case 0x800289:
        assert_true(word(request, 4) == manager.device_handle);
        assert_int_equal(size, 8);
        set_word(parameters, 0, manager.virtual_mode);
        break;
    case 0x2080130e:
        assert_true(word(request, 4) == manager.subdevice_handle);
        assert_int_equal(size, 4024);
        assert_in_range(manager.flushes, 0, 7);
        manager.flags[manager.flushes++] = word(parameters, 4016);
        manager.flushed = now_ns();
        break;
    default:
        fail_msg("command %x", word(request, 8));
    }
}

static int ask(int file, unsigned long request, void *parameters)
{
    assert_int_equal(file, manager.file);
    if (++manager.requests == manager.refuse) {
        set_word(parameters, 28, manager.status);
        return manager.status ? 0 : -1;
    }
    if (request == 0xc020462b)
        allocate(parameters);
    else if (request == 0xc020462a)
        control(parameters);
    else
        fail_msg("request %lx", request);
    return 0;
}

static bool open_at(struct l2_evict *evict, unsigned domain, unsigned bus, unsigned slot)
{
    manager.file = open("/dev/null", O_RDWR);
    manager.requests = manager.flushes = 0;
    return l2_evict_open_file(evict, manager.file, ask, domain, bus, slot);
}

static void expect_closed(struct l2_evict *evict)
{
    l2_evict_close(evict);
    assert_int_equal(fcntl(manager.file, F_GETFD), -1);
}

static void both_memories_are_written_back_and_emptied(void **state)
{
    (void)state;
    manager = (struct manager){0};
    struct l2_evict evict;
    assert_true(open_at(&evict, 0, 6, 0));
    assert_int_equal(manager.flushes, 2);
    assert_true(l2_evict_run(&evict, true));
    assert_int_equal(manager.flushes, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(manager.flags[i], i % 2 ? 0x1c : 0x1d);
    expect_closed(&evict);
}

static void what_follows_an_eviction_is_over_when_it_returns(void **state)
{
    (void)state;
    manager = (struct manager){0};
    struct l2_evict evict;
    assert_true(open_at(&evict, 0, 6, 0));
    for (int system_memory = 0; system_memory < 2; system_memory++) {
        assert_true(l2_evict_run(&evict, system_memory));
        assert_true(now_ns() - manager.flushed >= L2_EVICT_AFTERMATH);
    }
    expect_closed(&evict);
}

static void lines_of_system_memory_may_stay(void **state)
{
    (void)state;
    manager = (struct manager){0};
    struct l2_evict evict;
    assert_true(open_at(&evict, 0, 6, 0));
    manager.flushes = 0;
    assert_true(l2_evict_run(&evict, false));
    assert_int_equal(manager.flushes, 1);
    assert_int_equal(manager.flags[0], 0x1c);
    expect_closed(&evict);
}

static void the_gpu_is_found_by_its_address(void **state)
{
    (void)state;
    manager = (struct manager){.device = 99};
    struct l2_evict evict;
    assert_true(open_at(&evict, 1, 0x42, 1));
    assert_int_equal(manager.device, 3);
    assert_int_equal(manager.subdevice, 1);
    expect_closed(&evict);
    static const unsigned none[][3] = {{0, 7, 0}, {1, 6, 0}, {0, 6, 1}};
    for (size_t i = 0; i < COUNT(none); i++) {
        assert_false(open_at(&evict, none[i][0], none[i][1], none[i][2]));
        assert_int_equal(manager.flushes, 0);
        expect_closed(&evict);
    }
}

static void a_virtual_gpu_is_left_alone(void **state)
{
    (void)state;
    manager = (struct manager){.virtual_mode = 2};
    struct l2_evict evict;
    assert_false(open_at(&evict, 0, 6, 0));
    assert_int_equal(manager.flushes, 0);
    expect_closed(&evict);
    manager.virtual_mode = 1; /* the whole GPU of a virtual machine */
    assert_true(open_at(&evict, 0, 6, 0));
    expect_closed(&evict);
}

static void every_refusal_is_noticed(void **state)
{
    (void)state;
    manager = (struct manager){0};
    struct l2_evict evict;
    assert_true(open_at(&evict, 0, 6, 0));
    unsigned all = manager.requests;
    expect_closed(&evict);
    for (manager.refuse = 1; manager.refuse <= all; manager.refuse++)
        for (manager.status = 0; manager.status <= 0x56; manager.status += 0x56) {
            assert_false(open_at(&evict, 0, 6, 0));
            expect_closed(&evict);
        }
    manager.refuse = all + 1;
    assert_true(open_at(&evict, 0, 6, 0));
    assert_false(l2_evict_run(&evict, false));
    expect_closed(&evict);
}

static void nothing_is_closed_that_was_not_opened(void **state)
{
    (void)state;
    struct l2_evict evict = {0};
    l2_evict_close(&evict);
    assert_int_not_equal(fcntl(STDIN_FILENO, F_GETFD), -1);
    l2_evict_close(&evict);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_memories_are_written_back_and_emptied),
        cmocka_unit_test(what_follows_an_eviction_is_over_when_it_returns),
        cmocka_unit_test(lines_of_system_memory_may_stay),
        cmocka_unit_test(the_gpu_is_found_by_its_address),
        cmocka_unit_test(a_virtual_gpu_is_left_alone),
        cmocka_unit_test(every_refusal_is_noticed),
        cmocka_unit_test(nothing_is_closed_that_was_not_opened),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
