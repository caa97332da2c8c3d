#include "collect/os/lock_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root, *path;

static int make_folder(void **state)
{
    (void)state;
    root = temp_folder_new();
    path = mem_printf("%s/lock", root);
    return 0;
}

static int drop_folder(void **state)
{
    (void)state;
    free(path);
    return temp_folder_free(root);
}

static struct lock_file a_lock(bool shared)
{
    return (struct lock_file){path, shared, -1};
}

static enum lock_state take(struct lock_file *lock, pid_t *holder)
{
    struct error error;
    return lock_file_take(lock, holder, &error);
}

/* A process that holds it until it is ended. */
static pid_t hold(bool shared)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct lock_file lock = a_lock(shared);
        pid_t holder;
        if (take(&lock, &holder) != LOCK_TAKEN || write(ready[1], "x", 1) != 1)
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

static void one_at_a_time_and_it_goes_with_its_owner(void **state)
{
    struct lock_file lock = a_lock(false);
    struct error error;
    pid_t holder, child;
    (void)state;
    child = hold(false);
    assert_int_equal(take(&lock, &holder), LOCK_BUSY);
    assert_int_equal(holder, child);
    assert_int_equal(lock_file_ask(&lock, &holder, &error), LOCK_BUSY);
    assert_int_equal(holder, child);
    end(child);
    assert_int_equal(lock_file_ask(&lock, &holder, &error), LOCK_TAKEN);
    assert_int_equal(lock.fd, -1);
    assert_int_equal(take(&lock, &holder), LOCK_TAKEN);
    /* It stays, for whoever waits at it. */
    lock_file_drop(&lock);
    assert_int_equal(access(path, F_OK), 0);
}

static void those_who_share_do_so_among_themselves(void **state)
{
    struct lock_file shared = a_lock(true), alone = a_lock(false);
    pid_t holder, child;
    (void)state;
    child = hold(true);
    assert_int_equal(take(&alone, &holder), LOCK_BUSY);
    assert_int_equal(holder, child);
    assert_int_equal(take(&shared, &holder), LOCK_TAKEN);
    lock_file_drop(&shared);
    end(child);
    child = hold(false);
    assert_int_equal(take(&shared, &holder), LOCK_BUSY);
    end(child);
}

static void the_umask_does_not_shut_others_out(void **state)
{
    struct lock_file lock = a_lock(false);
    struct stat status;
    pid_t holder;
    (void)state;
    mode_t mask = umask(077);
    assert_int_equal(take(&lock, &holder), LOCK_TAKEN);
    assert_int_equal(umask(mask), 077);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0666);
    lock_file_drop(&lock);
}

static void refuse(const char *why)
{
    struct lock_file lock = a_lock(false);
    struct error error;
    pid_t holder;
    assert_int_equal(lock_file_take(&lock, &holder, &error), LOCK_FAILED);
    assert_int_equal(lock.fd, -1);
    if (!strstr(error.text, why) || !strstr(error.text, path) || !strstr(error.text, "TMPDIR"))
        fail_msg("%s", error.text);
}

static void what_is_no_plain_file_is_refused(void **state)
{
    char *target = mem_printf("%s/target", root);
    (void)state;
    assert_int_equal(symlink(target, path), 0);
    refuse("symbolic link");
    assert_int_equal(access(target, F_OK), -1);
    unlink(path);
    assert_int_equal(mkfifo(path, 0666), 0);
    refuse("not a regular file");
    unlink(path);
    assert_int_equal(mkdir(path, 0777), 0);
    refuse("lock file");
    rmdir(path);
    free(target);
}

/* Another user's file that only he may write can still be shared. */
static void a_file_of_another_user(void **state)
{
    (void)state;
    if (getuid() != 0)
        skip();
    temp_folder_put(root, "lock", "");
    assert_int_equal(chmod(path, 0644), 0);
    assert_int_equal(chmod(root, 01777), 0);
    pid_t child = fork();
    if (child == 0) {
        struct lock_file shared = a_lock(true), alone = a_lock(false);
        struct error error;
        pid_t holder;
        if (setgid(65534) != 0 || setuid(65534) != 0)
            _exit(2);
        int state_shared = take(&shared, &holder);
        int state_alone = lock_file_take(&alone, &holder, &error);
        _exit(state_shared == LOCK_TAKEN && state_alone == LOCK_FAILED &&
                      strstr(error.text, "of user root") && strstr(error.text, "chmod 666")
                  ? 0
                  : 1);
    }
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void a_deleted_file_is_no_lock(void **state)
{
    struct lock_file lock = a_lock(false);
    pid_t holder, child;
    (void)state;
    child = hold(false);
    unlink(path);
    assert_int_equal(take(&lock, &holder), LOCK_TAKEN);
    assert_int_equal(access(path, F_OK), 0);
    lock_file_drop(&lock);
    end(child);
}

enum { PROCESSES = 8, TURNS = 200 };

struct shared_state {
    volatile int inside;
    volatile long turns;
    volatile int broken;
};

static void take_turns(struct shared_state *shared)
{
    struct lock_file lock = a_lock(false);
    pid_t holder;
    for (int i = 0; i < TURNS; i++) {
        while (take(&lock, &holder) != LOCK_TAKEN)
            usleep(100);
        if (__atomic_add_fetch(&shared->inside, 1, __ATOMIC_SEQ_CST) != 1)
            shared->broken = 1;
        long turns = shared->turns;
        if (i % 16 == 0)
            usleep(50);
        shared->turns = turns + 1;
        __atomic_sub_fetch(&shared->inside, 1, __ATOMIC_SEQ_CST);
        lock_file_drop(&lock);
    }
}

static void many_processes_never_overlap(void **state)
{
    pid_t children[PROCESSES];
    (void)state;
    struct shared_state *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(shared, MAP_FAILED);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            take_turns(shared);
            _exit(0);
        }
    }
    for (int i = 0; i < PROCESSES; i++)
        waitpid(children[i], NULL, 0);
    assert_false(shared->broken);
    assert_int_equal(shared->turns, PROCESSES * TURNS);
    munmap(shared, sizeof *shared);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, drop_folder)
    const struct CMUnitTest tests[] = {
        TEST(one_at_a_time_and_it_goes_with_its_owner),
        TEST(those_who_share_do_so_among_themselves),
        TEST(the_umask_does_not_shut_others_out),
        TEST(what_is_no_plain_file_is_refused),
        TEST(a_file_of_another_user),
        TEST(a_deleted_file_is_no_lock),
        TEST(many_processes_never_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
