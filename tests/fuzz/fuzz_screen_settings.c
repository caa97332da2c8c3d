/* The file of the screen's settings: what is set and saved is there when it is loaded again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "tui/widgets/screen_settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static char folder[] = "/tmp/rooftop-fuzz-XXXXXX", *path;

static void clear(void)
{
    unlink(path);
    rmdir(folder);
    free(path);
}

static void put(const uint8_t *bytes, size_t length)
{
    if (!path) {
        if (!mkdtemp(folder))
            abort();
        path = mem_printf("%s/config.yaml", folder);
        atexit(clear);
    }
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    static const char *const values[] = {"dark", "a b: c # d", "", "'\"\\", "on"};
    struct screen_settings settings = {0}, again = {0};
    struct error error;
    put(bytes, length);
    screen_settings_load(&settings, path, &error);
    enum setting setting = (enum setting)(length % SETTINGS);
    const char *value = values[length % (sizeof values / sizeof *values)];
    screen_settings_set(&settings, setting, value);
    if (screen_settings_save(&settings, &error) && !settings.is_broken) {
        screen_settings_load(&again, path, &error);
        if (again.is_broken || strcmp(screen_settings_get(&again, setting), value) != 0)
            abort();
    }
    screen_settings_free(&settings);
    screen_settings_free(&again);
    return 0;
}
