#include "cli/profile/run_plain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "report/base/message.h"
#include "report/names/rank_here.h"

enum { NOT_FOUND = 127, NOT_EXECUTABLE = 126 };

bool wants_plain_run(const struct options *options)
{
    int rank = rank_here().number;
    return options->program && (options->action == ACTION_RUN || options->action == ACTION_TRACE) &&
           options->ranks.count && rank >= 0 && !number_list_has(&options->ranks, (unsigned)rank);
}

int run_plain(const struct options *options)
{
    struct error error;
    int null = options->null_input ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    if (null >= 0)
        dup2(null, STDIN_FILENO);
    signal(SIGXFSZ, SIG_DFL);
    execvp(options->program[0], options->program);
    int problem = errno;
    error_set(&error, "%s cannot be started: %s", options->program[0], strerror(problem));
    message_print(stderr, error.text);
    return problem == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
}
