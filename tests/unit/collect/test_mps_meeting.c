#include "collect/machine/mps_meeting.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root;

static int make_folder(void **state)
{
    (void)state;
    root = temp_folder_new();
    setenv("TMPDIR", root, 1);
    setenv("CUDA_MPS_PIPE_DIRECTORY", "/pipes/a", 1);
    unsetenv("MEETING_A");
    unsetenv("MEETING_B");
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    unsetenv("TMPDIR");
    return temp_folder_free(root);
}

static const char *const variables[] = {"MEETING_A=1", "MEETING_B=x=y z"};

/* Locks are a process's own: the control is another one. */
static pid_t control(void)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct mps_meeting meeting;
        struct error error;
        if (!mps_meeting_open(&meeting, variables, COUNT(variables), &error) ||
            write(ready[1], "x", 1) != 1)
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

static void is_set(const char *name, const char *value)
{
    const char *found = getenv(name);
    assert_int_equal(found != NULL, value != NULL);
    if (value)
        assert_string_equal(found, value);
}

static void clients_get_the_environment_of_the_control(void **state)
{
    (void)state;
    struct error error = {"x"};
    assert_false(mps_meeting_join(&error));
    assert_string_equal(error.text, "");
    pid_t child = control();
    assert_true(mps_meeting_join(&error));
    is_set("MEETING_A", "1");
    is_set("MEETING_B", "x=y z");
    end(child);
}

/* The file stays; without its lock it says nothing. */
static void a_control_that_is_gone_is_none(void **state)
{
    (void)state;
    struct error error;
    end(control());
    assert_false(mps_meeting_join(&error));
    assert_string_equal(error.text, "");
    is_set("MEETING_A", NULL);
    /* And another may take its place. */
    struct mps_meeting meeting;
    assert_true(mps_meeting_open(&meeting, variables, 1, &error));
    assert_int_equal(access(meeting.path, F_OK), 0);
    char *path = mem_strdup(meeting.path);
    mps_meeting_close(&meeting);
    assert_int_equal(meeting.fd, -1);
    assert_int_equal(access(path, F_OK), -1);
    free(path);
}

static void there_is_one_control_for_each_server(void **state)
{
    (void)state;
    struct error error = {""};
    struct mps_meeting meeting;
    pid_t child = control();
    char *wanted = mem_printf("(process %d)", (int)child);
    assert_false(mps_meeting_open(&meeting, variables, 1, &error));
    assert_non_null(strstr(error.text, wanted));
    mps_meeting_close(&meeting);
    free(wanted);
    setenv("CUDA_MPS_PIPE_DIRECTORY", "/pipes/b", 1);
    assert_false(mps_meeting_join(&error));
    assert_true(mps_meeting_open(&meeting, variables, 1, &error));
    mps_meeting_close(&meeting);
    end(child);
}

/* Whoever can write it could bring a library into our processes. */
static void only_files_of_this_user_are_believed(void **state)
{
    (void)state;
    struct error error = {""};
    struct mps_meeting meeting, again;
    assert_true(mps_meeting_open(&meeting, variables, 1, &error));
    char *path = mem_strdup(meeting.path), *target = mem_printf("%s/target", root);
    mps_meeting_close(&meeting);
    pid_t child = control();
    assert_int_equal(chmod(path, 0620), 0);
    assert_false(mps_meeting_join(&error));
    assert_non_null(strstr(error.text, "is not a file of this user: remove it"));
    is_set("MEETING_A", NULL);
    assert_false(mps_meeting_open(&again, variables, 1, &error));
    assert_non_null(strstr(error.text, "is not a file of this user"));
    mps_meeting_close(&again);
    assert_int_equal(chmod(path, 0600), 0);
    /* Nor is a link to such a file. */
    assert_int_equal(rename(path, target), 0);
    assert_int_equal(symlink(target, path), 0);
    assert_false(mps_meeting_join(&error));
    is_set("MEETING_A", NULL);
    assert_false(mps_meeting_open(&again, variables, 1, &error));
    mps_meeting_close(&again);
    end(child);
    free(path);
    free(target);
}

static void servers_have_a_usual_folder(void **state)
{
    (void)state;
    char *folder = mps_pipe_folder();
    assert_string_equal(folder, "/pipes/a");
    free(folder);
    setenv("CUDA_MPS_PIPE_DIRECTORY", "", 1);
    folder = mps_pipe_folder();
    assert_string_equal(folder, "/tmp/nvidia-mps");
    free(folder);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {
        TEST(clients_get_the_environment_of_the_control), TEST(a_control_that_is_gone_is_none),
        TEST(there_is_one_control_for_each_server), TEST(only_files_of_this_user_are_believed),
        TEST(servers_have_a_usual_folder)};
    return cmocka_run_group_tests_name("mps_meeting", tests, NULL, NULL);
}
