/* mps_role: what this rooftop is, as --mps says. */
#ifndef ROOFTOP_COLLECT_PROGRAM_MPS_ROLE_H
#define ROOFTOP_COLLECT_PROGRAM_MPS_ROLE_H

#include <stdbool.h>
#include <stdint.h>

enum mps_role { MPS_NONE, MPS_CLIENT, MPS_PRIMARY_CLIENT, MPS_CONTROL };

struct mps_settings {
    enum mps_role role;
    uint64_t clients, timeout;     /* timeout: seconds */
    bool has_clients, has_timeout; /* whether they are given */
};

/* A variable in the environment of clients that tells what they are. */
#define MPS_VARIABLE "ROOFTOP_MPS"
#define MPS_PRIMARY "primary-client"

#endif
