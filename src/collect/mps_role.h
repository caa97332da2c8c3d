/* mps_role: what --mps says that this rooftop is. */
#ifndef ROOFTOP_MPS_ROLE_H
#define ROOFTOP_MPS_ROLE_H

#include <stdbool.h>
#include <stdint.h>

enum mps_role { MPS_NONE, MPS_CLIENT, MPS_PRIMARY_CLIENT, MPS_CONTROL };

struct mps_settings {
    enum mps_role role;
    uint64_t clients, timeout;     /* timeout: seconds */
    bool has_clients, has_timeout; /* they are given */
};

/* In the environment of clients: what they are. */
#define MPS_VARIABLE "ROOFTOP_MPS"
#define MPS_PRIMARY "primary-client"

#endif
