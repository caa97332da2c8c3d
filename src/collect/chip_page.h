/* chip_page: what the pages on chips have in common (--query-metrics, --list-metrics). */
#ifndef ROOFTOP_CHIP_PAGE_H
#define ROOFTOP_CHIP_PAGE_H

#include "chip_targets.h"
#include "json_writer.h"
#include "strbuf.h"

/* "GH100", or "GH100 (device 0: NVIDIA H200)". */
void chip_page_title(struct strbuf *out, const struct chip_targets *targets,
                     const struct chip_target *target);

/* Members of the open object: chip, devices. */
void chip_page_json(struct json_writer *json, const struct chip_targets *targets,
                    const struct chip_target *target);

#endif
