#include "report/base/mapped_file.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/base/mem.h"

/* Bytes, a multiple of every page size. Unmapping them takes 0.3 ms if all pages were read. */
enum { UNMAPPED_AT_ONCE = 16 << 20 };
/* A read brings up to so many bytes around it, also those before it. */
enum { READ_AROUND = 64 << 10 };

static struct mapped_file *mapped_files;
static struct sigaction handler_before;

bool mapped_file_heal(void *address)
{
    const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)address;
    for (struct mapped_file *mapped = mapped_files; mapped; mapped = mapped->next) {
        const uintptr_t first = (uintptr_t)mapped->bytes;
        if (at < first || at >= first + mapped->length)
            continue;
        const int kept = errno;
        void *page = mmap((void *)(at / size * size), size, PROT_READ,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        errno = kept;
        mapped->shortened = 1;
        return page != MAP_FAILED;
    }
    return false;
}

static void on_bus_error(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (!mapped_file_heal(info->si_addr))
        sigaction(signal_number, &handler_before, NULL); /* it happens again, with that handler */
}

static void install_handler(void)
{
    const struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    struct sigaction present;
    if (sigaction(SIGBUS, NULL, &present) != 0 || present.sa_sigaction == on_bus_error)
        return;
    handler_before = present;
    sigaction(SIGBUS, &action, NULL);
}

static struct mapped_file *add(uint8_t *bytes, size_t length, bool is_memory)
{
    struct mapped_file *mapped = mem_alloc(sizeof *mapped);
    *mapped = (struct mapped_file){
        .bytes = bytes, .length = length, .is_memory = is_memory, .next = mapped_files};
    mapped_files = mapped;
    return mapped;
}

struct mapped_file *mapped_file_open(int file, size_t length)
{
    return mapped_file_open_part(file, 0, length);
}

struct mapped_file *mapped_file_open_part(int file, off_t offset, size_t length)
{
    void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, offset);
    if (bytes == MAP_FAILED)
        return NULL;
    install_handler();
    return add(bytes, length, false);
}

struct mapped_file *mapped_file_of_memory(uint8_t *bytes, size_t length)
{
    return add(bytes, length, true);
}

void mapped_file_rest(const struct mapped_file *mapped, const uint8_t *bytes, size_t length)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), at = (size_t)(bytes - mapped->bytes);
    const size_t first = at > READ_AROUND ? (at - READ_AROUND) / page * page : 0;
    if (length && !mapped->is_memory)
        madvise(mapped->bytes + first, at + length - first, MADV_DONTNEED);
}

bool mapped_file_close_step(struct mapped_file *mapped)
{
    struct mapped_file **at = &mapped_files;
    if (!mapped)
        return true;
    size_t kept = (mapped->length - 1) / UNMAPPED_AT_ONCE * UNMAPPED_AT_ONCE;
    munmap(mapped->bytes + kept, mapped->length - kept);
    mapped->length = kept;
    if (kept)
        return false;
    while (*at != mapped)
        at = &(*at)->next;
    *at = mapped->next;
    free(mapped);
    return true;
}

void mapped_file_close(struct mapped_file *mapped)
{
    while (!mapped_file_close_step(mapped))
        continue;
}
