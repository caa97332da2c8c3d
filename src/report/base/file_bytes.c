#include "report/base/file_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/base/strbuf.h"

enum { LARGEST = 64 << 20 };

char *file_bytes(const char *path, size_t *length, struct error *error)
{
    FILE *file = fopen(path, "re");
    struct stat status;
    if (!file || fstat(fileno(file), &status) < 0) {
        error_set(error, "%s: cannot open: %s", path, strerror(errno));
        if (file)
            fclose(file);
        return NULL;
    }
    if (S_ISDIR(status.st_mode) || status.st_size > LARGEST) {
        error_set(error, "%s: %s", path,
                  S_ISDIR(status.st_mode) ? "is a folder" : "is larger than 64 MiB");
        fclose(file);
        return NULL;
    }
    struct strbuf bytes = {0};
    char chunk[65536];
    size_t got;
    strbuf_clear(&bytes);
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0 && bytes.length <= LARGEST)
        strbuf_add(&bytes, chunk, got);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (bytes.length > LARGEST) {
        error_set(error, "%s: is larger than 64 MiB", path);
        strbuf_free(&bytes);
        return NULL;
    }
    if (failed) {
        error_set(error, "%s: cannot read: %s", path, strerror(errno));
        strbuf_free(&bytes);
        return NULL;
    }
    *length = bytes.length;
    return strbuf_detach(&bytes);
}
