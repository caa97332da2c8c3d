/* A library that imports a function, in the two ways there are: called, and by its address. */
#include <unistd.h>

int hooked_call(void);
int hooked_address(void);

int hooked_call(void)
{
    return (int)getppid();
}

int hooked_address(void)
{
    pid_t (*volatile ask)(void) = getppid;
    return (int)ask();
}
