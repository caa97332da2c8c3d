#include "collect/inject/base/own_thread.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of more we do not know, and they count as the program's. */
enum { MOST = 16 };

static int numbers[MOST];
static size_t count;

void own_thread_note(void)
{
    const size_t place = __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
    if (place < MOST)
        __atomic_store_n(&numbers[place], (int)syscall(SYS_gettid), __ATOMIC_SEQ_CST);
}

bool own_thread_is(int number)
{
    for (size_t i = 0; i < MOST; i++)
        if (__atomic_load_n(&numbers[i], __ATOMIC_SEQ_CST) == number)
            return true;
    return false;
}
