#include "cli/options/program_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mem.h"

static char *in_folder(const char *folder, const char *path)
{
    if (strncmp(path, "./", 2) == 0 && *folder)
        path += 2;
    return *path == '/' || !*folder ? mem_strdup(path) : mem_printf("%s/%s", folder, path);
}

static bool is_executable(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static bool check_file(const char *path, struct error *error)
{
    struct stat status;
    if (stat(path, &status) < 0)
        return error_set(error,
                         "%s cannot be started: %s; is it elsewhere now, or was the report "
                         "made on another machine?",
                         path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return error_set(error, "%s cannot be started: it is a folder", path);
    return is_executable(path) ||
           error_set(error, "%s cannot be started: it is not executable (chmod +x)", path);
}

static bool is_in_path(const char *name, const char *folder)
{
    const char *path = getenv("PATH");
    bool found = false;
    for (const char *at = path; at && !found;) {
        size_t length = strcspn(at, ":");
        char *part = mem_strndup(at, length);
        char *file = mem_printf("%s%s%s", part, *part ? "/" : "./", name);
        char *whole = in_folder(folder, file);
        found = is_executable(whole);
        free(whole);
        free(file);
        free(part);
        at = at[length] ? at + length + 1 : NULL;
    }
    return found;
}

bool program_path_check(const char *program, const char *folder, struct error *error)
{
    if (!strchr(program, '/'))
        return is_in_path(program, folder) ||
               error_set(error, "%s cannot be started: it is in no folder of PATH; type its path",
                         program);
    char *path = in_folder(folder, program);
    bool good = check_file(path, error);
    free(path);
    return good;
}

bool program_path_check_folder(const char *folder, struct error *error)
{
    struct stat status;
    if (!*folder)
        return true;
    if (stat(folder, &status) < 0)
        return error_set(error, "%s: %s; leave it empty to run where rooftop was started", folder,
                         strerror(errno));
    return S_ISDIR(status.st_mode) || error_set(error, "%s is not a folder", folder);
}
