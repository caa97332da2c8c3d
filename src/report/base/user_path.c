#include "report/base/user_path.h"

#include <stdlib.h>
#include <unistd.h>

#include "report/base/mem.h"

char *user_path(const char *name)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (config && *config)
        return mem_printf("%s/rooftop/%s", config, name);
    return mem_printf("%s/.config/rooftop/%s", home ? home : "", name);
}

char *user_folder(const char *name)
{
    char *path = user_path(name);
    if (access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

char *user_state_path(const char *name)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        return mem_printf("%s/rooftop/%s", state, name);
    return home && *home ? mem_printf("%s/.local/state/rooftop/%s", home, name) : NULL;
}
