/* A file of options: whatever it holds, they are taken, or refused with the file and the line. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/options/option_config.h"
#include "cli/options/option_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void take(char **words, int count, const char *path)
{
    struct options options;
    struct error error = {""};
    bool *given = calloc(option_count, sizeof *given);
    if (!given || !options_parse(&options, count, words, &error))
        abort();
    options.config = true;
    options.config_path = path;
    if (!option_config_take(&options, given, &error) &&
        (strncmp(error.text, path, strlen(path)) != 0 || error.text[strlen(path)] != ':'))
        abort();
    options_free(&options);
    free(given);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char path[40];
    const int file = memfd_create("config", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, length) != (ssize_t)length)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    char *launch[] = {"rooftop", "--config-file", "off", "app", NULL};
    char *import[] = {"rooftop", "--config-file", "off", "-i", "a.ncu-rep", NULL};
    take(launch, 4, path);
    take(import, 5, path);
    close(file);
    return 0;
}
