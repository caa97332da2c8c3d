/* Whose turn it is on a GPU, and on its clocks. */
#include "collect/machine/gpu_locks.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/machine/clock_share.h"
#include "report/base/mem.h"
#include "temp_folder.h"

enum { FIRST = 0x1a2b0600, SECOND = 0x700 };

static char *root;

static int make_folder(void **state)
{
    (void)state;
    root = temp_folder_new();
    setenv("TMPDIR", root, 1);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    unsetenv("TMPDIR");
    return temp_folder_free(root);
}

static enum gpu_lock_state take(struct gpu_locks *locks, uint64_t address,
                                struct gpu_holder *holder)
{
    struct error error;
    return gpu_locks_take(locks, address, holder, &error);
}

/* Another process that has it until it is ended: as a rooftop does, or as ncu. */
static pid_t hold(uint64_t address, bool reference)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct lock_file lock = {gpu_locks_path(0), false, -1};
        struct gpu_holder holder;
        struct error error;
        pid_t other;
        bool good = reference ? lock_file_take(&lock, &other, &error) == LOCK_TAKEN
                              : take(gpu_locks_new(), address, &holder) == GPU_LOCKED;
        if (!good || write(ready[1], "x", 1) != 1)
            _exit(1);
        pause();
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return child;
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

/* What another process finds. */
static bool is_held(uint64_t address)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        struct lock_file lock = {gpu_locks_path(address), false, -1};
        struct error error;
        pid_t holder;
        _exit(lock_file_take(&lock, &holder, &error) == LOCK_BUSY);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status != 0;
}

static void is_path(uint64_t address, const char *name)
{
    char *path = gpu_locks_path(address), *wanted = mem_printf("%s/%s", root, name);
    assert_string_equal(path, wanted);
    free(path);
    free(wanted);
}

static void files_are_where_the_reference_looks(void **state)
{
    (void)state;
    is_path(0, "nsight-compute-lock");
    is_path(FIRST, "rooftop-gpu-1a2b:06:00.lock");
    is_path(SECOND, "rooftop-gpu-0000:07:00.lock");
    /* Of the variables only the first counts, if it names a folder. */
    setenv("TMP", root, 1);
    setenv("TMPDIR", "/no/such/folder", 1);
    char *folder = gpu_locks_folder();
    assert_string_equal(folder, "/tmp");
    free(folder);
    unsetenv("TMPDIR");
    folder = gpu_locks_folder();
    assert_string_equal(folder, root);
    free(folder);
    unsetenv("TMP");
}

static void users_share_it_and_the_last_gives_it_up(void **state)
{
    (void)state;
    struct gpu_locks *locks = gpu_locks_new();
    struct gpu_holder holder;
    assert_false(gpu_locks_any(locks));
    assert_int_equal(take(locks, FIRST, &holder), GPU_LOCKED);
    assert_int_equal(take(locks, FIRST, &holder), GPU_LOCKED);
    assert_int_equal(take(locks, SECOND, &holder), GPU_LOCKED);
    gpu_locks_drop(locks, FIRST);
    gpu_locks_drop(locks, SECOND);
    /* One more than there are. */
    gpu_locks_drop(locks, SECOND);
    assert_true(gpu_locks_any(locks));
    /* Another may have the second GPU now, not the first. */
    assert_true(is_held(FIRST));
    pid_t other = hold(SECOND, false);
    assert_int_equal(take(locks, SECOND, &holder), GPU_BUSY);
    assert_int_equal(holder.pid, other);
    assert_false(holder.is_ncu);
    char *text = gpu_holder_text(&holder), *wanted = mem_printf("(process %d)", (int)other);
    assert_non_null(strstr(text, wanted));
    assert_null(strstr(text, "Nsight"));
    free(text);
    free(wanted);
    end(other);
    assert_int_equal(take(locks, SECOND, &holder), GPU_LOCKED);
    gpu_locks_drop(locks, FIRST);
    gpu_locks_drop(locks, SECOND);
    assert_false(gpu_locks_any(locks));
    gpu_locks_free(locks);
}

static void none_beside_the_reference(void **state)
{
    (void)state;
    struct gpu_locks *locks = gpu_locks_new();
    struct gpu_holder holder;
    pid_t other = hold(0, true);
    assert_int_equal(take(locks, FIRST, &holder), GPU_BUSY);
    assert_true(holder.is_ncu);
    assert_int_equal(holder.pid, other);
    char *text = gpu_holder_text(&holder);
    assert_int_equal(strncmp(text, "Nsight Compute in ", 18), 0);
    free(text);
    assert_false(gpu_locks_any(locks));
    /* Waiting for ncu we keep no GPU from others. */
    assert_false(is_held(FIRST));
    end(other);
    assert_int_equal(take(locks, FIRST, &holder), GPU_LOCKED);
    /* And ncu waits for us. */
    assert_true(is_held(0));
    gpu_locks_free(locks);
}

static void what_is_no_lock_file(void **state)
{
    (void)state;
    struct gpu_locks *locks = gpu_locks_new();
    struct gpu_holder holder;
    struct error error = {""};
    char *path = gpu_locks_path(FIRST);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(gpu_locks_take(locks, FIRST, &holder, &error), GPU_FAILED);
    assert_true(*error.text);
    assert_false(gpu_locks_any(locks));
    gpu_locks_free(locks);
    free(path);
}

/* Those of several rooftops; the last one resets them. */
static void clocks_are_shared(void **state)
{
    (void)state;
    int first = clock_share_take("0000:06:00.0"), second = clock_share_take("0000:06:00.0");
    int other = clock_share_take("0000:07:00.0");
    assert_true(first >= 0 && second >= 0 && other >= 0);
    assert_false(clock_share_is_last(first));
    assert_true(clock_share_is_last(other));
    clock_share_drop(first);
    assert_true(clock_share_is_last(second));
    clock_share_drop(second);
    clock_share_drop(other);
    /* Nothing is known of others: whoever resets does no harm. */
    setenv("TMPDIR", root, 1);
    char *path = mem_printf("%s/rooftop-clocks-x.lock", root);
    assert_int_equal(symlink("/dev/null", path), 0);
    assert_int_equal(clock_share_take("x"), -1);
    assert_true(clock_share_is_last(-1));
    clock_share_drop(-1);
    free(path);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {
        TEST(files_are_where_the_reference_looks), TEST(users_share_it_and_the_last_gives_it_up),
        TEST(none_beside_the_reference), TEST(what_is_no_lock_file), TEST(clocks_are_shared)};
    return cmocka_run_group_tests_name("gpu_locks", tests, NULL, NULL);
}
