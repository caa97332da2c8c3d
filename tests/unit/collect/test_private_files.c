/* Files and folders that only this process knows. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "build_report.h"
#include "collect/os/private_file.h"
#include "collect/os/private_folder.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root;

static int make_folder(void **state)
{
    (void)state;
    root = temp_folder_new();
    setenv("TMPDIR", root, 1);
    unsetenv("XDG_RUNTIME_DIR");
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    unsetenv("TMPDIR");
    return temp_folder_free(root);
}

static void what_is_written_can_be_read(bool in_memory)
{
    struct error error = {""};
    struct stat facts;
    char bytes[8] = "";
    int file = private_file_open(in_memory, &error);
    assert_true(file >= 0);
    assert_true(private_file_write(file, "world", 5, 6));
    assert_true(private_file_write(file, "hello ", 6, 0));
    assert_true(private_file_read(file, bytes, 7, 4));
    assert_memory_equal(bytes, "o world", 7);
    /* All of it or nothing. */
    errno = 0;
    assert_false(private_file_read(file, bytes, 8, 4));
    assert_int_equal(errno, EIO);
    assert_true(private_file_read(file, bytes, 0, 100));
    /* It has no name, and children do not inherit it. */
    assert_int_equal(fstat(file, &facts), 0);
    assert_int_equal(facts.st_nlink, 0);
    assert_true(fcntl(file, F_GETFD) & FD_CLOEXEC);
    assert_int_equal(rmdir(root), 0);
    assert_int_equal(mkdir(root, 0700), 0);
    close(file);
    assert_false(private_file_write(file, "x", 1, 0));
    assert_int_equal(errno, EBADF);
}

static void on_disk(void **state)
{
    (void)state;
    what_is_written_can_be_read(false);
    /* A folder that is not there is not taken. */
    struct error error;
    setenv("TMPDIR", "/no/such/folder", 1);
    int file = private_file_open(false, &error);
    assert_true(file >= 0);
    close(file);
}

static void in_memory(void **state)
{
    (void)state;
    what_is_written_can_be_read(true);
}

/* A folder as one that was killed leaves it: with a socket in which somebody listens or not. */
static char *put_folder(const char *name, bool has_socket, int *listener, int age)
{
    char *folder = mem_printf("%s/%s", root, name);
    struct timespec times[2] = {{.tv_sec = time(NULL) - age}, {.tv_sec = time(NULL) - age}};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", folder, PRIVATE_SOCKET);
    assert_int_equal(mkdir(folder, 0700), 0);
    if (has_socket) {
        *listener = socket(AF_UNIX, SOCK_STREAM, 0);
        assert_int_equal(bind(*listener, (struct sockaddr *)&address, sizeof address), 0);
        assert_int_equal(listen(*listener, 1), 0);
    }
    assert_int_equal(utimensat(AT_FDCWD, folder, times, 0), 0);
    return folder;
}

static void is_there(char *folder, bool there)
{
    assert_int_equal(access(folder, F_OK) == 0, there);
    free(folder);
}

static void a_folder_is_made_and_removed(void **state)
{
    (void)state;
    struct stat facts;
    char *folder = private_folder_make();
    assert_int_equal(strncmp(folder, root, strlen(root)), 0);
    assert_int_equal(stat(folder, &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0700);
    temp_folder_put(folder, PRIVATE_LIBRARY, "x");
    temp_folder_put(folder, PRIVATE_SOCKET, "x");
    private_folder_remove(folder);
    is_there(folder, false);
    /* What is too long for the name of a socket is not taken. */
    char *name = mem_printf("%s/%080d", root, 0);
    assert_int_equal(mkdir(name, 0700), 0);
    setenv("TMPDIR", name, 1);
    folder = private_folder_make();
    assert_int_not_equal(strncmp(folder, root, strlen(root)), 0);
    private_folder_remove(folder);
    free(folder);
    free(name);
}

/* Only what is surely deserted. */
static void what_killed_ones_left_is_removed(void **state)
{
    (void)state;
    int old, young, live, other;
    char *deserted = put_folder("rooftop-aaaaaa", true, &old, 100),
         *fresh = put_folder("rooftop-bbbbbb", true, &young, 10),
         *listening = put_folder("rooftop-cccccc", true, &live, 100),
         *foreign = put_folder("rooftop-long-name", true, &other, 100),
         *empty = put_folder("rooftop-dddddd", false, NULL, 100);
    close(old);
    close(young);
    close(other);
    char *folder = private_folder_make();
    is_there(deserted, false);
    is_there(fresh, true);
    is_there(listening, true);
    is_there(foreign, true);
    is_there(empty, true);
    private_folder_remove(folder);
    is_there(folder, false);
    close(live);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {TEST(on_disk), TEST(in_memory),
                                       TEST(a_folder_is_made_and_removed),
                                       TEST(what_killed_ones_left_is_removed)};
    return cmocka_run_group_tests_name("private_files", tests, NULL, NULL);
}
