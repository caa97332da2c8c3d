/* mps_meeting: where rooftop --mps control and its clients meet: a file in the folder of the lock
 * files (gpu_locks.h). There is one for each user and each MPS server, which
 * CUDA_MPS_PIPE_DIRECTORY names.
 *
 * The control holds a record lock on the file as long as it lives. The file holds the environment
 * that brings the injection library into a client, so clients believe it only if it belongs to
 * their own user. */
#ifndef ROOFTOP_COLLECT_MACHINE_MPS_MEETING_H
#define ROOFTOP_COLLECT_MACHINE_MPS_MEETING_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "report/base/error.h"

struct mps_meeting {
    char *path;
    int fd; /* -1: not open */
};

/* The folder of the MPS server's control pipe; free() it. */
char *mps_pipe_folder(void);

/* Opens the meeting with variables like "NAME=VALUE". false: another control has it, or there can
 * be no such file; see error. */
bool mps_meeting_open(struct mps_meeting *meeting, const char *const *variables, size_t count,
                      struct error *error);
void mps_meeting_close(struct mps_meeting *meeting);

/* Sets the variables of the control in our environment. false: there is no control now, and the
 * error is empty, or there cannot be one, and the error says why. */
bool mps_meeting_join(struct error *error);

#endif
