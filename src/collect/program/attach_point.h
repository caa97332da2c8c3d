/* attach_point: where rooftop --mode launch and rooftop --mode attach meet.
 *
 * The first one waits at a point, and becomes the program when the second one has come. A point is
 * a Unix socket without a file, whose name has the user and a number; like ncu, the options call
 * this number a port. Both sides ask the kernel who the other one is, and only the same user is
 * answered. What the second one sends is the environment that leads the injection library into the
 * program. */
#ifndef ROOFTOP_COLLECT_PROGRAM_ATTACH_POINT_H
#define ROOFTOP_COLLECT_PROGRAM_ATTACH_POINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "report/base/error.h"

/* The ports from `first` on that are tried. */
struct attach_ports {
    uint64_t first, count;
};

/* Takes the first port that is free. Returns the listening socket; -1: see error. */
int attach_point_open(const struct attach_ports *ports, unsigned *port, struct error *error);

/* Waits until a rooftop of this user has come, and sets the variables that it sent in our
 * environment. `name` is what it is told of the program. It learns from the end of the connection
 * that this process has become the program. false: see error. */
bool attach_point_wait(int listener, const char *name, struct error *error);

/* Who waited. */
struct attached {
    pid_t pid;
    unsigned port;
    char *name; /* owned */
};

/* Looks at all ports for a program that waits, for some seconds if there is none, sends it these
 * variables ("NAME=VALUE") and waits until it runs. false: see error. */
bool attach_point_join(const struct attach_ports *ports, const char *const *variables, size_t count,
                       struct attached *attached, struct error *error);

#endif
