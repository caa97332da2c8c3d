/* fakeapp MODE [N]: a program to profile. It prints "MODE ok", or what went wrong and exits with 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"

static const struct mode *const lists[] = {
    kernel_modes, memory_modes, flow_modes,     process_modes, service_modes, nvtx_modes,
    strain_modes, graph_modes,  run_modes,      range_modes,   series_modes,  stack_modes,
    wait_modes,   shadow_modes, pool_modes,     exposed_modes, device_modes,  elsewhere_modes,
    chance_modes, open_modes,   pageable_modes, wrong_modes};

/* The modes that crash on purpose must die of their own signal, also in a build with sanitizers. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "handle_segv=0:detect_leaks=0";
}

static const struct mode *find(const char *name)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct mode *mode = lists[i]; mode->name; mode++)
            if (strcmp(mode->name, name) == 0)
                return mode;
    return NULL;
}

static int usage(void)
{
    printf("usage: fakeapp MODE [N]\nmodes:");
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct mode *mode = lists[i]; mode->name; mode++)
            printf(" %s", mode->name);
    printf("\n");
    return 2;
}

int main(int argc, char **argv)
{
    const struct mode *mode = argc > 1 ? find(argv[1]) : NULL;
    if (!mode)
        return usage();
    setvbuf(stdout, NULL, _IOLBF, 0);
    int status = mode->run(argc > 2 ? atoi(argv[2]) : 0);
    if (app_failed()) {
        printf("%s FAILED\n", mode->name);
        return 1;
    }
    printf("%s ok\n", mode->name);
    return status;
}
