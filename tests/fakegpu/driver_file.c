/* The kernel driver's file, /dev/nvidiactl, where FAKEGPU_NVIDIACTL is set: a resource manager with
 * one GPU, at the address of the double's device, that says yes to everything. open() and ioctl()
 * of the process come here first; all other files and requests go on to the kernel. */
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

#define EXPORT __attribute__((visibility("default")))

enum { ATTACHED_IDS = 0x201, PCI_INFO = 0x21b, GPU = 0x100, SLOT = 6 };

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
    }
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
