#include "report/names/rank.h"

#include <string.h>

#include "build_report.h"

struct case_of_one {
    const char *path;
    int rank;
    const char *host; /* "": none */
};

/* What is found in the names of a set alone. */
static void expect(const struct case_of_one *set, size_t count)
{
    struct rank_source sources[16];
    assert_true(count <= COUNT(sources));
    for (size_t i = 0; i < count; i++)
        sources[i] = (struct rank_source){set[i].path, NULL, ""};
    struct rank *ranks = rank_find(sources, count);
    for (size_t i = 0; i < count; i++) {
        if (ranks[i].number != set[i].rank || strcmp(ranks[i].host, set[i].host) != 0)
            fail_msg("%s: rank %d, host \"%s\"", set[i].path, ranks[i].number, ranks[i].host);
    }
    rank_free(ranks, count);
}

#define EXPECT(...)                                                                                \
    do {                                                                                           \
        static const struct case_of_one set[] = {__VA_ARGS__};                                     \
        expect(set, COUNT(set));                                                                   \
    } while (0)

static void the_word_rank_says_it_of_one_file_too(void **state)
{
    (void)state;
    EXPECT({"out/rank3.ncu-rep", 3, ""});
    EXPECT({"app_rank_12_gpu0.ncu-rep", 12, ""});
    EXPECT({"Rank-007.ncu-rep", 7, ""});
    EXPECT({"run/rank5/report.ncu-rep", 5, ""});
    /* The file itself says more than its folder. */
    EXPECT({"rank1/rank2.ncu-rep", 2, ""});
}

static void other_numbers_of_one_file_say_nothing(void **state)
{
    (void)state;
    EXPECT({"r3.ncu-rep", -1, ""});
    EXPECT({"a.0.ncu-rep", -1, ""});
    EXPECT({"frank3.ncu-rep", -1, ""});
    EXPECT({"ranking.ncu-rep", -1, ""});
    EXPECT({"rank.ncu-rep", -1, ""});
    EXPECT({"", -1, ""});
}

static void what_differs_in_a_set_is_the_rank(void **state)
{
    (void)state;
    EXPECT({"app.0.ncu-rep", 0, ""}, {"app.1.ncu-rep", 1, ""}, {"app.10.ncu-rep", 10, ""});
    EXPECT({"x_1_y.ncu-rep", 1, ""}, {"x_0_y.ncu-rep", 0, ""});
    EXPECT({"r4.ncu-rep", 4, ""}, {"r5.ncu-rep", 5, ""});
    EXPECT({"a/p0.ncu-rep", 0, ""}, {"b/p2.ncu-rep", 2, ""});
    EXPECT({"a-p811-0.ncu-rep", 0, ""}, {"a-p812-1.ncu-rep", 1, ""});
}

static void other_numberings_are_no_ranks(void **state)
{
    (void)state;
    /* From 1, as %i numbers reports. */
    EXPECT({"run.1.ncu-rep", -1, ""}, {"run.2.ncu-rep", -1, ""});
    /* Process ids. */
    EXPECT({"a.4711.ncu-rep", -1, ""}, {"a.4712.ncu-rep", -1, ""});
    EXPECT({"a-p811.ncu-rep", -1, ""}, {"a-p812.ncu-rep", -1, ""});
    /* Twice the same. */
    EXPECT({"a.0.x.ncu-rep", -1, ""}, {"a.0.y.ncu-rep", -1, ""}, {"a.1.x.ncu-rep", -1, ""});
    /* Words with a number at their end. */
    EXPECT({"step0.ncu-rep", -1, ""}, {"step1.ncu-rep", -1, ""});
    /* Not the same parts. */
    EXPECT({"a.0.ncu-rep", -1, ""}, {"a.b.1.ncu-rep", -1, ""});
    /* Two numbers that would do. */
    EXPECT({"a.0.1.ncu-rep", -1, ""}, {"a.1.0.ncu-rep", -1, ""});
    /* More digits than any rank has. */
    EXPECT({"a.0.ncu-rep", -1, ""}, {"a.99999999999999999999.ncu-rep", -1, ""});
}

static void a_process_id_beside_the_rank_does_not_hide_it(void **state)
{
    (void)state;
    EXPECT({"a.4711.0.ncu-rep", 0, ""}, {"a.4712.1.ncu-rep", 1, ""});
}

static void a_host_is_what_else_differs(void **state)
{
    (void)state;
    EXPECT({"node01.0.ncu-rep", 0, "node01"}, {"node02.1.ncu-rep", 1, "node02"});
    EXPECT({"rank0_alpha.ncu-rep", 0, "alpha"}, {"rank1_beta.ncu-rep", 1, "beta"},
           {"rank2_beta.ncu-rep", 2, "beta"});
    /* With the same rank twice it may be anything. */
    EXPECT({"rank0_before.ncu-rep", 0, ""}, {"rank0_after.ncu-rep", 0, ""});
    /* Two parts that could be. */
    EXPECT({"a_b_0.ncu-rep", 0, ""}, {"c_d_1.ncu-rep", 1, ""});
}

static int in_environment(const char *environment)
{
    struct rank_source source = {"rank99.ncu-rep", environment, "node"};
    struct rank *rank = rank_find(&source, 1);
    int number = rank->number;
    assert_string_equal(rank->host, "node");
    rank_free(rank, 1);
    return number;
}

static void the_environment_counts_before_names(void **state)
{
    (void)state;
    assert_int_equal(in_environment("SLURM_PROCID=7"), 7);
    assert_int_equal(in_environment("HOME=/x;PMI_RANK=0;A=b"), 0);
    assert_int_equal(in_environment("A=b\nOMPI_COMM_WORLD_RANK=12\n"), 12);
    /* Within a job step several may be set: the launcher's own comes first. */
    assert_int_equal(in_environment("SLURM_PROCID=0 OMPI_COMM_WORLD_RANK=3"), 3);
    assert_int_equal(in_environment("SLURM_PROCID=0;RANK=3"), 3);
    assert_int_equal(in_environment("MV2_COMM_WORLD_RANK=5"), 5);
    assert_int_equal(in_environment("PMIX_RANK=6"), 6);
}

static void what_is_no_rank_in_the_environment_is_left(void **state)
{
    (void)state;
    assert_int_equal(in_environment(""), 99);
    assert_int_equal(in_environment("SLURM_PROCID="), 99);
    assert_int_equal(in_environment("SLURM_PROCID"), 99);
    assert_int_equal(in_environment("SLURM_PROCID=-1"), 99);
    assert_int_equal(in_environment("MY_SLURM_PROCID=1"), 99);
    assert_int_equal(in_environment("SLURM_PROCID_X=1"), 99);
    assert_int_equal(in_environment("PMI_RANK=99999999999999999999"), 99);
}

static void names_of_any_length_do_no_harm(void **state)
{
    (void)state;
    char name[4096];
    memset(name, '.', sizeof name);
    for (size_t i = 0; i + 1 < sizeof name; i += 2)
        name[i] = '1';
    name[sizeof name - 1] = '\0';
    struct rank_source sources[] = {{name, name, name}, {name, name, name}};
    struct rank *ranks = rank_find(sources, 2);
    assert_int_equal(ranks[0].number, -1);
    rank_free(ranks, 2);
    rank_free(rank_find(NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_word_rank_says_it_of_one_file_too),
        cmocka_unit_test(other_numbers_of_one_file_say_nothing),
        cmocka_unit_test(what_differs_in_a_set_is_the_rank),
        cmocka_unit_test(other_numberings_are_no_ranks),
        cmocka_unit_test(a_process_id_beside_the_rank_does_not_hide_it),
        cmocka_unit_test(a_host_is_what_else_differs),
        cmocka_unit_test(the_environment_counts_before_names),
        cmocka_unit_test(what_is_no_rank_in_the_environment_is_left),
        cmocka_unit_test(names_of_any_length_do_no_harm),
    };
    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
