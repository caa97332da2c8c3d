/* old_start: how a program starts with glibc 2.17, for `make dist-static` (see old_glibc.c).
 *
 * Until glibc 2.34 the C library left it to the program to run its constructors: __libc_start_main
 * got a function for that, which later versions still run when they get one. */
#include <stddef.h>

#ifdef __x86_64__
#define FIRST "GLIBC_2.2.5"
#else
#define FIRST "GLIBC_2.17"
#endif

typedef int main_function(int, char **, char **);
typedef void constructor(int, char **, char **);

__asm__(".symver old_start_main,__libc_start_main@" FIRST);
int old_start_main(main_function *, int, char **, main_function *, void (*)(void), void (*)(void),
                   void *);
int __libc_start_main(main_function *, int, char **, main_function *, void (*)(void),
                      void (*)(void), void *);

extern constructor *__init_array_start[] __attribute__((visibility("hidden")));
extern constructor *__init_array_end[] __attribute__((visibility("hidden")));

static int construct(int argc, char **argv, char **environment)
{
    const size_t count = (size_t)(__init_array_end - __init_array_start);
    for (size_t i = 0; i < count; i++)
        __init_array_start[i](argc, argv, environment);
    return 0;
}

__attribute__((visibility("hidden"))) int
__libc_start_main(main_function *run, int argc, char **argv, main_function *initialize,
                  void (*finish)(void), void (*loader_finish)(void), void *stack_end)
{
    return old_start_main(run, argc, argv, initialize ? initialize : construct, finish,
                          loader_finish, stack_end);
}
