/* chip_page: what the pages about chips have in common (--query-metrics, --list-metrics). */
#ifndef ROOFTOP_COLLECT_PLAN_CHIP_PAGE_H
#define ROOFTOP_COLLECT_PLAN_CHIP_PAGE_H

#include "collect/machine/chip_targets.h"
#include "report/base/json_writer.h"
#include "report/base/strbuf.h"

/* Adds a title like "GH100" or "GH100 (device 0: NVIDIA H200)". */
void chip_page_title(struct strbuf *out, const struct chip_targets *targets,
                     const struct chip_target *target);

/* Adds the members "chip" and "devices" to the open object. */
void chip_page_json(struct json_writer *json, const struct chip_targets *targets,
                    const struct chip_target *target);

#endif
