#include "collect/doctor/doctor.h"

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "build_report.h"
#include "grace_tree.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root;
static uint64_t left;
static bool is_noexec;

static bool free_bytes(const char *folder, uint64_t *bytes, bool *no_exec)
{
    (void)folder;
    *bytes = left;
    *no_exec = is_noexec;
    return left != 1;
}

static int make_root(void **state)
{
    (void)state;
    root = temp_folder_new();
    left = (uint64_t)1 << 40;
    is_noexec = false;
    setenv("TMPDIR", root, 1);
    setenv("HOME", root, 1);
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_CACHE_HOME");
    return 0;
}

static int drop_root(void **state)
{
    (void)state;
    return temp_folder_free(root);
}

static void put(const char *path, const char *text)
{
    temp_folder_put(root, path + 1, text);
}

static const char *text_or_none(const char *text)
{
    return text ? text : "";
}

/* The check says this among its lines, with a remedy that has these words (NULL: it has none). */
static void says_at(int terminal, const char *check, enum doctor_state state, const char *text,
                    const char *remedy)
{
    struct doctor doctor;
    bool found = false;
    doctor_open(&doctor);
    doctor.root = root;
    doctor.free_bytes = free_bytes;
    doctor.terminal = terminal;
    assert_true(doctor_run_one(&doctor, check));
    assert_true(doctor.count > 0);
    for (size_t i = 0; i < doctor.count; i++) {
        const struct doctor_line *line = &doctor.lines[i];
        assert_string_equal(line->check, check);
        assert_int_equal(line->state == DOCTOR_OK, line->remedy == NULL);
        found = found ||
                (line->state == state && strstr(line->text, text) &&
                 (remedy ? strstr(text_or_none(line->remedy), remedy) != NULL : !line->remedy));
    }
    assert_int_equal(doctor_failed(&doctor), state == DOCTOR_FAIL);
    if (!found)
        fail_msg("%s: %s (%s), not: %s", check, doctor.lines[0].text,
                 text_or_none(doctor.lines[0].remedy), text);
    doctor_close(&doctor);
}

static void says(const char *check, enum doctor_state state, const char *text, const char *remedy)
{
    says_at(STDIN_FILENO, check, state, text, remedy);
}

static void device_files(void **state)
{
    (void)state;
    says("devices", DOCTOR_FAIL, "no /dev/nvidia0", "nvidia-modprobe");
    put("/.dockerenv", "");
    says("devices", DOCTOR_FAIL, "no /dev/nvidia0 in this container", "--gpus all");
    put("/dev/nvidiactl", "");
    put("/dev/nvidia-uvm-tools", "");
    put("/dev/nvidia3", "");
    says("devices", DOCTOR_FAIL, "/dev/nvidia-uvm is missing in this container", "--gpus all");
    put("/dev/nvidia-uvm", "");
    put("/dev/nvidia12", "");
    says("devices", DOCTOR_OK, "2 in /dev of this container", NULL);
}

static void device_files_outside_of_containers(void **state)
{
    (void)state;
    put("/dev/nvidia0", "");
    put("/dev/nvidiactl", "");
    says("devices", DOCTOR_FAIL, "/dev/nvidia-uvm is missing", "nvidia-modprobe -u");
    put("/dev/nvidia-uvm", "");
    says("devices", DOCTOR_OK, "1 in /dev", NULL);
    put("/dev/dxg", "");
    says("devices", DOCTOR_OK, "WSL", NULL);
}

static void containers_are_told_by_groups(void **state)
{
    (void)state;
    put("/proc/1/cgroup", "0::/kubepods/besteffort/pod1\n");
    says("devices", DOCTOR_FAIL, "in this container", "--gpus all");
    put("/proc/1/cgroup", "0::/init.scope\n");
    says("devices", DOCTOR_FAIL, "no /dev/nvidia0", "nvidia-modprobe");
}

static void counters_by_parameter_and_capability(void **state)
{
    (void)state;
    says("permission", DOCTOR_WARN, "unknown", "root");
    put("/proc/self/status", "Name:\trooftop\nCapEff:\t00000000a80425fb\n");
    put("/proc/driver/nvidia/params", "ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n");
    says("permission", DOCTOR_FAIL, "ERR_NVGPUCTRPERM", "NVreg_RestrictProfilingToAdminUsers=0");
    put("/.dockerenv", "");
    says("permission", DOCTOR_FAIL, "only administrators", "--cap-add=SYS_ADMIN");
    put("/proc/driver/nvidia/params", "RmProfilingAdminOnly: 0\n");
    says("permission", DOCTOR_OK, "all users", NULL);
    put("/proc/driver/nvidia/params", "RmProfilingAdminOnly: 1\n");
    put("/proc/self/status", "Name:\trooftop\nCapEff:\t000001ffffffffff\n");
    says("permission", DOCTOR_OK, "CAP_SYS_ADMIN", NULL);
    says("clocks", DOCTOR_OK, "may be locked", NULL);
    put("/proc/self/status", "Name:\trooftop\nCapEff:\t0000000000000000\n");
    says("clocks", DOCTOR_WARN, "may not lock clocks", "--clock-control none");
}

static void other_profilers(void **state)
{
    (void)state;
    put("/proc/12/comm", "bash\n");
    put("/proc/13/comm", "ncurses-thing\n");
    put("/proc/version", "");
    says("profilers", DOCTOR_OK, "no other", NULL);
    says("MPS", DOCTOR_OK, "off", NULL);
    put("/proc/77/comm", "nv-hostengine\n");
    says("profilers", DOCTOR_WARN, "nv-hostengine (process 77)", "dcgmi profile --pause");
    put("/proc/78/comm", "ncu\n");
    says("profilers", DOCTOR_WARN, "ncu (process 78)", "TMPDIR");
    put("/proc/79/comm", "nsys-launcher\n");
    says("profilers", DOCTOR_WARN, "nsys-launcher (process 79)", "GPU metrics");
    put("/proc/80/comm", "rooftop\n");
    says("profilers", DOCTOR_WARN, "rooftop (process 80)", "take turns");
    put("/proc/81/comm", "nvidia-cuda-mps\n");
    setenv("CUDA_MPS_PIPE_DIRECTORY", "/tmp/pipes", 1);
    says("MPS", DOCTOR_WARN, "process 81), but programs started here are not its clients",
         "set CUDA_MPS_PIPE_DIRECTORY");
    put("/tmp/pipes/control", "");
    says("MPS", DOCTOR_WARN, "its clients (control pipe in /tmp/pipes)", "echo quit");
    unsetenv("CUDA_MPS_PIPE_DIRECTORY");
}

static void locks(void **state)
{
    char *path = mem_printf("%s/nsight-compute-lock", root);
    char *gpu = mem_printf("%s/rooftop-gpu-0000:06:00.lock", root);
    int ready[2];
    char byte;
    (void)state;
    says("locks", DOCTOR_OK, root, NULL);
    assert_int_equal(access(path, F_OK), -1); /* looking makes none */
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
        int fd = open(gpu, O_RDWR | O_CREAT, 0666);
        if (fcntl(fd, F_SETLK, &range) < 0 || write(ready[1], "x", 1) != 1)
            _exit(1);
        pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    char *comm = mem_printf("/proc/%d/comm", (int)child);
    put(comm, "other\n");
    char *who = mem_printf("rooftop-gpu-0000:06:00.lock is held by other (process %d)", (int)child);
    says("locks", DOCTOR_WARN, who, "waits");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    says("locks", DOCTOR_OK, "free", NULL);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    says("locks", DOCTOR_FAIL, "symbolic link", "TMPDIR");
    free(who);
    free(comm);
    free(gpu);
    free(path);
}

static void space(void **state)
{
    (void)state;
    says("disk space", DOCTOR_OK, root, NULL);
    left = 100 << 20;
    says("disk space", DOCTOR_WARN, "has only 104.9 MB left", "TMPDIR");
    says("disk space", DOCTOR_WARN, ".cache/rooftop has only", "XDG_CACHE_HOME");
    left = 1 << 20;
    says("disk space", DOCTOR_FAIL, "has only 1.0 MB left", "TMPDIR");
    left = 1;
    says("disk space", DOCTOR_WARN, "cannot be examined", "TMPDIR");
    left = (uint64_t)1 << 40;
    is_noexec = true;
    says("disk space", DOCTOR_WARN, "noexec", "XDG_RUNTIME_DIR");
    is_noexec = false;
    if (getuid() != 0) {
        chmod(root, 0500);
        says("disk space", DOCTOR_WARN, "you have no access", "XDG_CACHE_HOME");
        chmod(root, 0700);
    }
    unsetenv("HOME");
    says("disk space", DOCTOR_WARN, "no folder for the cache", "XDG_CACHE_HOME");
}

static void home(void **state)
{
    (void)state;
    says("home", DOCTOR_OK, "/.config/rooftop can be written", NULL);
    if (getuid() != 0) {
        chmod(root, 0500);
        says("home", DOCTOR_WARN, "cannot be written", "--section-folder");
        chmod(root, 0);
        says("home", DOCTOR_WARN, "cannot be read", "XDG_CONFIG_HOME");
        chmod(root, 0700);
    }
    unsetenv("HOME");
    says("home", DOCTOR_WARN, "no home directory", "set HOME");
}

static void terminals(void **state)
{
    struct winsize size = {.ws_row = 40, .ws_col = 120};
    int master, slave, null = open("/dev/null", O_RDWR);
    (void)state;
    assert_int_equal(openpty(&master, &slave, NULL, NULL, &size), 0);
    says_at(null, "terminal", DOCTOR_OK, "as text", NULL);
    setenv("TERM", "xterm-256color", 1);
    says_at(slave, "terminal", DOCTOR_OK, "xterm-256color: 256 colours", NULL);
    says_at(slave, "terminal", DOCTOR_OK, "120 columns, 40 rows", NULL);
    says_at(slave, "terminal", DOCTOR_WARN, "drawn in ASCII", "C.UTF-8");
    size.ws_col = 60;
    ioctl(slave, TIOCSWINSZ, &size);
    says_at(slave, "terminal", DOCTOR_WARN, "60 columns and 40 rows", "larger");
    setenv("TERM", "vt100", 1);
    says_at(slave, "terminal", DOCTOR_WARN, "vt100: 2 colours", "xterm-256color");
    setenv("TERM", "xterm-no-such", 1);
    says_at(slave, "terminal", DOCTOR_OK, "is drawn as xterm-256color: 256 colours", NULL);
    setenv("TERM", "dumb", 1);
    says_at(slave, "terminal", DOCTOR_WARN, "TERM is dumb: ", "--no-tui");
    setenv("TERM", "no-such-terminal", 1);
    says_at(slave, "terminal", DOCTOR_WARN, "not known here", "ncurses-term");
    unsetenv("TERM");
    says_at(slave, "terminal", DOCTOR_WARN, "TERM is not set", "set TERM");
    close(master);
    close(slave);
    close(null);
}

static void the_disassembler(void **state)
{
    char *path = mem_printf("%s/bin/nvdisasm", root), *other = mem_printf("%s/none", root);
    char *folders = mem_strdup(getenv("PATH"));
    (void)state;
    put("/bin/nvdisasm", "#!/bin/sh\n");
    chmod(path, 0755);
    setenv("CUDA_HOME", root, 1);
    says("nvdisasm", DOCTOR_OK, path, NULL);
    unsetenv("CUDA_HOME");
    unsetenv("CUDA_PATH");
    setenv("PATH", other, 1);
    if (access("/usr/local/cuda/bin/nvdisasm", X_OK) < 0)
        says("nvdisasm", DOCTOR_WARN, "not found", "CUDA_HOME");
    setenv("PATH", folders, 1);
    free(folders);
    free(other);
    free(path);
}

static void a_cupti_that_is_not_there(void **state)
{
    (void)state;
    setenv("ROOFTOP_CUPTI", "/nonexistent", 1);
    says("CUPTI", DOCTOR_FAIL, "/nonexistent", "CUDA_HOME");
    says("GPUs", DOCTOR_WARN, "needs CUPTI", "CUPTI below");
    unsetenv("ROOFTOP_CUPTI");
}

/* Machines as sysfs shows them to rooftop cpu. */
static void counters_of_cpus(void **state)
{
    struct cpu_catalog catalog = {0};
    char *kept = root;
    (void)state;
    assert_true(cpu_catalog_add_built_in(&catalog, NULL) && cpu_catalog_check(&catalog, NULL));
    root = grace_tree_make(&catalog, GRACE_SUPERCHIP);
    says("CPU", DOCTOR_OK, "Grace CPU superchip, 2 sockets, 144 CPUs, kernel 6.14.2: armv8_pmuv3_0",
         NULL);
    says("uncore", DOCTOR_OK,
         "c2c0, c2c1, cnvlink, pcie, scf of 2 sockets; filters of ports are what this kernel takes",
         NULL);
    says("perf", DOCTOR_OK, "programs and the machine (kernel.perf_event_paranoid is -1)", NULL);
    grace_tree_free(root);
    root = grace_tree_make(&catalog, GRACE_OLD_KERNEL);
    says("uncore", DOCTOR_OK, "always given, as kernels before 6.14 need them", NULL);
    grace_tree_free(root);
    root = grace_tree_make(&catalog, GRACE_GRAVITON);
    says("uncore", DOCTOR_WARN, "no counters of memory, PCIe and NVLink-C2C",
         "modprobe nvidia_cspmu");
    grace_tree_free(root);
    root = grace_tree_make(&catalog, GRACE_X86);
    says("CPU", DOCTOR_OK, "x86-64 processor, 8 CPUs, kernel 6.12.1: generic events", NULL);
    says("uncore", DOCTOR_OK, "none: only Grace CPUs have them", NULL);
    grace_tree_free(root);
    root = kept;
    says("perf", DOCTOR_WARN, "there are no performance counters", "CONFIG_PERF_EVENTS");
    cpu_catalog_free(&catalog);
}

static void unknown_names_are_no_checks(void **state)
{
    struct doctor doctor;
    (void)state;
    doctor_open(&doctor);
    assert_false(doctor_run_one(&doctor, "no such check"));
    doctor_close(&doctor);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make_root, drop_root)
    const struct CMUnitTest tests[] = {
        TEST(device_files),
        TEST(device_files_outside_of_containers),
        TEST(containers_are_told_by_groups),
        TEST(counters_by_parameter_and_capability),
        TEST(other_profilers),
        TEST(locks),
        TEST(space),
        TEST(home),
        TEST(terminals),
        TEST(the_disassembler),
        TEST(a_cupti_that_is_not_there),
        TEST(counters_of_cpus),
        TEST(unknown_names_are_no_checks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
