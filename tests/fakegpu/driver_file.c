/* The kernel driver's file, /dev/nvidiactl, where FAKEGPU_NVIDIACTL is set: a resource manager with
 * one GPU, at the address of the double's device, that says yes to everything. open() and ioctl()
 * of the process come here first; all other files and requests go on to the kernel.
 *
 * The performance monitors are two registers, set before a launch that is counted and cleared after
 * it by way of this file. FAKEGPU_MONITORS: a file that gets a line with the number of these calls
 * when the process ends. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hook.h"

#define EXPORT __attribute__((visibility("default")))

enum { ATTACHED_IDS = 0x201, PCI_INFO = 0x21b, GPU = 0x100, SLOT = 6 };
enum { WRITE_REGISTERS = (int)0xb0cc010a, REGISTERS = 124, FIRST_REGISTER = 0x424808 };

struct registers {
    uint32_t count, mode;
    uint8_t passed, direct;
    struct {
        uint8_t kind, type, status, quad;
        uint32_t groups, subgroups, offset, high, low, mask_high, mask_low;
    } of[REGISTERS];
};

struct request {
    uint32_t client, object, command, flags;
    uint64_t parameters;
    uint32_t size, status;
};

static uint32_t monitors[2];
static unsigned long monitor_calls;

static void write_registers(struct registers *registers)
{
    monitor_calls++;
    for (uint32_t i = 0; i < registers->count && i < 2; i++) {
        const uint32_t mask = registers->of[i].mask_low;
        monitors[i] = (monitors[i] & ~mask) | (registers->of[i].low & mask);
    }
    registers->passed = 1;
}

static uint32_t word(const void *bytes, size_t offset)
{
    uint32_t value;
    memcpy(&value, (const char *)bytes + offset, sizeof value);
    return value;
}

static void answer(const void *request)
{
    uint64_t address;
    memcpy(&address, (const char *)request + 16, sizeof address);
    unsigned char *parameters = (unsigned char *)(uintptr_t)address;
    if (word(request, 8) == ATTACHED_IDS) {
        memset(parameters, 0xff, word(request, 24));
        memcpy(parameters, &(uint32_t){GPU}, sizeof(uint32_t));
    } else if (word(request, 8) == PCI_INFO) {
        memset(parameters + 4, 0, 8);
        parameters[10] = SLOT;
    } else if (word(request, 8) == (uint32_t)WRITE_REGISTERS) {
        write_registers((struct registers *)(void *)parameters);
    }
}

static __attribute__((destructor)) void tell_calls(void)
{
    const char *path = getenv("FAKEGPU_MONITORS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file)
        return;
    fprintf(file, "%lu\n", monitor_calls);
    fclose(file);
}

EXPORT int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    unsigned mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, unsigned) : 0;
    va_end(arguments);
    if (getenv("FAKEGPU_NVIDIACTL") && strcmp(path, "/dev/nvidiactl") == 0)
        return memfd_create("nvidiactl", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

static int is_ours(int file)
{
    char link[64], path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    ssize_t length = readlink(path, link, sizeof link - 1);
    link[length > 0 ? length : 0] = '\0';
    return strncmp(link, "/memfd:nvidiactl", 16) == 0;
}

EXPORT int ioctl(int file, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *parameters = va_arg(arguments, void *);
    va_end(arguments);
    if (_IOC_TYPE(request) != 'F' || !is_ours(file))
        return (int)syscall(SYS_ioctl, file, request, parameters);
    if (_IOC_NR(request) == 0x2a) /* else objects are made, with the handles asked for */
        answer(parameters);
    return 0;
}

bool file_set_monitors(bool on)
{
    static int file = -1;
    if (!getenv("FAKEGPU_NVIDIACTL"))
        return on;
    if (file < 0)
        file = memfd_create("nvidiactl", MFD_CLOEXEC);
    struct registers registers = {.count = 2};
    for (uint32_t i = 0; i < 2; i++) {
        registers.of[i].kind = registers.of[i].type = 1;
        registers.of[i].offset = FIRST_REGISTER + 4 * i;
        registers.of[i].low = on ? 0xf0000000 : 0;
        registers.of[i].mask_low = 0xf0000000;
    }
    struct request request = {.client = 0xc1d00001,
                              .object = 0xb0cc0001,
                              .command = (uint32_t)WRITE_REGISTERS,
                              .parameters = (uintptr_t)&registers,
                              .size = sizeof registers};
    ioctl(file, _IOWR('F', 0x2a, struct request), &request);
    return file_monitors_on();
}

bool file_monitors_on(void)
{
    return monitors[0] == 0xf0000000 && monitors[1] == 0xf0000000;
}
