/* A library that programs load and unload: it calls back. Made twice, with other code in front,
 * which calls the driver while the library is loaded. */
#ifdef OTHER
#include <dlfcn.h>

int other_code(int x);
int other_code(int x)
{
    return x * OTHER;
}

static __attribute__((constructor)) void at_load(void)
{
    int (*synchronize)(void);
    *(void **)&synchronize = dlsym(RTLD_DEFAULT, "cuCtxSynchronize");
    if (synchronize)
        synchronize();
}
#endif

void through_library(void (*function)(void *), void *argument);
void through_library(void (*function)(void *), void *argument)
{
    function(argument);
    __asm__ volatile("" ::: "memory");
}
