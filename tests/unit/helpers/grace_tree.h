/* grace_tree: makes trees of sysfs and procfs as machines have them, for tests. */
#ifndef ROOFTOP_TESTS_GRACE_TREE_H
#define ROOFTOP_TESTS_GRACE_TREE_H

#include "cpu/data/cpu_catalog.h"

enum grace_kind {
    GRACE_SUPERCHIP,  /* two sockets, Linux 6.14 */
    GRACE_HOPPER,     /* one socket and a GPU, Linux 6.14 */
    GRACE_HOPPERS,    /* two of these, linked, Linux 6.14 */
    GRACE_OLD_KERNEL, /* a superchip with Linux 6.8 */
    GRACE_NO_CYCLES,  /* Grace Hopper whose units have no counter for cycles */
    GRACE_GRAVITON,   /* Neoverse V2 without NVIDIA's PMUs */
    GRACE_VIRTUAL,    /* a virtual machine on it, without a virtual PMU */
    GRACE_X86,
    GRACE_VERA
};

/* Makes the tree below a new folder. Returns its path; grace_tree_free() removes it. */
char *grace_tree_make(const struct cpu_catalog *catalog, enum grace_kind kind);
void grace_tree_free(char *path);

/* Writes a file of the tree, with the folders above it. */
void grace_tree_write(const char *root, const char *path, const char *text);

/* The type that a device has in the trees: 20 + 10 * its socket + the number of its unit. */
int grace_tree_type(const struct cpu_catalog *catalog, const char *unit, int socket);

#endif
