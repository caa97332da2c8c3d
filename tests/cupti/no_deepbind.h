/* no_deepbind: CUPTI loads a library of its own with RTLD_DEEPBIND, with which sanitizers end the
 * process. Included once in a test program that opens it, this takes the flag away. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#include <dlfcn.h>

void *dlopen(const char *file, int mode);
void *dlopen(const char *file, int mode)
{
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return next(file, mode & ~RTLD_DEEPBIND);
}
#endif
