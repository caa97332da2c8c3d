/* The checks of folders that are written to. */
#include "collect/doctor/doctor_checks.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/machine/gpu_locks.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/base/user_path.h"

/* Bytes that the injection library and a report need at least, and with some hundred results. */
static const uint64_t least = (uint64_t)16 << 20, comfortable = (uint64_t)512 << 20;

/* The deepest folder of the path that exists; free() it. */
static char *existing(const char *path)
{
    char *folder = mem_strdup(*path ? path : "/");
    while (access(folder, F_OK) < 0) {
        char *slash = strrchr(folder, '/');
        if (!slash || slash == folder) {
            strcpy(folder, "/");
            break;
        }
        *slash = '\0';
    }
    return folder;
}

static void say_space(struct doctor *doctor, const char *path, bool runs_code, const char *remedy)
{
    char *folder = existing(path);
    uint64_t bytes;
    bool no_exec;
    if (!doctor->free_bytes(folder, &bytes, &no_exec))
        doctor_say(doctor, DOCTOR_WARN, remedy, "%s cannot be examined", folder);
    else if (bytes < comfortable)
        doctor_say(doctor, bytes < least ? DOCTOR_FAIL : DOCTOR_WARN, remedy,
                   "%s has only %.1f MB left", path, (double)bytes / 1e6);
    else if (runs_code && no_exec)
        doctor_say(
            doctor, DOCTOR_WARN, "set TMPDIR or XDG_RUNTIME_DIR to a folder on another file system",
            "%s is mounted noexec: the library that goes into the program needs another folder",
            path);
    else if (access(folder, W_OK) != 0)
        doctor_say(doctor, DOCTOR_WARN, remedy,
                   "nothing can be written to %s: you have no access to %s", path, folder);
    else
        doctor_ok(doctor, "%.1f GB in %s", (double)bytes / 1e9, path);
    free(folder);
}

void doctor_space(struct doctor *doctor)
{
    char *temporary = gpu_locks_folder(), *cache = disk_cache_folder("");
    say_space(doctor, temporary, true, "make room there, or set TMPDIR to another folder");
    if (cache) {
        cache[strlen(cache) - 1] = '\0'; /* the slash at the end */
        say_space(doctor, cache, false, "make room there, or set XDG_CACHE_HOME to another folder");
    } else {
        doctor_say(doctor, DOCTOR_WARN, "set HOME or XDG_CACHE_HOME",
                   "no folder for the cache: each run computes its schedules again");
    }
    free(cache);
    free(temporary);
}

void doctor_home(struct doctor *doctor)
{
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");
    char *path = user_path("sections");
    char *folder = existing(path);
    *strrchr(path, '/') = '\0';
    if ((!home || !*home) && (!config || !*config))
        doctor_say(doctor, DOCTOR_WARN, "set HOME, or XDG_CONFIG_HOME",
                   "no home directory: your own sections, rules and themes are not found");
    else if (access(folder, R_OK | X_OK) < 0)
        doctor_say(doctor, DOCTOR_WARN,
                   "make it readable, or set XDG_CONFIG_HOME to another folder",
                   "%s cannot be read: your own sections, rules and themes are not found", folder);
    else if (access(folder, W_OK) < 0)
        doctor_say(
            doctor, DOCTOR_WARN,
            "make it writable, set XDG_CONFIG_HOME to another folder, or name sections with "
            "--section-folder",
            "%s cannot be written: there is no place for your own sections, rules and themes",
            folder);
    else
        doctor_ok(doctor, "%s can be written", path);
    free(folder);
    free(path);
}
