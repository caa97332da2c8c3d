#include "collect/inject/base/call_hook.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"

typedef int (*question)(void);

static pid_t no_parent(void)
{
    return -7;
}

struct library {
    void *handle;
    question call, address;
};

static struct library open_library(const char *name)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    assert_true(length > 0);
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    snprintf(slash, 64, "/../elf/%s", name);
    struct library library = {.handle = dlopen(path, RTLD_LAZY | RTLD_LOCAL)};
    if (!library.handle)
        fail_msg("%s", dlerror());
    *(void **)&library.call = dlsym(library.handle, "hooked_call");
    *(void **)&library.address = dlsym(library.handle, "hooked_address");
    return library;
}

static void test_one_library(const char *name)
{
    const int parent = (int)getppid();
    struct library library = open_library(name);
    assert_int_equal(library.call(), parent);
    assert_int_equal(library.address(), parent);
    assert_true(call_hook(name, "getppid", (void (*)(void))no_parent));
    assert_int_equal(library.call(), -7);
    assert_int_equal(library.address(), -7);
    /* Nobody else's calls. */
    assert_int_equal((int)getppid(), parent);
    dlclose(library.handle);
    /* Loaded again it is as it was. */
    library = open_library(name);
    assert_int_equal(library.call(), parent);
    dlclose(library.handle);
}

/* Its table stays writable; the function is looked up at its first call. */
static void test_lazy(void **state)
{
    (void)state;
    test_one_library("lazy.so");
}

/* Its table is sealed once it is loaded. */
static void test_sealed(void **state)
{
    (void)state;
    test_one_library("sealed.so");
}

static void test_nothing_to_hook(void **state)
{
    (void)state;
    struct library library = open_library("lazy.so");
    assert_false(call_hook("lazy.so", "getpgid", (void (*)(void))no_parent));
    assert_false(call_hook("no_such_library.so", "getppid", (void (*)(void))no_parent));
    assert_int_equal(library.call(), (int)getppid());
    dlclose(library.handle);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lazy),
        cmocka_unit_test(test_sealed),
        cmocka_unit_test(test_nothing_to_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
