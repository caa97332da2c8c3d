/* cupti_host: the metrics, schedules and values of a chip, by CUPTI's host API and the metrics
 * library beside it.
 *
 * Only the functions about a device or a context need a GPU and a driver. The libraries are opened
 * at run time and reached through tables of function pointers alone. CUPTI stays loaded once it is
 * open. A chip is for one thread at a time; cupti_chip_again() makes another one for another
 * thread. */
#ifndef ROOFTOP_COLLECT_CUPTI_CUPTI_HOST_H
#define ROOFTOP_COLLECT_CUPTI_CUPTI_HOST_H

#include <cuda.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

struct cupti_library;

/* Opens CUPTI: the file $ROOFTOP_CUPTI, else one under $CUDA_HOME, $CUDA_PATH or the usual folders,
 * else what the loader finds. NULL: see error. */
struct cupti_library *cupti_library_open(struct error *error);
void cupti_library_close(struct cupti_library *library);
const char *cupti_library_path(const struct cupti_library *library);
/* The version of the library; 130100 is 13.1. */
unsigned cupti_library_version(const struct cupti_library *library);

/* Calls use() with the name of every chip that CUPTI lists. Some of them may not open. */
void cupti_library_each_chip(struct cupti_library *library, void (*use)(void *, const char *),
                             void *context);

/* The name of the chip of a device of this machine, whose driver must be initialised; free() it.
 * NULL: see error. */
char *cupti_library_device_chip(struct cupti_library *library, unsigned device,
                                struct error *error);

/* Reads which counters the device of a context has, since boards and machines differ in that;
 * free() the image. false: see error. */
bool cupti_library_availability(struct cupti_library *library, CUcontext context, uint8_t **image,
                                size_t *size, struct error *error);

/* Opens a chip with its counter availability (may be NULL). NULL: see error. */
struct cupti_chip;
struct cupti_chip *cupti_chip_open(struct cupti_library *library, const char *name,
                                   const uint8_t *availability, size_t availability_size,
                                   struct error *error);
void cupti_chip_close(struct cupti_chip *chip);

/* Tells that the device has links that are up, so that it has their counters (nvlrx__, nvltx__),
 * although its availability image does not say so (CUPTI 13.0, H200). These counters are scheduled
 * and evaluated in lists of their own. */
void cupti_chip_allow_links(struct cupti_chip *chip);

/* Opens the chip with the metrics that can be sampled over time. */
struct cupti_chip *cupti_chip_open_sampled(struct cupti_library *library, const char *name,
                                           struct error *error);

/* The same for a chip that is open. Config images of these metrics can be made, too. */
struct cupti_chip *cupti_chip_sampled(const struct cupti_chip *chip, struct error *error);

/* The name of the chip. */
const char *cupti_chip_name(const struct cupti_chip *chip);

/* Makes the same chip with objects of its own, for another thread. It computes values, but does not
 * tell the parts of throughputs. NULL: it cannot be made. */
struct cupti_chip *cupti_chip_again(const struct cupti_chip *chip);

/* Whether this full metric name can be collected. */
bool cupti_chip_knows(struct cupti_chip *chip, const char *metric);

/* Whether the chip lists the base of this metric name. The first call reads the list. */
bool cupti_chip_lists(struct cupti_chip *chip, const char *metric);

/* Calls use() with every base metric name. */
void cupti_chip_each_metric(struct cupti_chip *chip, void (*use)(void *, const char *),
                            void *context);

/* What CUPTI says of a metric. The texts belong to CUPTI and may change with the next call. */
struct cupti_metric {
    const char *type; /* Counter, Ratio, Throughput */
    const char *hardware, *description;
};
bool cupti_chip_describe(struct cupti_chip *chip, const char *metric, struct cupti_metric *is);

/* Calls use() with the first-level submetrics of a base name ("sm__cycles_active": ".avg", ".sum",
 * ...), for --metrics with base names. */
void cupti_chip_each_suffix(struct cupti_chip *chip, const char *base,
                            void (*use)(void *, const char *), void *context);

/* The parts of a throughput as full names with its rollup and submetric, sorted and separated by
 * commas; free() it. NULL: it has none. */
char *cupti_chip_breakdown(struct cupti_chip *chip, const char *throughput);

/* Makes one config image for all names and counts its passes; free() the image. false: see error.
 */
bool cupti_chip_config(struct cupti_chip *chip, const char *const *metrics, size_t count,
                       uint8_t **image, size_t *image_size, unsigned *passes, struct error *error);

/* Computes the values of one range of a counter data image; NAN where there is no value. false: see
 * error. */
bool cupti_chip_evaluate(struct cupti_chip *chip, const uint8_t *image, size_t image_size,
                         size_t range, const char *const *metrics, size_t count, double *values,
                         struct error *error);

#endif
