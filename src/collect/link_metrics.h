/* link_metrics: nvlink__*, c2clink__* and numa__*: facts of the machine that stand in every result,
 * of the boards that the device's message has (boards.h). Without boards there are none of them.
 *
 * Four kinds of lists, by what their instances are numbered with (seen in reports of one GPU, of
 * two joined ones, and of two of which the program saw the second only):
 *
 *   GPUs that the program sees, by ordinal     nvlink__dev_display_name_all, c2clink__present
 *   all boards, by their PCI device numbers    nvlink__enabled_mask, nvlink__max_count,
 *                                              c2clink__enabled_mask
 *   all boards, by NVML's index                numa__*
 *   logical links, from 0                      the other nvlink__*; nvlink__count_logical and
 *                                              nvlink__is_nvswitch_connected are one value for all
 *
 * A logical link joins two GPUs that the program sees and is made of the links of the first one
 * that lead to the second, or to a switch over which NVML does not say that it cannot be reached;
 * pairs are in the order of their ordinals. All such links are direct, also those over a switch;
 * both ends are GPUs (type 1; 2 is a processor, which had NVLinks in POWER machines, where CUDA 13
 * does not run). System memory is behind none of them. Ports at the far end are those that NVML
 * tells, 0 behind a switch, -1 if unknown (CUPTI's number for that).
 *
 * Bandwidth, bytes/s: both directions, all links, at the rate of data. The kernel driver knows that
 * rate, in KiB/s (nvlinkLinkDataRateKiBps in its open modules), and CUPTI has bandwidths in
 * kbytes/s (CUpti_ActivityNvLink4), but NVML's speed counts all that goes over the wires. That are
 * frames of 128 bits with footers of 16, so 8/9 of it are data: 26562 MB/s become 23610, which the
 * driver must take for MiB/s, since then 18 links have 18 * 2 * 23610 * 1024 * 1024 = 891247656960,
 * the very number of the reference for two H200. It is the one machine that the rule was seen on;
 * links before NVLink 3 frame in other ways.
 *
 * Values are sums over the instances (masks, too), of texts their number. What NVML does not tell
 * of any board, or of a logical link, is left out. */
#ifndef ROOFTOP_LINK_METRICS_H
#define ROOFTOP_LINK_METRICS_H

#include <stdbool.h>

#include "metric_list.h"
#include "plan.h"
#include "wire.pb-c.h"

void link_metrics_add(struct metric_list *list, const Wire__Device *device);

/* Whether a section of the plan, or --metrics, asks for any of them. */
bool link_metrics_wanted(const struct plan *plan);

#endif
