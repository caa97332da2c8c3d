/* link_metrics: nvlink__*, c2clink__* and numa__*, facts of the machine that stand in every result.
 * They come from the boards in the device's message (boards.h). Without boards there are none.
 *
 * There are four kinds of lists, by what the instances are numbered with. This was observed in
 * reports of one GPU, of two joined GPUs, and of two GPUs of which the program saw only the second:
 *
 *   GPUs that the program sees, by ordinal     nvlink__dev_display_name_all, c2clink__present
 *   all boards, by their PCI device numbers    nvlink__enabled_mask, nvlink__max_count,
 *                                              c2clink__enabled_mask
 *   all boards, by NVML's index                numa__*
 *   logical links, from 0                      the other nvlink__*; nvlink__count_logical and
 *                                              nvlink__is_nvswitch_connected are one value for all
 *
 * A logical link joins two GPUs that the program sees. It is made of the links of the first GPU
 * that lead to the second one, or to a switch over which the second can be reached as far as NVML
 * knows. Pairs are in the order of their ordinals. All such links are direct, also those over a
 * switch. Both ends are GPUs (type 1; type 2 is a processor, and only POWER machines, on which CUDA
 * 13 does not run, had NVLinks to processors). System memory is behind none of them. The ports at
 * the far end are the ports that NVML tells, 0 behind a switch, and -1 if unknown, which is CUPTI's
 * number for that.
 *
 * Bandwidths are in bytes/s, of both directions and all links, at the rate of data. The kernel
 * driver knows that rate, in KiB/s (nvlinkLinkDataRateKiBps in its open modules), and CUPTI has
 * bandwidths in kbytes/s (CUpti_ActivityNvLink4). But NVML's speed counts everything that goes over
 * the wires. Those are frames of 128 bits with footers of 16 bits, so 8/9 of it are data: 26562
 * MB/s become 23610. The driver must take this number for MiB/s, since 18 links then have 18 * 2 *
 * 23610 * 1024 * 1024 = 891247656960, which is exactly what ncu shows for two H200. The rule was
 * observed on this one machine; links before NVLink 3 have other frames.
 *
 * The value of a metric is the sum over its instances (of masks, too), or the number of texts. A
 * metric that NVML does not tell of some board or logical link is not added. */
#ifndef ROOFTOP_COLLECT_METRICS_LINK_METRICS_H
#define ROOFTOP_COLLECT_METRICS_LINK_METRICS_H

#include "collect/metrics/metric_list.h"
#include "wire.pb-c.h"

void link_metrics_add(struct metric_list *list, const Wire__Device *device);

#endif
