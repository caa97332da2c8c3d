/* What the doctor says of each interface of CUPTI that it tried, and that no try goes on for ever.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/doctor/doctor_checks.h"
#include "collect/doctor/trial.h"
#include "report/base/mem.h"
#include "temp_folder.h"

/* What comes of all interfaces together, and of each alone. */
static struct trial together, alone[INTERFACES];
static unsigned tries;

static struct trial none(const char *said)
{
    struct trial trial = {.said = (char *)said};
    for (unsigned i = 0; i < INTERFACES; i++)
        trial.values[i] = NAN;
    return trial;
}

static struct trial measure(unsigned device, unsigned interfaces, unsigned seconds)
{
    (void)device;
    assert_true(seconds > 0);
    unsigned i = 0;
    while (i < INTERFACES && interfaces != 1U << i)
        i++;
    struct trial trial = i < INTERFACES ? alone[i] : together;
    assert_true(i < INTERFACES || interfaces == ALL_INTERFACES);
    trial.said = mem_strdup(trial.said ? trial.said : "");
    tries++;
    return trial;
}

static void examine(struct doctor *doctor, unsigned devices)
{
    doctor_open(doctor);
    doctor->measure = measure;
    doctor->check = "measuring";
    tries = 0;
    doctor_measure(doctor, devices);
}

static void line_is(const struct doctor *doctor, size_t i, enum doctor_state state,
                    const char *text, const char *remedy)
{
    assert_true(i < doctor->count);
    assert_string_equal(doctor->lines[i].text, text);
    assert_int_equal(doctor->lines[i].state, state);
    assert_int_equal(doctor->lines[i].remedy != NULL, remedy != NULL);
    if (remedy && !strstr(doctor->lines[i].remedy, remedy))
        fail_msg("%s: %s", text, doctor->lines[i].remedy);
}

static void what_came_is_said(void **state)
{
    (void)state;
    struct doctor doctor;
    together = none("");
    for (unsigned i = 0; i < INTERFACES; i++)
        together.values[i] = i + 2;
    examine(&doctor, 2);
    assert_int_equal(doctor.count, 2 * INTERFACES);
    line_is(&doctor, 0, DOCTOR_OK, "GPU 0: warp samples (PC sampling): 2 samples", NULL);
    line_is(&doctor, 7, DOCTOR_OK, "GPU 1: counters (range profiler): 5 active cycles", NULL);
    assert_false(doctor_failed(&doctor));
    assert_int_equal(tries, 2);
    doctor_close(&doctor);
}

static void what_cupti_refuses_is_said(void **state)
{
    (void)state;
    struct doctor doctor;
    together =
        none("==WARNING== something else\n"
             "==WARNING== warps are not sampled: CUPTI_ERROR_HARDWARE_BUSY; the counters are "
             "not affected: another profiler holds the counters\n"
             "==WARNING== the GPU refuses sm__x and the counters of its group: E\n");
    together.values[OF_INSTRUCTIONS] = 1;
    together.values[OF_TIME] = 0;
    examine(&doctor, 1);
    assert_int_equal(doctor.count, INTERFACES);
    line_is(&doctor, OF_WARPS, DOCTOR_WARN,
            "warp samples (PC sampling): CUPTI_ERROR_HARDWARE_BUSY: another profiler holds the "
            "counters",
            "dcgmi profile --pause");
    line_is(&doctor, OF_INSTRUCTIONS, DOCTOR_OK,
            "instruction counts (SASS metrics): 1 instructions", NULL);
    line_is(&doctor, OF_TIME, DOCTOR_WARN,
            "counters over time (PM sampling): nothing came, and CUPTI gave no error",
            "driver and CUPTI");
    line_is(&doctor, OF_COUNTERS, DOCTOR_FAIL,
            "counters (range profiler): sm__x and the counters of its group: E",
            "driver and CUPTI");
    assert_true(doctor_failed(&doctor));
    doctor_close(&doctor);
}

static void one_reason_for_all_is_one_line(void **state)
{
    (void)state;
    static const char *const reasons[] = {
        "==WARNING== warps are not sampled: A\n==ERROR== B\n==ERROR== C\n",
        "==WARNING== f (launch 0) was not measured: B\n",
    };
    static const char *const said[] = {"nothing can be measured: B",
                                       "nothing can be measured: f (launch 0) was not measured: B"};
    for (size_t i = 0; i < COUNT(reasons); i++) {
        struct doctor doctor;
        together = none(reasons[i]);
        examine(&doctor, 1);
        assert_int_equal(doctor.count, 1);
        line_is(&doctor, 0, DOCTOR_FAIL, said[i], "driver and CUPTI");
        doctor_close(&doctor);
    }
}

static void what_does_not_end_is_tried_alone(void **state)
{
    (void)state;
    struct doctor doctor;
    together = none("==ERROR== killed\n");
    together.late = true;
    for (unsigned i = 0; i < INTERFACES; i++)
        alone[i] = none("");
    alone[OF_WARPS].late = true;
    alone[OF_INSTRUCTIONS].values[OF_INSTRUCTIONS] = 7;
    alone[OF_TIME] =
        none("==WARNING== counters are not sampled: E; the counters are not affected\n");
    alone[OF_COUNTERS] = none("==ERROR== CUPTI_ERROR_NOT_SUPPORTED\n");
    examine(&doctor, 1);
    assert_int_equal(tries, 1 + INTERFACES);
    line_is(&doctor, OF_WARPS, DOCTOR_WARN,
            "warp samples (PC sampling): measuring did not end within 30 seconds", "no other tool");
    line_is(&doctor, OF_INSTRUCTIONS, DOCTOR_WARN,
            "instruction counts (SASS metrics): 7 instructions, but only without the others",
            "no other tool");
    line_is(&doctor, OF_TIME, DOCTOR_WARN, "counters over time (PM sampling): E", "no other tool");
    line_is(&doctor, OF_COUNTERS, DOCTOR_FAIL,
            "counters (range profiler): CUPTI_ERROR_NOT_SUPPORTED", "compute capability");
    doctor_close(&doctor);
}

/* The pipe ends when nobody has it any more: neither the program nor what it started. */
static void all_of_a_program_without_end_is_killed(void **state)
{
    (void)state;
    char *folder = temp_folder_new(), *output = mem_printf("%s/" TRIAL_OUTPUT, folder), byte;
    char *const endless[] = {"/bin/sh", "-c", "trap '' TERM; sleep 1000 & echo begun; wait; wait",
                             NULL};
    char *const short_one[] = {"/bin/sh", "-c", "echo said; exit 3", NULL};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_false(trial_run(endless, folder, 100));
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    close(ends[0]);
    assert_true(trial_run(short_one, folder, 600000));
    FILE *file = fopen(output, "r");
    char text[16] = "";
    assert_non_null(fgets(text, sizeof text, file));
    assert_string_equal(text, "said\n");
    fclose(file);
    free(output);
    temp_folder_free(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_came_is_said),
        cmocka_unit_test(what_cupti_refuses_is_said),
        cmocka_unit_test(one_reason_for_all_is_one_line),
        cmocka_unit_test(what_does_not_end_is_tried_alone),
        cmocka_unit_test(all_of_a_program_without_end_is_killed),
    };
    return cmocka_run_group_tests_name("doctor_measuring", tests, NULL, NULL);
}
