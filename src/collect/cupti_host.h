/* cupti_host: metrics, schedules and values of a chip, by CUPTI's host API and the metrics library
 * beside it.
 *
 * Nothing here needs a GPU or a driver. The libraries are opened at run time; the tables of
 * function pointers are the only way to them. */
#ifndef ROOFTOP_CUPTI_HOST_H
#define ROOFTOP_CUPTI_HOST_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct cupti_library;

/* Opens CUPTI: $ROOFTOP_CUPTI, else under $CUDA_HOME, $CUDA_PATH, the usual folders, else what the
 * loader finds. */
struct cupti_library *cupti_library_open(struct error *error);
void cupti_library_close(struct cupti_library *library);
const char *cupti_library_path(const struct cupti_library *library);
/* 130100 is 13.1. */
unsigned cupti_library_version(const struct cupti_library *library);

/* Offers the name of every chip that CUPTI names; it may fail to open some. */
void cupti_library_each_chip(struct cupti_library *library, void (*use)(void *, const char *),
                             void *context);

/* The chip of a device of this machine; the driver must be initialised. NULL: see error. free() */
char *cupti_library_device_chip(struct cupti_library *library, unsigned device,
                                struct error *error);

/* Which counters the device of a context has: boards and machines differ in that. image: free() */
bool cupti_library_availability(struct cupti_library *library, CUcontext context, uint8_t **image,
                                size_t *size, struct error *error);

/* A chip with its counter availability (may be NULL). */
struct cupti_chip;
struct cupti_chip *cupti_chip_open(struct cupti_library *library, const char *name,
                                   const uint8_t *availability, size_t availability_size,
                                   struct error *error);
void cupti_chip_close(struct cupti_chip *chip);

/* The device has links that are up: it has their counters (nvlrx__, nvltx__), although its
 * availability image does not say so (CUPTI 13.0, H200). They are scheduled and evaluated in lists
 * of their own. */
void cupti_chip_allow_links(struct cupti_chip *chip);

/* The same chip with the metrics that can be sampled over time; it schedules nothing. */
struct cupti_chip *cupti_chip_open_sampled(struct cupti_library *library, const char *name,
                                           struct error *error);

/* The same chip with objects of its own, for another thread: a chip is for one at a time. It tells
 * values, but no parts of throughputs. NULL: it cannot be made. */
struct cupti_chip *cupti_chip_again(const struct cupti_chip *chip);

/* Whether this full metric name can be collected. */
bool cupti_chip_knows(struct cupti_chip *chip, const char *metric);

/* Offers every base metric name to use(). */
void cupti_chip_each_metric(struct cupti_chip *chip, void (*use)(void *, const char *),
                            void *context);

/* What CUPTI says of a metric; the texts are its own and may change with the next call. */
struct cupti_metric {
    const char *type; /* Counter, Ratio, Throughput */
    const char *hardware, *description;
};
bool cupti_chip_describe(struct cupti_chip *chip, const char *metric, struct cupti_metric *is);

/* First-level submetrics of a base name ("sm__cycles_active": ".avg", ".sum", ...), for --metrics
 * with base names. */
void cupti_chip_each_suffix(struct cupti_chip *chip, const char *base,
                            void (*use)(void *, const char *), void *context);

/* The parts of a throughput, as full names with its rollup and submetric; comma-separated, sorted.
 * NULL: none. free() */
char *cupti_chip_breakdown(struct cupti_chip *chip, const char *throughput);

/* One config image for all names. passes gets their number; image: free(). */
bool cupti_chip_config(struct cupti_chip *chip, const char *const *metrics, size_t count,
                       uint8_t **image, size_t *image_size, unsigned *passes, struct error *error);

/* Values of one range of a counter data image; NAN where there is none. */
bool cupti_chip_evaluate(struct cupti_chip *chip, const uint8_t *image, size_t image_size,
                         size_t range, const char *const *metrics, size_t count, double *values,
                         struct error *error);

#endif
