/* mps_meeting: where rooftop --mps control and its clients meet: a file in the folder of the lock
 * files (gpu_locks.h), of this user and of the MPS server that CUDA_MPS_PIPE_DIRECTORY names. The
 * control has a record lock on it as long as it lives, and it holds the environment that brings the
 * injection library into a client: so it is believed only if it is this user's. */
#ifndef ROOFTOP_MPS_MEETING_H
#define ROOFTOP_MPS_MEETING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "error.h"

struct mps_meeting {
    char *path;
    int fd; /* -1: not open */
};

/* A new string; the folder of the MPS server's control pipe. */
char *mps_pipe_folder(void);

/* Variables "NAME=VALUE". false: another control has it, or there can be no such file. */
bool mps_meeting_open(struct mps_meeting *meeting, const char *const *variables, size_t count,
                      struct error *error);
void mps_meeting_close(struct mps_meeting *meeting);

/* Sets the variables of the control in the environment. false: there is none now; *error is empty
 * unless there cannot be one. */
bool mps_meeting_join(struct error *error);

#endif
