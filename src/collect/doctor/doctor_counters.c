/* The checks of who may use the counters, and who else uses them. */
#include "collect/doctor/doctor_checks.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/machine/gpu_locks.h"
#include "collect/machine/mps_meeting.h"
#include "collect/machine/other_profilers.h"
#include "collect/machine/processes.h"
#include "report/base/mem.h"

void doctor_permission(struct doctor *doctor)
{
    char *path = mem_printf("%s/proc/driver/nvidia/params", doctor->root);
    char *parameters = processes_file(path, NULL);
    const char *restricted = parameters ? strstr(parameters, "RmProfilingAdminOnly:") : NULL;
    if (doctor_is_admin(doctor))
        doctor_ok(doctor, "counters may be read: this process has CAP_SYS_ADMIN");
    else if (!restricted)
        doctor_say(doctor, DOCTOR_WARN, "run as root if counters are refused",
                   "who may read counters is unknown: %s does not say", path);
    else if (strtol(restricted + strlen("RmProfilingAdminOnly:"), NULL, 10) == 0)
        doctor_ok(doctor, "counters may be read by all users");
    else
        doctor_say(doctor, DOCTOR_FAIL,
                   doctor_in_container(doctor)
                       ? "start the container with --cap-add=SYS_ADMIN, or let the host's "
                         "administrator load the nvidia module with "
                         "NVreg_RestrictProfilingToAdminUsers=0"
                       : "run as root, or let an administrator put \"options nvidia "
                         "NVreg_RestrictProfilingToAdminUsers=0\" into a file of /etc/modprobe.d "
                         "and reload the module",
                   "only administrators may read counters (ERR_NVGPUCTRPERM)%s",
                   geteuid() == 0 ? "; root in this container is not one" : "");
    free(parameters);
    free(path);
}

struct search {
    struct doctor *doctor;
    bool any;
};

static void say_profiler(void *context, pid_t pid, const char *name, const char *remedy)
{
    struct search *search = context;
    doctor_say(search->doctor, DOCTOR_WARN, remedy, "%s (process %ld) may hold the counters", name,
               (long)pid);
    search->any = true;
}

void doctor_profilers(struct doctor *doctor)
{
    struct search search = {doctor, false};
    other_profilers_each(doctor->root, say_profiler, &search);
    if (!search.any)
        doctor_ok(doctor, "no other profiler is running");
}

static void say_mps(void *context, pid_t pid, const char *name)
{
    struct search *search = context;
    /* Names are cut after 15 bytes, so the control daemon and its servers look alike. */
    if (strncmp(name, "nvidia-cuda-mps", 15) != 0 || search->any)
        return;
    search->any = true;
    char *pipes = mps_pipe_folder(), *control = mem_printf("%s/control", pipes);
    const bool client = doctor_has(search->doctor, control);
    doctor_say(search->doctor, DOCTOR_WARN,
               client ? "profile a program that is its only client, or several with rooftop --mps "
                        "control, or end it: echo quit | nvidia-cuda-mps-control"
                      : "set CUDA_MPS_PIPE_DIRECTORY if programs should be its clients",
               client ? "the MPS daemon runs (process %ld), and programs started here are its "
                        "clients (control pipe in %s): counters include what other clients do"
                      : "the MPS daemon runs (process %ld), but programs started here are not its "
                        "clients: there is no control pipe in %s",
               (long)pid, pipes);
    free(control);
    free(pipes);
}

void doctor_mps(struct doctor *doctor)
{
    struct search search = {doctor, false};
    processes_each(doctor->root, say_mps, &search);
    if (!search.any)
        doctor_ok(doctor, "off");
}

/* Looks at a lock file and makes none. false: it is not there. */
static bool say_lock(struct doctor *doctor, const char *path, bool shared)
{
    struct lock_file lock = {mem_strdup(path), shared, -1};
    struct error error;
    pid_t holder;
    bool there = access(path, F_OK) == 0;
    enum lock_state state = there ? lock_file_ask(&lock, &holder, &error) : LOCK_TAKEN;
    char *who = there && state == LOCK_BUSY ? process_text(doctor->root, holder) : NULL;
    if (who)
        doctor_say(doctor, DOCTOR_WARN, "rooftop waits until it is free", "%s is held by %s", path,
                   who);
    else if (state == LOCK_FAILED)
        doctor_say(doctor, DOCTOR_FAIL,
                   "remove the file, or make it writable for all (chmod 666), or set TMPDIR to a "
                   "folder of your own",
                   "%.*s", (int)strcspn(error.text, ";"), error.text);
    free(who);
    free(lock.path);
    return there;
}

void doctor_locks(struct doctor *doctor)
{
    char *folder = gpu_locks_folder(), *of_ncu = gpu_locks_path(0);
    char *pattern = mem_printf("%s/rooftop-gpu-*.lock", folder);
    size_t before = doctor->count;
    glob_t found = {0};
    bool there = say_lock(doctor, of_ncu, true);
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            say_lock(doctor, found.gl_pathv[i], false);
    if (!there && access(folder, W_OK | X_OK) < 0)
        doctor_say(doctor, DOCTOR_FAIL, "set TMPDIR to a folder that can be written",
                   "no lock file can be created in %s", folder);
    else if (doctor->count == before)
        doctor_ok(doctor, "free, in %s", folder);
    globfree(&found);
    free(pattern);
    free(of_ncu);
    free(folder);
}
