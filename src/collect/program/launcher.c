/* The driver loads the library that CUDA_INJECTION64_PATH names when the program initialises CUDA,
 * and the library connects to the socket. Children of the program inherit the variables and connect
 * by themselves. A pipe that closes on exec tells whether the program was started: it is either
 * closed without a byte, or brings the errno of the failure. */
#include "collect/program/launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "collect/os/private_folder.h"
#include "report/base/embedded.h"
#include "report/base/mem.h"
#include "report/base/viewer.h"

enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

static bool unpack(const char *path, struct error *error)
{
    const struct embedded_file *file = embedded_find(PRIVATE_LIBRARY);
    if (!file)
        return error_set(error, VIEWER_CANNOT("shows reports, but cannot profile"));
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    size_t written = 0;
    while (fd >= 0 && written < file->size) {
        ssize_t got = write(fd, file->data + written, file->size - written);
        if (got <= 0)
            break;
        written += (size_t)got;
    }
    if (fd >= 0)
        close(fd);
    return written == file->size ||
           error_set(error, "%s: the injection library cannot be unpacked: %s", path,
                     strerror(errno));
}

static bool listen_at(struct launcher *launcher, struct error *error)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", launcher->socket_path);
    launcher->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (launcher->listener < 0 ||
        bind(launcher->listener, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(launcher->listener, SOMAXCONN) < 0)
        return error_set(error, "%s: cannot listen: %s", launcher->socket_path, strerror(errno));
    return true;
}

bool launcher_prepare(struct launcher *launcher, struct error *error)
{
    *launcher = (struct launcher){.listener = -1, .output = -1};
    launcher->folder = private_folder_make();
    if (!launcher->folder)
        return error_set(error, "there is no folder to work in: set TMPDIR to a folder that can be "
                                "written and is not mounted noexec");
    launcher->library = mem_printf("%s/" PRIVATE_LIBRARY, launcher->folder);
    launcher->socket_path = mem_printf("%s/" PRIVATE_SOCKET, launcher->folder);
    return unpack(launcher->library, error) && listen_at(launcher, error);
}

void launcher_variables(const struct launcher *launcher, const char *cupti_path,
                        const char *program_filter, char *variables[LAUNCHER_VARIABLES])
{
    variables[0] = mem_printf("CUDA_INJECTION64_PATH=%s", launcher->library);
    variables[1] = mem_printf("NVTX_INJECTION64_PATH=%s", launcher->library);
    variables[2] = mem_printf("ROOFTOP_SOCKET=%s", launcher->socket_path);
    variables[3] = mem_printf("ROOFTOP_CUPTI=%s", cupti_path);
    variables[4] = mem_printf("ROOFTOP_PROGRAM_FILTER=%s", program_filter);
}

static bool sets_same(const char *one, const char *other)
{
    const size_t length = strcspn(one, "=") + 1;
    return strncmp(one, other, length) == 0;
}

/* Ours with these variables instead of those of the same names. Made before fork(), since other
 * threads may hold the locks of malloc() and the environment. free() it; its texts stay. */
static char **environment_with(char *const variables[LAUNCHER_VARIABLES])
{
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **all = mem_alloc((count + LAUNCHER_VARIABLES + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++) {
        size_t j = 0;
        while (j < LAUNCHER_VARIABLES && !sets_same(variables[j], environ[i]))
            j++;
        if (j == LAUNCHER_VARIABLES)
            all[kept++] = environ[i];
    }
    for (size_t j = 0; j < LAUNCHER_VARIABLES; j++)
        all[kept++] = variables[j];
    return all;
}

/* Becomes the program, by calls that are safe after a fork of a process with threads. A relative
 * path of the program counts from the folder. */
static void become(char *const *program, char **environment, const char *folder, int report)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (!folder || chdir(folder) == 0)
        execvpe(program[0], program, environment);
    int problem = errno;
    if (write(report, &problem, sizeof problem) < 0)
        _exit(NOT_EXECUTABLE);
    _exit(problem == ENOENT ? NOT_FOUND : NOT_EXECUTABLE);
}

/* With a screen the keyboard is ours, and a program that reads it would wait for ever. */
static void detach_keyboard(const struct launcher_options *options)
{
    bool empty = options->null_input || (options->own_output && isatty(STDIN_FILENO));
    int null = empty ? open("/dev/null", O_RDONLY) : -1;
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        close(null);
    }
}

/* The file is there, so what the system did not find is the interpreter or loader that would run
 * it. */
static bool lacks_interpreter(const char *name, struct error *error)
{
    char line[256] = "";
    FILE *file = fopen(name, "re");
    size_t length = file ? fread(line, 1, sizeof line - 1, file) : 0;
    if (file)
        fclose(file);
    line[length] = '\0';
    if (strncmp(line, "#!", 2) != 0)
        return error_set(error,
                         "%s cannot be started: the loader that it names does not exist; was it "
                         "built for another system?",
                         name);
    const char *at = line + 2 + strspn(line + 2, " \t");
    const int named = (int)strcspn(at, " \t\r\n");
    return error_set(
        error, "%s cannot be started: its first line names the interpreter %.*s, %s", name, named,
        at, at[named] == '\r' ? "with a carriage return after it" : "which does not exist");
}

/* The user may have meant the name of a report. */
static bool cannot_start(const char *name, int problem, struct error *error)
{
    struct stat status;
    const bool is_here = stat(name, &status) == 0, searched = !strchr(name, '/');
    if (is_here && S_ISDIR(status.st_mode) && (problem == EACCES || problem == ENOENT))
        return error_set(error, "%s cannot be started: it is a folder; -i %s shows its reports",
                         name, name);
    if (is_here && searched && problem == ENOENT)
        return error_set(error,
                         "%s cannot be started: it is in no folder of PATH; ./%s starts the file "
                         "here, -i %s opens it as a report",
                         name, name, name);
    if (searched && problem == ENOENT)
        return error_set(error, "%s cannot be started: it is in no folder of PATH", name);
    if (is_here && problem == EACCES)
        return error_set(error,
                         "%s cannot be started: it is not executable (chmod +x); -i %s opens it "
                         "as a report",
                         name, name);
    if (is_here && S_ISREG(status.st_mode) && problem == ENOENT)
        return lacks_interpreter(name, error);
    return error_set(error, "%s cannot be started: %s", name, strerror(problem));
}

/* Opens what the program's output goes through, if it is not passed through. */
static bool open_output(const struct launcher_options *options, int *ours, int *its)
{
    struct winsize size = {.ws_row = (unsigned short)options->rows,
                           .ws_col = (unsigned short)options->columns};
    int ends[2] = {-1, -1};
    bool good = true;
    if (options->own_output)
        good = openpty(&ends[0], &ends[1], NULL, NULL, &size) == 0;
    else if (options->quiet)
        good = pipe(ends) == 0;
    *ours = ends[0];
    *its = ends[1];
    return good;
}

bool launcher_start(struct launcher *launcher, char *const *program,
                    const struct launcher_options *options, struct error *error)
{
    int report[2], master, slave;
    if (pipe2(report, O_CLOEXEC) < 0 || !open_output(options, &master, &slave))
        return cannot_start(program[0], errno, error);
    char *variables[LAUNCHER_VARIABLES];
    launcher_variables(launcher, options->cupti_path, options->program_filter, variables);
    char **environment = environment_with(variables);
    launcher->child = fork();
    if (launcher->child == 0) {
        if (options->input >= 0)
            dup2(options->input, STDIN_FILENO);
        detach_keyboard(options);
        if (slave >= 0) {
            dup2(slave, STDOUT_FILENO);
            dup2(slave, STDERR_FILENO);
            close(slave);
            close(master);
        }
        become(program, environment, options->folder, report[1]);
    }
    for (size_t i = 0; i < LAUNCHER_VARIABLES; i++)
        free(variables[i]);
    free(environment);
    close(report[1]);
    if (slave >= 0)
        close(slave);
    if (launcher->output >= 0)
        close(launcher->output);
    launcher->output = master;
    if (master >= 0)
        fcntl(master, F_SETFD, FD_CLOEXEC);
    int problem = 0;
    ssize_t got;
    do
        got = read(report[0], &problem, sizeof problem);
    while (got < 0 && errno == EINTR);
    close(report[0]);
    if (launcher->child < 0)
        return cannot_start(program[0], errno, error);
    if (got == (ssize_t)sizeof problem)
        return cannot_start(program[0], problem, error);
    return true;
}

bool launcher_attach(struct launcher *launcher, const struct attach_ports *ports,
                     const struct launcher_options *options, struct error *error)
{
    char *variables[LAUNCHER_VARIABLES];
    const size_t count = LAUNCHER_VARIABLES;
    launcher_variables(launcher, options->cupti_path, options->program_filter, variables);
    const bool good =
        attach_point_join(ports, (const char *const *)variables, count, &launcher->attached, error);
    for (size_t i = 0; i < count; i++)
        free(variables[i]);
    launcher->child = good ? launcher->attached.pid : 0;
    return good;
}

void launcher_free(struct launcher *launcher)
{
    if (launcher->listener >= 0)
        close(launcher->listener);
    if (launcher->output >= 0)
        close(launcher->output);
    if (launcher->folder)
        private_folder_remove(launcher->folder);
    free(launcher->socket_path);
    free(launcher->library);
    free(launcher->folder);
    free(launcher->attached.name);
    *launcher = (struct launcher){.listener = -1, .output = -1};
}
