#include "cli/commands/python_path.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/base/message.h"
#include "report/python/python_folder.h"

int python_path(void)
{
    struct error error = {""};
    char *folder = python_folder(&error);
    if (!folder) {
        message_print(stderr, error.text);
        return 1;
    }
    puts(folder);
    free(folder);
    return 0;
}
