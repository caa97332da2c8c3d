#include "collect/inject/base/host_lines.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>
#ifdef __x86_64__
#include <cpuid.h>
#include <emmintrin.h>
#endif

enum { PAGE = 4096 };

#if defined __x86_64__

/* The ordered form of the instruction, which every such processor has, takes several times as
 * long. */
static bool has_unordered(void)
{
    unsigned a, b = 0, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_CLFLUSHOPT;
}

static void drop(uintptr_t at, uintptr_t end)
{
    enum { LINE = 64 };
    const bool unordered = has_unordered();
    for (at &= ~(uintptr_t)(LINE - 1); at < end; at += LINE)
        if (unordered)
            __asm__ volatile(".byte 0x66; clflush %0" : "+m"(*(volatile char *)at));
        else
            _mm_clflush((const void *)at);
    _mm_mfence();
}

#elif defined __aarch64__

static void drop(uintptr_t at, uintptr_t end)
{
    uint64_t type;
    __asm__("mrs %0, ctr_el0" : "=r"(type));
    const uintptr_t line = (uintptr_t)4 << (type >> 16 & 15);
    for (at &= ~(line - 1); at < end; at += line)
        __asm__ volatile("dc civac, %0" : : "r"(at) : "memory");
    __asm__ volatile("dsb sy" : : : "memory");
}

#else

static void drop(uintptr_t at, uintptr_t end)
{
    (void)at, (void)end;
}

#endif

/* Dropping a line of a page that is not there faults, as any access does. */
static bool is_readable(uintptr_t at)
{
    char byte;
    struct iovec local = {&byte, 1}, remote = {(void *)at, 1};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == 1 || errno != EFAULT;
}

void host_lines_drop(const void *from, size_t size)
{
    uintptr_t at = (uintptr_t)from;
    const uintptr_t end = at + size;
    while (at < end) {
        const uintptr_t next = (at | (PAGE - 1)) + 1, stop = next < end ? next : end;
        if (is_readable(at))
            drop(at, stop);
        at = stop;
    }
}
