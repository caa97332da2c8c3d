#include "report/base/mapped_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"

enum { PAGES = 5 };

static size_t page;
static int file;

static int set_up(void **state)
{
    char path[] = "/tmp/rt-mapped.XXXXXX";
    (void)state;
    page = (size_t)sysconf(_SC_PAGESIZE);
    file = mkstemp(path);
    unlink(path);
    uint8_t *bytes = malloc(PAGES * page);
    memset(bytes, 'a', PAGES * page);
    ssize_t wrote = write(file, bytes, PAGES * page);
    free(bytes);
    return wrote == (ssize_t)(PAGES * page) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return close(file);
}

static void what_is_cut_off_reads_as_zeros(void **state)
{
    (void)state;
    struct mapped_file *mapped = mapped_file_open(file, PAGES * page);
    assert_non_null(mapped);
    assert_int_equal(mapped->bytes[3 * page], 'a');
    assert_int_equal(ftruncate(file, (off_t)(2 * page)), 0);
    for (size_t i = 0; i < PAGES * page; i++)
        assert_int_equal(mapped->bytes[i], i < 2 * page ? 'a' : 0);
    assert_true(mapped->shortened);
    mapped_file_close(mapped);
}

static void each_file_has_its_own_mark(void **state)
{
    (void)state;
    struct mapped_file *whole = mapped_file_open(file, page),
                       *cut = mapped_file_open(file, PAGES * page);
    assert_int_equal(ftruncate(file, (off_t)page), 0);
    assert_int_equal(whole->bytes[page - 1], 'a');
    assert_int_equal(cut->bytes[PAGES * page - 1], 0);
    assert_false(whole->shortened);
    assert_true(cut->shortened);
    mapped_file_close(whole);
    assert_int_equal(cut->bytes[0], 'a');
    mapped_file_close(cut);
}

/* From its end; what is left can be read. */
static void a_large_one_is_closed_in_steps(void **state)
{
    (void)state;
    const size_t length = 40 << 20;
    size_t left = length;
    int steps = 1;
    assert_int_equal(ftruncate(file, (off_t)length), 0);
    struct mapped_file *mapped = mapped_file_open(file, length), *other = mapped_file_open(file, 1);
    uint8_t *bytes = mapped->bytes;
    for (; !mapped_file_close_step(mapped); steps++) {
        assert_true(mapped->length < left);
        left = mapped->length;
        assert_int_equal(bytes[0], 'a');
        assert_int_equal(bytes[left - 1], 0);
        assert_false(mapped_file_heal(bytes + left));
    }
    assert_int_equal(steps, 3);
    assert_false(mapped_file_heal(bytes));
    mapped_file_close(other);
}

/* Also pages that other bytes share with them. Whether a page is in memory, /proc says. */
static size_t resident(const uint8_t *bytes)
{
    char line[256];
    unsigned long first = 0;
    size_t kilobytes = SIZE_MAX;
    FILE *maps = fopen("/proc/self/smaps", "re");
    for (bool here = false; maps && fgets(line, sizeof line, maps);) {
        if (sscanf(line, "%lx-", &first) == 1 && strchr(line, '-') && !strstr(line, " kB"))
            here = first == (unsigned long)(uintptr_t)bytes;
        else if (here && sscanf(line, "Rss: %zu kB", &kilobytes) == 1)
            break;
    }
    if (maps)
        fclose(maps);
    return kilobytes;
}

static void what_rests_takes_no_memory(void **state)
{
    (void)state;
    const size_t length = 1 << 20;
    assert_int_equal(ftruncate(file, (off_t)length), 0);
    struct mapped_file *mapped = mapped_file_open(file, length);
    unsigned sum = 0;
    for (size_t i = 0; i < length; i++)
        sum += mapped->bytes[i];
    assert_int_equal(sum, PAGES * page * 'a');
    if (resident(mapped->bytes) != length / 1024)
        skip(); /* it cannot be seen here */
    /* Results that lie behind each other and begin in the middle of a page. */
    for (size_t at = 100; at < length; at += 3 * page + 50) {
        const size_t rest = length - at < 3 * page + 50 ? length - at : 3 * page + 50;
        mapped_file_rest(mapped, mapped->bytes + at, rest);
    }
    assert_int_equal(resident(mapped->bytes), 0);
    assert_int_equal(mapped->bytes[page], 'a');
    mapped_file_close(mapped);
}

static void an_unmapped_place_is_not_healed(void **state)
{
    (void)state;
    struct mapped_file *mapped = mapped_file_open(file, page);
    assert_false(mapped_file_heal(mapped->bytes - 1));
    assert_false(mapped_file_heal(mapped->bytes + page));
    assert_false(mapped_file_heal(NULL));
    assert_false(mapped->shortened);
    mapped_file_close(mapped);
    assert_null(mapped_file_open(-1, page));
}

/* A bus error of other memory ends the program as ever. */
static void other_bus_errors_stay(void **state)
{
    (void)state;
    struct mapped_file *mapped = mapped_file_open(file, page);
    volatile char *other = mmap(NULL, PAGES * page, PROT_READ, MAP_PRIVATE, file, 0);
    assert_ptr_not_equal(other, MAP_FAILED);
    assert_int_equal(ftruncate(file, 0), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGBUS, SIG_DFL); /* the tests' own would not end it so */
        mapped_file_close(mapped_file_open(file, page));
        _exit(other[2 * page]);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
    munmap((void *)(uintptr_t)other, PAGES * page);
    mapped_file_close(mapped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_cut_off_reads_as_zeros, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_file_has_its_own_mark, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_large_one_is_closed_in_steps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_rests_takes_no_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_unmapped_place_is_not_healed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_bus_errors_stay, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("mapped_file", tests, NULL, NULL);
}
