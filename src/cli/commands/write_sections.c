#include "cli/commands/write_sections.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/embedded.h"
#include "report/base/file_bytes.h"
#include "report/base/file_replace.h"
#include "report/base/folder_files.h"
#include "report/base/mem.h"
#include "report/base/message.h"

static bool is_written(const char *name)
{
    return folder_file_ends(name, ".section") || folder_file_ends(name, ".yaml");
}

static bool is_same(const char *path, const struct embedded_file *file)
{
    size_t length = 0;
    struct error error;
    char *bytes = file_bytes(path, &length, &error);
    bool same = bytes && length == file->size && memcmp(bytes, file->data, length) == 0;
    free(bytes);
    return same;
}

/* Returns whether the file has these bytes afterwards. */
static bool write_file(const char *path, const struct embedded_file *file, bool replace)
{
    struct error error = {0};
    bool there = access(path, F_OK) == 0;
    if (there && is_same(path, file))
        return true;
    if (there && !replace)
        error_set(&error, "%s differs from the built-in file and stays as it is; -f replaces it",
                  path);
    else if (file_replace(path, file->data, file->size, &error))
        return true;
    message_print(stderr, error.text);
    return false;
}

int write_sections(const char *folder, bool replace, FILE *out)
{
    size_t good = 0, all = 0;
    for (size_t i = 0; i < embedded_count; i++) {
        if (!is_written(embedded_files[i].name))
            continue;
        char *path = mem_printf("%s/%s", folder, embedded_files[i].name);
        all++;
        good += write_file(path, &embedded_files[i], replace);
        free(path);
    }
    fprintf(out, "%zu of %zu built-in sections, rules and themes are in %s\n", good, all, folder);
    return good == all ? 0 : 1;
}
