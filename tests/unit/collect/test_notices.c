/* What notices tell, and which kernels are left out for being collective. */
#include "collect/program/notices.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"
#include "report/names/collective_kernels.h"

static char *told(struct notices *notices, char *text, char *kernel, bool fatal)
{
    Wire__Notice notice = WIRE__NOTICE__INIT;
    notice.text = text;
    notice.kernel = kernel;
    notice.has_fatal = notice.fatal = fatal;
    return notices_text(notices, &notice);
}

static void tells(struct notices *notices, char *text, char *kernel, bool fatal,
                  const char *expected)
{
    char *found = told(notices, text, kernel, fatal);
    assert_int_equal(found != NULL, expected != NULL);
    if (expected)
        assert_string_equal(found, expected);
    free(found);
}

static void each_is_said_once(void **state)
{
    (void)state;
    struct notices notices = {0};
    tells(&notices, "one", NULL, false, "one");
    tells(&notices, "two", NULL, false, "two");
    tells(&notices, "one", NULL, false, NULL);
    /* But by whom the process is lost always. */
    tells(&notices, "one", NULL, true, "one");
    tells(&notices, "three", NULL, true, "three");
    tells(&notices, "three", NULL, true, "three");
    tells(&notices, NULL, NULL, false, "");
    notices_free(&notices);
    tells(&notices, "one", NULL, false, "one");
    notices_free(&notices);
}

static void a_kernel_has_its_name(void **state)
{
    (void)state;
    struct notices notices = {0};
    tells(&notices, "never ends", "_Z1fPi", false, "f(int *): never ends");
    tells(&notices, "never ends", "_Z1gPi", false, "g(int *): never ends");
    tells(&notices, "never ends", "_Z1fPi", false, NULL);
    /* What is said of a kernel is no error of CUPTI. */
    tells(&notices, "NOT_SUPPORTED", "plain", false, "plain: NOT_SUPPORTED");
    notices_free(&notices);
}

static void errors_come_with_advice(void **state)
{
    static const struct {
        char *text;
        const char *advice;
    } cases[] = {
        {"x: CUPTI_ERROR_INSUFFICIENT_PRIVILEGES", "NVreg_RestrictProfilingToAdminUsers=0"},
        {"CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED (1)", "profiling-enabled vGPU type"},
        {"CUPTI_ERROR_HARDWARE_BUSY", "another profiler holds the counters"},
        {"CUPTI_ERROR_MULTIPLE_SUBSCRIBERS", "switch it off"},
        {"CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED", "nvidia-smi -i N -mig 0"},
        {"CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES", "enable_profiling"},
        {"CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED", "confidential computing"},
        {"CUPTI_ERROR_NOT_SUPPORTED", "compute capability 7.5 or later"},
    };
    (void)state;
    struct notices notices = {0};
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *text = told(&notices, cases[i].text, NULL, false);
        size_t length = strlen(cases[i].text);
        assert_int_equal(strncmp(text, cases[i].text, length), 0);
        assert_int_equal(strncmp(text + length, ": ", 2), 0);
        assert_non_null(strstr(text, cases[i].advice));
        free(text);
        assert_null(told(&notices, cases[i].text, NULL, false));
    }
    tells(&notices, "CUPTI_ERROR_UNKNOWN", NULL, false, "CUPTI_ERROR_UNKNOWN");
    notices_free(&notices);
}

static void other_profilers_make_no_new_error(void **state)
{
    (void)state;
    struct notices notices = {0};
    char *first = told(&notices, "CUPTI_ERROR_HARDWARE_BUSY", NULL, false);
    assert_non_null(first);
    free(first);
    int named[2], end[2];
    char byte;
    assert_int_equal(pipe(named), 0);
    assert_int_equal(pipe(end), 0);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_NAME, "nvprof-double");
        close(end[1]);
        _exit(write(named[1], "", 1) == 1 && read(end[0], &byte, 1) == 0 ? 0 : 1);
    }
    assert_int_equal(read(named[0], &byte, 1), 1);
    tells(&notices, "CUPTI_ERROR_HARDWARE_BUSY", NULL, false, NULL);
    char *fatal = told(&notices, "CUPTI_ERROR_HARDWARE_BUSY", NULL, true);
    assert_non_null(strstr(fatal, "nvprof-double (process "));
    free(fatal);
    close(end[1]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(end[0]);
    close(named[0]);
    close(named[1]);
    notices_free(&notices);
}

static void kernels_that_wait_for_others(void **state)
{
    (void)state;
    assert_true(kernel_is_collective("ncclDevKernel_AllReduce_Sum_f32_RING_LL"));
    assert_true(kernel_is_collective("ncclKernel_AllGather_RING_LL_Sum_int8_t"));
    assert_true(kernel_is_collective("nvshmemi_init_array_kernel"));
    assert_true(kernel_is_collective("nvshmem_barrier"));
    assert_false(kernel_is_collective("my_nccl_like"));
    assert_false(kernel_is_collective("NCCL"));
    assert_false(kernel_is_collective("ncc"));
    assert_false(kernel_is_collective(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_said_once),
                                       cmocka_unit_test(a_kernel_has_its_name),
                                       cmocka_unit_test(errors_come_with_advice),
                                       cmocka_unit_test(other_profilers_make_no_new_error),
                                       cmocka_unit_test(kernels_that_wait_for_others)};
    return cmocka_run_group_tests_name("notices", tests, NULL, NULL);
}
