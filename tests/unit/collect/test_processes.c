/* What /proc tells, and who of these is a profiler. */
#include "collect/machine/processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/machine/other_profilers.h"
#include "report/base/mem.h"
#include "report/names/rank.h"
#include "temp_folder.h"

static char *root;

static const char *const used[] = {"OMPI_COMM_WORLD_RANK", "SLURM_PROCID", "SLURM_JOB_ID",
                                   "SLURM_STEP_ID",        "PMI_RANK",     "PMIX_NAMESPACE"};

static int make_folder(void **state)
{
    (void)state;
    root = temp_folder_new();
    /* The tests may themselves run in a job. */
    for (const struct rank_launcher *l = rank_launchers; l->rank; l++)
        unsetenv(l->rank);
    for (size_t i = 0; i < COUNT(used); i++)
        unsetenv(used[i]);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    return temp_folder_free(root);
}

/* Variables of a process, one a line. */
static void put_environment(pid_t pid, const char *lines)
{
    char *name = mem_printf("proc/%d/environ", (int)pid), *path = mem_printf("%s/%s", root, name);
    char *block = mem_strdup(lines);
    temp_folder_put(root, name, "");
    for (char *c = block; *c; c++)
        *c = *c == '\n' ? '\0' : *c;
    FILE *file = fopen(path, "w");
    assert_int_equal(fwrite(block, 1, strlen(lines), file), strlen(lines));
    fclose(file);
    free(block);
    free(path);
    free(name);
}

static void names_have_no_line_end(void **state)
{
    (void)state;
    temp_folder_put(root, "proc/12/comm", "a b)\n");
    temp_folder_put(root, "proc/13/comm", "\n");
    char *name = process_name(root, 12);
    assert_string_equal(name, "a b)");
    free(name);
    assert_null(process_name(root, 14));
    char *text = process_text(root, 12);
    assert_string_equal(text, "a b) (process 12)");
    free(text);
    text = process_text(root, 13);
    assert_string_equal(text, "process 13");
    free(text);
    text = process_text(root, 14);
    assert_string_equal(text, "process 14");
    free(text);
    text = process_text(root, 0);
    assert_string_equal(text, "a process of another container");
    free(text);
}

static void count(void *context, pid_t pid, const char *name)
{
    *(int *)context += pid * (strcmp(name, "app") == 0 ? 1 : 1000);
}

static void every_process_is_visited(void **state)
{
    (void)state;
    int sum = 0;
    processes_each(root, count, &sum);
    assert_int_equal(sum, 0);
    temp_folder_put(root, "proc/12/comm", "app\n");
    temp_folder_put(root, "proc/13/comm", "app\n");
    /* None of these is a process. */
    temp_folder_put(root, "proc/self/comm", "app\n");
    temp_folder_put(root, "proc/14x/comm", "app\n");
    temp_folder_put(root, "proc/15/other", "app\n");
    processes_each(root, count, &sum);
    assert_int_equal(sum, 25);
}

static void files_of_unknown_size(void **state)
{
    size_t length = 0;
    (void)state;
    struct strbuf text = {0};
    for (int i = 0; i < 10000; i++)
        strbuf_adds(&text, "0123456789");
    temp_folder_put(root, "large", text.data);
    char *path = mem_printf("%s/large", root), *read = processes_file(path, &length);
    assert_int_equal(length, text.length);
    assert_string_equal(read, text.data);
    free(read);
    free(path);
    strbuf_free(&text);
    assert_null(processes_file("/no/such/file", &length));
    assert_null(processes_file("/", &length));
    read = processes_file("/dev/null", NULL);
    assert_string_equal(read, "");
    free(read);
}

static void is_of_job(const char *lines, bool is)
{
    put_environment(77, lines);
    assert_int_equal(process_is_of_job(root, 77), is);
}

static void ranks_of_one_job(void **state)
{
    (void)state;
    /* This process is no rank. */
    is_of_job("SLURM_PROCID=1\nSLURM_JOB_ID=5\n", false);
    setenv("SLURM_PROCID", "0", 1);
    setenv("SLURM_JOB_ID", "5", 1);
    is_of_job("SLURM_PROCID=1\nSLURM_JOB_ID=5\n", true);
    /* The last one may not be ended. */
    is_of_job("SLURM_JOB_ID=5\nSLURM_PROCID=1", true);
    is_of_job("SLURM_PROCID=1\nSLURM_JOB_ID=6\n", false);
    is_of_job("SLURM_PROCID=1\n", false);
    is_of_job("SLURM_PROCID=1\nSLURM_JOB_ID=5\nSLURM_STEP_ID=2\n", false);
    is_of_job("SLURM_JOB_ID=5\n", false);
    /* The same rank: one that it started itself. */
    is_of_job("SLURM_PROCID=0\nSLURM_JOB_ID=5\n", false);
    /* Names that only begin or end like it. */
    is_of_job("SLURM_PROCIDS=1\nXSLURM_PROCID=1\nSLURM_JOB_ID=5\n", false);
    is_of_job("", false);
    assert_false(process_is_of_job(root, 78));
    assert_false(process_is_of_job(root, 0));
}

/* Names of which theirs is only a part are those of other programs. */
static void other_profilers_are_told(void **state)
{
    (void)state;
    assert_null(other_profilers_text(root));
    temp_folder_put(root, "proc/12/comm", "nv-hostengine\n");
    temp_folder_put(root, "proc/13/comm", "ncurses\n");
    temp_folder_put(root, "proc/14/comm", "my-ncu\n");
    char *text = other_profilers_text(root);
    assert_string_equal(text, "nv-hostengine (process 12)");
    free(text);
    temp_folder_put(root, "proc/12/comm", "app\n");
    temp_folder_put(root, "proc/13/comm", "nsys-launcher\n");
    text = other_profilers_text(root);
    assert_string_equal(text, "nsys-launcher (process 13)");
    free(text);
    /* This process is no other one. */
    char *own = mem_printf("proc/%d/comm", (int)getpid());
    temp_folder_put(root, "proc/13/comm", "app\n");
    temp_folder_put(root, own, "rooftop\n");
    assert_null(other_profilers_text(root));
    free(own);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {TEST(names_have_no_line_end), TEST(every_process_is_visited),
                                       TEST(files_of_unknown_size), TEST(ranks_of_one_job),
                                       TEST(other_profilers_are_told)};
    return cmocka_run_group_tests_name("processes", tests, NULL, NULL);
}
