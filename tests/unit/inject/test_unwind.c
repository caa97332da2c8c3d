/* A known chain of functions, compiled as programs are: optimised, without frame pointers. */
#include "collect/inject/base/unwind.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/inject/base/loaded_code.h"
#include "collect/result/symbolizer.h"

#define CHAIN __attribute__((noinline, noclone, optimize("O2", "omit-frame-pointer")))
#define NO_TAIL_CALL() __asm__ volatile("" ::: "memory")

enum { MOST = 4096 };

struct taken {
    struct unwinder unwinder;
    uint64_t addresses[MOST];
    size_t count, most;
};

static CHAIN void chain_inner(struct taken *taken)
{
    taken->count = unwind(&taken->unwinder, taken->addresses, taken->most);
    NO_TAIL_CALL();
}

/* Frames of a size that only the tables tell. */
static CHAIN void chain_middle(struct taken *taken, size_t room)
{
    volatile char *bytes = __builtin_alloca(room);
    bytes[0] = bytes[room - 1] = 1;
    chain_inner(taken);
    NO_TAIL_CALL();
}

static CHAIN int by_order(const void *a, const void *b)
{
    struct taken *const *taken = a;
    (void)b;
    if (!taken[0]->count)
        chain_middle(taken[0], 12345);
    NO_TAIL_CALL();
    return 0;
}

/* Through the C library and back. */
static CHAIN void chain_outer(struct taken *taken)
{
    struct taken *both[2] = {taken, taken};
    qsort(both, 2, sizeof both[0], by_order);
    NO_TAIL_CALL();
}

static CHAIN void chain_deep(struct taken *taken, int depth)
{
    if (depth)
        chain_deep(taken, depth - 1);
    else
        chain_inner(taken);
    NO_TAIL_CALL();
}

/* The functions at the addresses, "?" without a name, as "a b c ", all from this program and the C
 * library. */
static char *names(const struct taken *taken, const char *only)
{
    struct loaded_code code = {0};
    struct symbolizer symbolizer = {0};
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    assert_true(loaded_code_refresh(&code));
    for (size_t i = 0; i < taken->count; i++) {
        const struct code_file *file = loaded_code_at(&code, taken->addresses[i] - 1);
        assert_non_null(file);
        Wire__CodeFile m = WIRE__CODE_FILE__INIT;
        m.path = file->path;
        m.offset = file->base;
        m.build_id.data = (uint8_t *)(uintptr_t)file->build_id;
        m.build_id.len = file->build_id_length;
        struct symbol symbol = {.address = taken->addresses[i] - 1};
        symbolizer_look_up(&symbolizer, &m, &symbol, 1);
        if (strncmp(symbol.function, only, strlen(only)) == 0 ||
            strcmp(symbol.function, "by_order") == 0)
            strbuf_addf(&text, "%s ", symbol.function);
    }
    symbolizer_free(&symbolizer);
    loaded_code_free(&code);
    return strbuf_detach(&text);
}

static void open_unwinder(struct taken *taken)
{
    assert_true(unwind_open(&taken->unwinder));
    taken->most = MOST;
}

static void a_chain_of_functions(void **unused)
{
    static struct taken taken;
    (void)unused;
    open_unwinder(&taken);
    chain_outer(&taken);
    char *text = names(&taken, "chain");
    assert_string_equal(text, "chain_inner chain_middle by_order chain_outer ");
    free(text);
}

static void a_deep_one_is_cut(void **unused)
{
    static struct taken taken;
    (void)unused;
    open_unwinder(&taken);
    chain_deep(&taken, 100000 / 8);
    assert_int_equal(taken.count, MOST);
    taken.most = 20;
    chain_deep(&taken, 100);
    assert_int_equal(taken.count, 20);
}

static void *in_thread(void *user)
{
    struct taken *taken = user;
    for (int i = 0; i < 200; i++)
        chain_deep(taken, 10);
    return NULL;
}

static void threads_have_their_own(void **unused)
{
    enum { THREADS = 8 };
    static struct taken taken[THREADS];
    pthread_t threads[THREADS];
    (void)unused;
    for (int i = 0; i < THREADS; i++) {
        open_unwinder(&taken[i]);
        assert_int_equal(pthread_create(&threads[i], NULL, in_thread, &taken[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        char *text = names(&taken[i], "chain");
        assert_string_equal(text, "chain_inner chain_deep chain_deep chain_deep chain_deep "
                                  "chain_deep chain_deep chain_deep chain_deep chain_deep "
                                  "chain_deep chain_deep ");
        free(text);
    }
}

static const struct code_file *file_of(const struct loaded_code *code, const char *end)
{
    for (size_t i = 0; i < code->count; i++) {
        size_t length = strlen(code->files[i].path);
        if (length >= strlen(end) && strcmp(code->files[i].path + length - strlen(end), end) == 0)
            return &code->files[i];
    }
    return NULL;
}

static void what_is_loaded_and_unloaded(void **unused)
{
    struct loaded_code code = {0};
    char path[PATH_MAX] = "";
    (void)unused;
    assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
    char *slash = strrchr(path, '/');
    assert_true(loaded_code_refresh(&code));
    const struct code_file *own = loaded_code_at(&code, (uintptr_t)&file_of);
    assert_non_null(own);
    assert_string_equal(own->path, path);
    uint32_t number = own->number;
    assert_null(file_of(&code, "/elf/library.so"));
    assert_null(loaded_code_at(&code, 1));
    strcpy(slash, "/../elf/library.so");
    void *library = dlopen(path, RTLD_NOW);
    assert_non_null(library);
    assert_true(loaded_code_refresh(&code));
    const struct code_file *loaded = file_of(&code, "/elf/library.so");
    assert_non_null(loaded);
    uint32_t first = loaded->number;
    assert_int_equal(loaded->build_id_length, 20);
    assert_ptr_equal(loaded_code_at(&code, (uintptr_t)dlsym(library, "sample_exported")), loaded);
    assert_int_equal(loaded_code_at(&code, (uintptr_t)&file_of)->number, number);
    dlclose(library);
    assert_true(loaded_code_refresh(&code));
    assert_null(file_of(&code, "/elf/library.so"));
    strcpy(slash, "/../elf/stripped.so");
    library = dlopen(path, RTLD_NOW);
    assert_non_null(library);
    assert_true(loaded_code_refresh(&code));
    assert_non_null(file_of(&code, "/elf/stripped.so"));
    assert_true(file_of(&code, "/elf/stripped.so")->number > first);
    dlclose(library);
    loaded_code_free(&code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_functions),
        cmocka_unit_test(a_deep_one_is_cut),
        cmocka_unit_test(threads_have_their_own),
        cmocka_unit_test(what_is_loaded_and_unloaded),
    };
    return cmocka_run_group_tests_name("unwind", tests, NULL, NULL);
}
