#include "collect/program/process_choice.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/number_list.h"
#include "report/filter/process_filter.h"

/* A process that waits until it is ended: of this program, or `sleep` with this environment. */
static pid_t start(const char *name, char *const *environment)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ready[0]);
        if (environment)
            execle("/bin/sleep", "sleep", "100", (char *)NULL, environment);
        prctl(PR_SET_NAME, name);
        close(ready[1]);
        pause();
        _exit(0);
    }
    close(ready[1]);
    if (!environment)
        assert_int_equal(read(ready[0], &byte, 1), 0);
    close(ready[0]);
    return child;
}

static void end(pid_t child)
{
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
}

static struct process_filter filter;
static struct number_list ranks;

static int tear_down(void **state)
{
    (void)state;
    process_filter_free(&filter);
    number_list_free(&ranks);
    filter = (struct process_filter){0};
    ranks = (struct number_list){0};
    return 0;
}

static void left_out(bool root_only, pid_t root, pid_t pid, const char *executable, int rank,
                     const char *option)
{
    const struct process_choice choice = {
        .filter = &filter, .ranks = &ranks, .root = root, .root_only = root_only};
    const struct process_facts who = {pid, executable, rank};
    const char *found = process_excluded_by(&choice, &who);
    assert_int_equal(found != NULL, option != NULL);
    if (option)
        assert_string_equal(found, option);
}

static void all_are_profiled(void **state)
{
    (void)state;
    left_out(false, 1, getpid(), "/bin/app", -1, NULL);
    left_out(false, getpid(), getpid(), "/bin/app", 3, NULL);
}

static void only_the_program_itself(void **state)
{
    (void)state;
    left_out(true, getpid(), getpid(), "/bin/app", -1, NULL);
    left_out(true, 1, getpid(), "/bin/app", -1, "--target-processes");
}

static void by_executable(void **state)
{
    struct error error;
    (void)state;
    assert_true(process_filter_add(&filter, "app,exclude:other", &error));
    left_out(false, 1, getpid(), "/bin/app", -1, NULL);
    left_out(false, 1, getpid(), "/bin/other", -1, "--target-processes-filter");
    left_out(false, 1, getpid(), "/bin/third", -1, "--target-processes-filter");
}

/* Children of this process are judged by the name that it goes by, too. */
static void with_the_trees_of_others(void **state)
{
    struct error error;
    (void)state;
    pid_t parent = start("treetop", NULL);
    assert_true(process_filter_add(&filter, "exclude-tree:treetop", &error));
    left_out(false, getpid(), parent, "/bin/treeless", -1, "--target-processes-filter");
    end(parent);
    /* A tree ends at the program itself and at the profiler. */
    pid_t child = start("leaf", NULL);
    left_out(false, child, child, "/bin/leaf", -1, NULL);
    left_out(false, 1, child, "/bin/leaf", -1, NULL);
    end(child);
    /* A child of one that is left out: forked from there. */
    int report[2];
    pid_t grandchild = 0;
    assert_int_equal(pipe(report), 0);
    parent = fork();
    if (parent == 0) {
        prctl(PR_SET_NAME, "treetop");
        grandchild = fork();
        if (grandchild == 0) {
            prctl(PR_SET_NAME, "leaf");
            grandchild = getpid();
            if (write(report[1], &grandchild, sizeof grandchild) < 0)
                _exit(1);
        }
        pause();
        _exit(0);
    }
    assert_int_equal(read(report[0], &grandchild, sizeof grandchild), sizeof grandchild);
    left_out(false, 1, grandchild, "/bin/leaf", -1, "--target-processes-filter");
    left_out(false, grandchild, grandchild, "/bin/leaf", -1, NULL);
    kill(grandchild, SIGKILL);
    end(parent);
    close(report[0]);
    close(report[1]);
}

static void by_rank(void **state)
{
    struct error error;
    (void)state;
    assert_true(number_list_add(&ranks, "0,4-7", &error));
    left_out(false, 1, getpid(), "/bin/app", 0, NULL);
    left_out(false, 1, getpid(), "/bin/app", 5, NULL);
    left_out(false, 1, getpid(), "/bin/app", 3, "--ranks");
    /* Without a rank it is none of them. */
    left_out(false, 1, getpid(), "/bin/app", -1, "--ranks");
}

static void what_runs_is_alive(void **state)
{
    (void)state;
    assert_true(process_is_alive(getpid()));
    /* Its parent is none, or in another container. */
    assert_true(process_is_alive(1));
    /* Names may hold anything. */
    pid_t child = start("x) Z 1 (", NULL);
    assert_true(process_is_alive(child));
    kill(child, SIGKILL);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    assert_false(process_is_alive(child));
    end(child);
    assert_false(process_is_alive(child));
}

/* Waits until the child is another program. */
static void wait_for(pid_t child, const char *variable)
{
    for (int i = 0; i < 1000 && !process_has(child, variable); i++)
        usleep(1000);
}

static void environments_are_read(void **state)
{
    char *const environment[] = {"FIRST=1", "OMPI_COMM_WORLD_RANK=12", "OMPI_COMM_WORLD_SIZE=16",
                                 "LAST=a b", NULL};
    char *const none[] = {"PATH=/bin", NULL};
    (void)state;
    pid_t child = start("", environment);
    wait_for(child, "LAST=a b");
    assert_true(process_has(child, "FIRST=1"));
    assert_true(process_has(child, "LAST=a b"));
    assert_false(process_has(child, "LAST=a"));
    assert_false(process_has(child, "IRST=1"));
    assert_int_equal(process_rank(child), 12);
    end(child);
    child = start("", none);
    wait_for(child, "PATH=/bin");
    assert_int_equal(process_rank(child), -1);
    end(child);
    assert_false(process_has(child, "PATH=/bin"));
    assert_int_equal(process_rank(child), -1);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_teardown(function, tear_down)
    const struct CMUnitTest tests[] = {TEST(all_are_profiled),
                                       TEST(only_the_program_itself),
                                       TEST(by_executable),
                                       TEST(with_the_trees_of_others),
                                       TEST(by_rank),
                                       TEST(what_runs_is_alive),
                                       TEST(environments_are_read)};
    return cmocka_run_group_tests_name("process_choice", tests, NULL, NULL);
}
