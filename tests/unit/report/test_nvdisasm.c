#include "report/code/nvdisasm.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root, *program;

static int set_up(void **state)
{
    (void)state;
    root = temp_folder_new();
    program = mem_printf("%s/bin/nvdisasm", root);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(program);
    return temp_folder_free(root);
}

static void write_program(const char *script)
{
    char *text = mem_printf("#!/bin/sh\n%s\n", script);
    temp_folder_put(root, "bin/nvdisasm", text);
    chmod(program, 0700);
    free(text);
}

static void it_gets_module_and_symbol(void **state)
{
    (void)state;
    struct error error = {""};
    size_t length;
    write_program("echo \"$@\"; cat /dev/stdin; echo; cat /dev/stdin");
    char *text = nvdisasm_run(program, "mod\0ule", 7, 42, &length, &error);
    assert_string_equal(error.text, "");
    /* A file: it can be read as often as wanted. */
    assert_int_equal(length, strlen("-c -fun 42 /dev/stdin\n") + 7 + 1 + 7);
    assert_memory_equal(text, "-c -fun 42 /dev/stdin\nmod\0ule\nmod\0ule", length);
    free(text);
}

static void more_than_a_pipe_holds_is_read(void **state)
{
    (void)state;
    size_t length;
    write_program("head -c 900000 /dev/zero; echo note >&2");
    char *text = nvdisasm_run(program, "", 0, 1, &length, NULL);
    assert_non_null(text);
    assert_int_equal(length, 900000);
    free(text);
}

static void its_message_is_the_error(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    write_program("echo half; echo 'nvdisasm fatal: no such thing' >&2; echo more >&2; exit 3");
    assert_null(nvdisasm_run(program, "x", 1, 1, &length, &error));
    char *expected = mem_printf("%s failed: nvdisasm fatal: no such thing", program);
    assert_string_equal(error.text, expected);
    free(expected);
    write_program("kill -9 $$");
    assert_null(nvdisasm_run(program, "x", 1, 1, &length, &error));
    assert_non_null(strstr(error.text, "no reason given"));
}

static void endless_output_is_ended(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    write_program("cat /dev/zero");
    assert_null(nvdisasm_run(program, "x", 1, 1, &length, &error));
    assert_non_null(strstr(error.text, "printed too much"));
}

static int64_t milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void something_else_goes_on_while_it_runs(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    write_program("until [ -e \"$0.go\" ]; do sleep 0.02; done; echo text");
    struct nvdisasm *run = nvdisasm_start(program, "x", 1, 1, &error);
    assert_non_null(run);
    temp_folder_put(root, "bin/nvdisasm.go", "");
    int left = nvdisasm_left(run);
    assert_true(left > 50000 && left <= 60000);
    while (nvdisasm_left(run)) {
        struct pollfd fds[2] = {{nvdisasm_descriptors(run)[0], POLLIN, 0},
                                {nvdisasm_descriptors(run)[1], POLLIN, 0}};
        assert_true(poll(fds, 2, 50000) > 0);
        for (int i = 0; i < 2; i++)
            if (fds[i].revents)
                nvdisasm_take(run, fds[i].fd);
    }
    char *text = nvdisasm_end(run, &length, &error);
    assert_string_equal(text, "text\n");
    free(text);
}

static void it_is_ended_when_nobody_waits(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    int64_t start = milliseconds();
    write_program("exec sleep 60");
    struct nvdisasm *run = nvdisasm_start(program, "x", 1, 1, &error);
    assert_null(nvdisasm_end(run, &length, &error));
    /* Nor does it linger on once it has nothing more to say. */
    write_program("exec >&- 2>&-; exec sleep 60");
    assert_null(nvdisasm_run(program, "x", 1, 1, &length, &error));
    assert_true(milliseconds() - start < 30000);
}

static void a_program_that_is_none_is_an_error(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    assert_null(nvdisasm_run("/nonexistent", "x", 1, 1, &length, &error));
    assert_string_equal(error.text, "/nonexistent: cannot be run: No such file or directory");
}

static void is_found(const char *given, const char *expected)
{
    char *found = nvdisasm_find(given, NULL);
    if (expected)
        assert_string_equal(found, expected);
    else
        assert_null(found);
    free(found);
}

static void it_is_found_in_order(void **state)
{
    (void)state;
    struct error error;
    char *path = mem_printf("/nonexistent::%s/bin", root);
    write_program("");
    setenv("CUDA_HOME", "/nonexistent", 1);
    unsetenv("CUDA_PATH");
    setenv("PATH", path, 1);
    is_found(NULL, program);
    is_found("/bin/sh", "/bin/sh");
    is_found("/nonexistent/nvdisasm", NULL);
    assert_null(nvdisasm_find("/tmp", &error));
    assert_non_null(strstr(error.text, "/tmp: cannot be run"));
    setenv("PATH", "/nonexistent", 1);
    setenv("CUDA_PATH", root, 1);
    is_found(NULL, program);
    setenv("PATH", "/usr/bin:/bin", 1);
    free(path);
}

static void its_identity_changes_with_the_file(void **state)
{
    (void)state;
    write_program("one");
    char *one = nvdisasm_identity(program);
    write_program("three");
    char *other = nvdisasm_identity(program);
    assert_string_not_equal(one, other);
    assert_null(strchr(one, ' '));
    free(one);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(it_gets_module_and_symbol, set_up, tear_down),
        cmocka_unit_test_setup_teardown(more_than_a_pipe_holds_is_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(its_message_is_the_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(endless_output_is_ended, set_up, tear_down),
        cmocka_unit_test_setup_teardown(something_else_goes_on_while_it_runs, set_up, tear_down),
        cmocka_unit_test_setup_teardown(it_is_ended_when_nobody_waits, set_up, tear_down),
        cmocka_unit_test(a_program_that_is_none_is_an_error),
        cmocka_unit_test_setup_teardown(it_is_found_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(its_identity_changes_with_the_file, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("nvdisasm", tests, NULL, NULL);
}
