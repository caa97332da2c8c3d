#include "cli/profile/run_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/profile/run_plain.h"
#include "collect/program/attach_point.h"
#include "report/base/mem.h"
#include "report/base/message.h"

static void say_where(const struct options *o, unsigned port)
{
    const bool usual = port == o->ports.first;
    char *given = usual ? mem_strdup("") : mem_printf(" --port %u", port);
    char *text = mem_printf("note: %s waits at port %u (process %d) for rooftop --mode attach%s",
                            o->program[0], port, (int)getpid(), given);
    message_print(stderr, text);
    free(text);
    free(given);
}

int run_launch(const struct options *o)
{
    struct error error;
    unsigned port;
    const int listener = attach_point_open(&o->ports, &port, &error);
    if (listener >= 0 && !o->quiet)
        say_where(o, port);
    if (listener < 0 || !attach_point_wait(listener, o->program[0], &error)) {
        message_print(stderr, error.text);
        return 1;
    }
    close(listener);
    return run_plain(o);
}
