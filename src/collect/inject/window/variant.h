/* variant: a launch with other parameters than the program gave it, in a profile series.
 *
 *   variant_base_open()  what the launch has itself, and what its function and device allow
 *   variant_refused()    why this launch does not allow a variant
 *   variant_launch()     the launch with the variant's parameters
 *   variant_begin(), variant_end()
 *                        set the function's settings, which are the program's, and put them back
 *
 * The arguments are always those of the launch. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_VARIANT_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>

struct function;
struct inject;
struct launch;

enum { VARIANT_TEXT = 192, VARIANT_REASON = 160 };

struct variant {
    unsigned block[3], grid[3], cluster[3]; /* cluster: 0 blocks: none */
    unsigned shared;                        /* dynamic, bytes */
    int carveout;
    CUfunc_cache cache;
    bool flush;
    char text[VARIANT_TEXT]; /* "block=128, grid=64" */
};

struct variant_base {
    struct inject *inject;
    const struct launch *launch;
    const struct function *function;
    CUdevice device;
    struct variant own; /* the launch as the program made it */
    int max_dynamic;    /* bytes: the function's setting */
    int max_threads;    /* of a block of the function */
    int static_shared;  /* bytes */
    int max_shared;     /* of a block, both kinds, if the function asks for it */
    int sms;
    unsigned max_cluster;
    bool clusters, cooperative;
    bool own_clusters; /* the function is compiled for clusters of one size */
};

/* launch and function must outlive it. false: the driver does not tell what is needed. */
bool variant_base_open(struct variant_base *base, struct inject *inject,
                       const struct launch *launch, const struct function *function,
                       CUdevice device);

size_t variant_product(const unsigned size[3]);
bool variant_equal(const struct variant *a, const struct variant *b);

/* Blocks of an SM that run at a time; 0: none, or not known. */
int variant_resident(const struct variant_base *base, const struct variant *variant);

/* true: *reason says what it is that the launch does not allow. */
bool variant_refused(const struct variant_base *base, const struct variant *variant,
                     char reason[VARIANT_REASON]);

/* Shares the arguments with the base's launch, which owns them. */
void variant_launch(struct launch *launch, const struct variant_base *base,
                    const struct variant *variant);

CUresult variant_begin(const struct variant_base *base, const struct variant *variant);
CUresult variant_end(const struct variant_base *base, const struct variant *variant);

#endif
