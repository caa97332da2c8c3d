#include "report/base/folder_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/file_bytes.h"
#include "report/base/mem.h"

bool folder_file_ends(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length > end && strcmp(name + length - end, suffix) == 0;
}

bool folder_files(const char *folder, const char *suffix, folder_file_use *use, void *context,
                  struct error *error)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    if (count < 0)
        return error_set(error, "%s: cannot read the folder: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (folder_file_ends(entries[i]->d_name, suffix)) {
            char *path = mem_printf("%s/%s", folder, entries[i]->d_name);
            struct error problem;
            size_t length = 0;
            char *text = file_bytes(path, &length, &problem);
            use(context, path, text, length, text ? NULL : &problem);
            free(text);
            free(path);
        }
        free(entries[i]);
    }
    free(entries);
    return true;
}
