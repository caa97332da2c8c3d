#include "collect/doctor/trial.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/doctor/trial_kernel.h"
#include "collect/machine/gpu_locks.h"
#include "collect/machine/processes.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report.h"

/* For rooftop to tell the program to end, and to clean up. */
enum { GRACE = 2000, GLANCE = 10 };

/* A metric of each interface. */
static const char *const metrics[INTERFACES] = {
    [OF_WARPS] = "smsp__pcsamp_sample_count",
    [OF_INSTRUCTIONS] = "inst_executed",
    [OF_TIME] = "pmsampling:sm__cycles_active.avg",
    [OF_COUNTERS] = "sm__cycles_active.avg",
};

static long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool ends_before(pid_t child, long limit)
{
    for (;;) {
        const pid_t ended = waitpid(child, NULL, WNOHANG);
        if (ended == child || (ended < 0 && errno != EINTR))
            return true;
        if (now() >= limit)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = GLANCE * 1000000L}, NULL);
    }
}

/* In the child, between fork() and execv(): only what is safe there. */
static void become(char *const *words, int output)
{
    const int input = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(words[0], words);
    _exit(127);
}

bool trial_run(char *const *words, const char *folder, unsigned milliseconds)
{
    char *output = mem_printf("%s/" TRIAL_OUTPUT, folder);
    const int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const pid_t child = file < 0 ? -1 : fork();
    if (child == 0)
        become(words, file);
    free(output);
    if (file >= 0)
        close(file);
    if (child < 0)
        return true;
    setpgid(child, child);
    if (ends_before(child, now() + (long)milliseconds))
        return true;
    kill(child, SIGTERM);
    const bool gone = ends_before(child, now() + GRACE);
    kill(-child, SIGKILL);
    while (!gone && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return false;
}

static char *metric_list(unsigned interfaces)
{
    struct strbuf list = {0};
    for (unsigned i = 0; i < INTERFACES; i++)
        if (interfaces & 1U << i)
            strbuf_addf(&list, "%s%s", list.length ? "," : "", metrics[i]);
    return strbuf_detach(&list);
}

/* The report in the folder, as --export takes it. A rank of a job adds its number to a name, but
 * not to one with %p. */
static char *export_of(const char *folder)
{
    struct strbuf name = {0};
    for (const char *c = folder; *c; c++)
        strbuf_pad(&name, *c, *c == '%' ? 2 : 1);
    strbuf_adds(&name, "/%p");
    return strbuf_detach(&name);
}

static void run(unsigned device, unsigned interfaces, unsigned seconds, struct trial *trial,
                const char *folder)
{
    char self[4096] = "", number[16];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return;
    snprintf(number, sizeof number, "%u", device);
    char *list = metric_list(interfaces), *report = export_of(folder);
    char *const words[] = {self,
                           "--config-file",
                           "off",
                           "--no-tui",
                           "--clock-control",
                           "none",
                           "--apply-rules",
                           "no",
                           "--metrics",
                           list,
                           "--force-overwrite",
                           "--export",
                           report,
                           self,
                           TRIAL_KERNEL_WORD,
                           number,
                           NULL};
    trial->late = !trial_run(words, folder, seconds * 1000);
    free(report);
    free(list);
}

static void read_values(struct trial *trial, const char *path)
{
    struct error error;
    struct report *report = report_open(path, &error);
    struct result *result =
        report && report_count(report) ? report_result(report, 0, &error) : NULL;
    for (unsigned i = 0; i < INTERFACES && result; i++)
        result_number(result, metrics[i], &trial->values[i]);
    if (report)
        report_close(report);
}

static bool is_said(const char *line)
{
    return strncmp(line, "==ERROR== ", 10) == 0 || strncmp(line, "==WARNING== ", 12) == 0;
}

static void read_said(struct trial *trial, const char *path)
{
    struct strbuf said = {0};
    char *text = processes_file(path, NULL), *rest = NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        if (is_said(line))
            strbuf_addf(&said, "%s\n", line);
    free(text);
    strbuf_adds(&said, "");
    trial->said = strbuf_detach(&said);
}

/* Reads what is in the folder, and removes it. */
static void take_folder(struct trial *trial, const char *folder)
{
    DIR *files = opendir(folder);
    const struct dirent *file;
    while (files && (file = readdir(files)) != NULL) {
        char *path = mem_printf("%s/%s", folder, file->d_name);
        if (strcmp(file->d_name, TRIAL_OUTPUT) == 0)
            read_said(trial, path);
        else if (file->d_name[0] != '.')
            read_values(trial, path);
        if (file->d_name[0] != '.')
            unlink(path);
        free(path);
    }
    if (files)
        closedir(files);
    rmdir(folder);
}

struct trial trial_measure(unsigned device, unsigned interfaces, unsigned seconds)
{
    struct trial trial = {0};
    for (unsigned i = 0; i < INTERFACES; i++)
        trial.values[i] = NAN;
    char *where = gpu_locks_folder(), *folder = mem_printf("%s/rooftop-doctor-XXXXXX", where);
    if (mkdtemp(folder)) {
        run(device, interfaces, seconds, &trial, folder);
        take_folder(&trial, folder);
    } else {
        trial.said =
            mem_printf("==ERROR== no folder can be made in %s: %s\n", where, strerror(errno));
    }
    free(folder);
    free(where);
    return trial;
}

char *trial_line(const struct trial *trial, const char *words)
{
    for (const char *line = trial->said; line && *line;) {
        const size_t length = strcspn(line, "\n");
        char *text = mem_strndup(line, length);
        const char *found = strstr(text, words);
        char *said = found ? mem_strdup(strchr(text, ' ') + 1) : NULL;
        free(text);
        if (said)
            return said;
        line += length + (line[length] == '\n');
    }
    return NULL;
}
