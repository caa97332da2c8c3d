#include "collect/os/private_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "report/base/mem.h"

static const char template[] = "rooftop-XXXXXX";

/* A socket's name must fit into its address. */
enum { LONGEST_FOLDER = 80, OLD_SECONDS = 60 };

/* Who is about to listen has made the folder just now. */
static bool is_deserted(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat status;
    int written = snprintf(address.sun_path, sizeof address.sun_path, "%s/" PRIVATE_SOCKET, folder);
    if ((size_t)written >= sizeof address.sun_path || lstat(folder, &status) < 0 ||
        !S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
        time(NULL) - status.st_mtime < OLD_SECONDS)
        return false;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool refused = fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) < 0 &&
                   errno == ECONNREFUSED;
    if (fd >= 0)
        close(fd);
    return refused;
}

static void sweep(const char *base)
{
    size_t prefix = strlen(template) - 6;
    DIR *folder = opendir(base);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strlen(entry->d_name) != strlen(template) ||
            strncmp(entry->d_name, template, prefix) != 0)
            continue;
        char *path = mem_printf("%s/%s", base, entry->d_name);
        if (is_deserted(path))
            private_folder_remove(path);
        free(path);
    }
    if (folder)
        closedir(folder);
}

/* A noexec mount would refuse the library. */
char *private_folder_make(void)
{
    const char *const bases[] = {getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp",
                                 getenv("HOME")};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        struct statvfs status;
        if (!bases[i] || !*bases[i] || statvfs(bases[i], &status) < 0 ||
            (status.f_flag & ST_NOEXEC))
            continue;
        char *folder = mem_printf("%s/%s", bases[i], template);
        if (strlen(folder) < LONGEST_FOLDER && mkdtemp(folder)) {
            sweep(bases[i]);
            return folder;
        }
        free(folder);
    }
    return NULL;
}

void private_folder_remove(const char *folder)
{
    static const char *const names[] = {PRIVATE_SOCKET, PRIVATE_LIBRARY};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = mem_printf("%s/%s", folder, names[i]);
        unlink(path);
        free(path);
    }
    rmdir(folder);
}
