#include "report/names/rank_here.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/names/export_name.h"
#include "report/names/rank.h"

/* `text` holds the variables with spaces between. */
static void expect(const char *text, int number, unsigned size)
{
    char block[512];
    size_t length = strlen(text) + 1;
    assert_true(length <= sizeof block);
    memcpy(block, text, length);
    for (size_t i = 0; i < length; i++)
        if (block[i] == ' ')
            block[i] = '\0';
    struct rank_here rank = rank_in_block(block, length);
    if (rank.number != number || rank.size != size)
        fail_msg("%s: rank %d of %u", text, rank.number, rank.size);
}

static void every_launcher_is_known(void **state)
{
    (void)state;
    expect("OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", 3, 4);
    expect("A=1 MV2_COMM_WORLD_RANK=0 MV2_COMM_WORLD_SIZE=2", 0, 2);
    expect("PMI_RANK=12 PMI_SIZE=16 B=", 12, 16);
    expect("PALS_RANKID=5 PMI_SIZE=9", 5, 0);
    expect("PALS_RANKID=5 PMI_RANK=5 PMI_SIZE=9", 5, 9);
    expect("PMIX_RANK=1", 1, 0);
    expect("SLURM_PROCID=2 SLURM_STEP_NUM_TASKS=8", 2, 8);
    expect("JSM_NAMESPACE_RANK=2 JSM_NAMESPACE_SIZE=3", 2, 3);
    expect("FLUX_TASK_RANK=1 FLUX_JOB_SIZE=2", 1, 2);
    expect("LOCAL_RANK=1 RANK=5 WORLD_SIZE=8", 5, 8);
}

static void what_is_around_a_launcher_counts_less(void **state)
{
    (void)state;
    expect("SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1 OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4", 3,
           4);
    expect("PMIX_RANK=3 SLURM_PROCID=3 SLURM_STEP_NUM_TASKS=8", 3, 8);
    /* One step of each host starts torchrun there. */
    expect("SLURM_PROCID=1 SLURM_STEP_NUM_TASKS=2 RANK=9 LOCAL_RANK=1 WORLD_SIZE=16", 9, 16);
    /* What a cluster says of a host. */
    expect("RANK=1 WORLD_SIZE=2", -1, 0);
    expect("RANK=1 WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=6 OMPI_COMM_WORLD_SIZE=8", 6, 8);
    /* A batch script is none of its ranks. */
    expect("SLURM_PROCID=0 SLURM_NTASKS=8", -1, 0);
}

static void what_is_no_rank_is_none(void **state)
{
    (void)state;
    expect("", -1, 0);
    expect("PMI_RANK=", -1, 0);
    expect("PMI_RANK=x", -1, 0);
    expect("PMI_RANK=-1", -1, 0);
    expect("PMI_RANK=99999999999", -1, 0);
    expect("MY_PMI_RANK=1 PMI_RANKS=2", -1, 0);
    /* Cut off in the middle. */
    assert_int_equal(rank_in_block("PMI_RANK=12", 10).number, -1);
    assert_int_equal(rank_in_block("PMI_RANK", 8).number, -1);
    assert_int_equal(rank_in_block("PMI_RANK=1\0x", 12).number, 1);
}

static void names_that_tell_ranks_apart_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        bool tells;
    } cases[] = {{"a", false},
                 {"a%r", true},
                 {"a%%r", false},
                 {"a%p", true},
                 {"%i", false},
                 {"%h", false},
                 {"%q{OMPI_COMM_WORLD_RANK}", true},
                 {"%q{SLURM_PROCID}", true},
                 {"%q{SLURM_JOB_ID}", false},
                 {"%q{SLURM_LOCALID}", false},
                 {"%q{SLURM_LOCALID}.%h", true},
                 {"%h-%q{OMPI_COMM_WORLD_LOCAL_RANK}", true},
                 {"%q{OMPI", false},
                 {"%q", false},
                 {"a%", false},
                 {"rank3", true},
                 {"out/rank_3/a", true},
                 {"rank2", false},
                 {"a3", false}};
    for (size_t i = 0; i < COUNT(cases); i++)
        if (rank_names_file(cases[i].pattern, 3) != cases[i].tells)
            fail_msg("%s", cases[i].pattern);
}

static void the_rank_goes_into_the_name(void **state)
{
    (void)state;
    struct error error;
    static const char *const names[][2] = {{"a", "a.rank3.ncu-rep"},
                                           {"x/a.ncu-rep", "x/a.rank3.ncu-rep"},
                                           {"a.b", "a.b.rank3.ncu-rep"},
                                           {".ncu-rep", ".ncu-rep.rank3.ncu-rep"}};
    for (const struct rank_launcher *l = rank_launchers; l->rank; l++)
        unsetenv(l->rank);
    assert_null(export_name("a%r", &error));
    assert_non_null(strstr(error.text, "%r: no launcher"));
    setenv("PMI_RANK", "3", 1);
    for (size_t i = 0; i < COUNT(names); i++) {
        char *pattern = rank_add_to_name(names[i][0]);
        char *name = export_name(pattern, &error);
        assert_string_equal(name, names[i][1]);
        assert_true(rank_names_file(pattern, 5));
        free(name);
        free(pattern);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_launcher_is_known),
        cmocka_unit_test(what_is_around_a_launcher_counts_less),
        cmocka_unit_test(what_is_no_rank_is_none),
        cmocka_unit_test(names_that_tell_ranks_apart_are_known),
        cmocka_unit_test(the_rank_goes_into_the_name),
    };
    return cmocka_run_group_tests_name("rank_here", tests, NULL, NULL);
}
