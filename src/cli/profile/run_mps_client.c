#include "cli/profile/run_mps_client.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/profile/run_plain.h"
#include "collect/machine/mps_meeting.h"
#include "report/base/message.h"

enum { BETWEEN_TRIES_MS = 50, FIRST_SAID_MS = 1000 };

bool wants_mps_client(const struct options *o)
{
    return o->program && o->action == ACTION_RUN &&
           (o->mps.role == MPS_CLIENT || o->mps.role == MPS_PRIMARY_CLIENT);
}

/* Waits for a control. false: there is none, and the error says why. */
static bool meet(const struct options *o, struct error *error)
{
    for (uint64_t waited = 0;; waited += BETWEEN_TRIES_MS) {
        if (mps_meeting_join(error))
            return true;
        if (*error->text)
            return false;
        if (o->mps.has_timeout && waited >= o->mps.timeout * 1000)
            return error_set(error,
                             "no rooftop --mps control came within %llu s: start it as this "
                             "user, with the same TMPDIR and CUDA_MPS_PIPE_DIRECTORY",
                             (unsigned long long)o->mps.timeout);
        if (waited == FIRST_SAID_MS && !o->quiet)
            message_print(stderr, "note: waiting for a rooftop --mps control");
        usleep(BETWEEN_TRIES_MS * 1000);
    }
}

int run_mps_client(const struct options *o)
{
    struct error error;
    if (!meet(o, &error)) {
        message_print(stderr, error.text);
        return 1;
    }
    setenv(MPS_VARIABLE, o->mps.role == MPS_PRIMARY_CLIENT ? MPS_PRIMARY : "client", 1);
    return run_plain(o);
}
