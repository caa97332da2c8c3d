#include "collect/os/private_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/base/mem.h"

static int open_in(const char *folder)
{
    int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || errno == ENOENT || errno == EACCES)
        return file;
    /* Not all file systems have nameless files. */
    char *path = mem_printf("%s/rooftop-XXXXXX", folder);
    file = mkostemp(path, O_CLOEXEC);
    if (file >= 0)
        unlink(path);
    free(path);
    return file;
}

int private_file_open(bool in_memory, struct error *error)
{
    const char *folder = getenv("TMPDIR");
    int file = -1;
    if (in_memory)
        file = memfd_create("rooftop", MFD_CLOEXEC);
    else if (folder && *folder)
        file = open_in(folder);
    if (file < 0 && !in_memory)
        file = open_in("/tmp");
    if (file < 0)
        error_set(error, "no file can be made for the data that is kept between runs: %s",
                  strerror(errno));
    return file;
}

bool private_file_write(int file, const void *bytes, size_t length, off_t at)
{
    const char *from = bytes;
    for (size_t done = 0; done < length;) {
        ssize_t got = pwrite(file, from + done, length - done, at + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

bool private_file_read(int file, void *bytes, size_t length, off_t at)
{
    char *to = bytes;
    for (size_t done = 0; done < length;) {
        ssize_t got = pread(file, to + done, length - done, at + (off_t)done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = got ? errno : EIO;
            return false;
        }
        done += (size_t)got;
    }
    return true;
}
