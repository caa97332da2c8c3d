#include "temp_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "build_report.h"
#include "report/base/mem.h"

char *temp_folder_new(void)
{
    char *folder = mem_strdup("/tmp/rooftop-test-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

void temp_folder_put(const char *folder, const char *name, const char *text)
{
    char *path = mem_printf("%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(path, 0700);
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    free(path);
}

int temp_folder_free(char *folder)
{
    char *command = mem_printf("rm -rf %s", folder);
    int status = system(command);
    free(command);
    free(folder);
    return status;
}
