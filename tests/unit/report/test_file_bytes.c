#include "report/base/file_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"

static char path[64];

static int set_up(void **state)
{
    (void)state;
    strcpy(path, "/tmp/rooftop-test-XXXXXX");
    int file = mkstemp(path);
    if (file >= 0)
        close(file);
    return file < 0;
}

static int tear_down(void **state)
{
    (void)state;
    return unlink(path);
}

static void write_file(const void *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

static void a_file_is_read_whole_and_ended(void **state)
{
    (void)state;
    write_file("a\0b\n", 4);
    size_t length;
    char *bytes = file_bytes(path, &length, NULL);
    assert_non_null(bytes);
    assert_int_equal(length, 4);
    assert_memory_equal(bytes, "a\0b\n", 5);
    free(bytes);
}

static void an_empty_file_is_an_empty_string(void **state)
{
    (void)state;
    write_file("", 0);
    size_t length = 99;
    char *bytes = file_bytes(path, &length, NULL);
    assert_non_null(bytes);
    assert_int_equal(length, 0);
    assert_string_equal(bytes, "");
    free(bytes);
}

static void more_than_one_chunk_is_read(void **state)
{
    (void)state;
    size_t size = 200 * 1000, length;
    char *big = malloc(size);
    for (size_t i = 0; i < size; i++)
        big[i] = (char)i;
    write_file(big, size);
    char *bytes = file_bytes(path, &length, NULL);
    assert_int_equal(length, size);
    assert_memory_equal(bytes, big, size);
    free(bytes);
    free(big);
}

static void errors_name_the_file_and_the_reason(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    assert_null(file_bytes("/nonexistent/file", &length, &error));
    assert_string_equal(error.text, "/nonexistent/file: cannot open: No such file or directory");
    assert_null(file_bytes("/tmp", &length, &error));
    assert_string_equal(error.text, "/tmp: is a folder");
}

static void a_file_over_the_limit_is_refused(void **state)
{
    (void)state;
    struct error error;
    size_t length;
    assert_int_equal(truncate(path, (64 << 20) + 1), 0);
    assert_null(file_bytes(path, &length, &error));
    assert_non_null(strstr(error.text, "is larger than 64 MiB"));
}

/* A device has no size to look at beforehand. */
static void an_endless_device_is_refused(void **state)
{
    (void)state;
    struct error error = {""};
    size_t length;
    char *bytes = file_bytes("/dev/zero", &length, &error);
    free(bytes);
    assert_null(bytes);
    assert_non_null(strstr(error.text, "/dev/zero: "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_is_read_whole_and_ended, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_empty_file_is_an_empty_string, set_up, tear_down),
        cmocka_unit_test_setup_teardown(more_than_one_chunk_is_read, set_up, tear_down),
        cmocka_unit_test(errors_name_the_file_and_the_reason),
        cmocka_unit_test_setup_teardown(a_file_over_the_limit_is_refused, set_up, tear_down),
        cmocka_unit_test(an_endless_device_is_refused),
    };
    return cmocka_run_group_tests_name("file_bytes", tests, NULL, NULL);
}
