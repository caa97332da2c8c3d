/* A library that programs load and unload: it calls back. Made twice, with other code in front. */
#ifdef OTHER
int other_code(int x);
int other_code(int x)
{
    return x * OTHER;
}
#endif

void through_library(void (*function)(void *), void *argument);
void through_library(void (*function)(void *), void *argument)
{
    function(argument);
    __asm__ volatile("" ::: "memory");
}
