/* recorder: keeps what was measured, so that it can be evaluated again without a GPU (tests/cupti).
 *
 * With ROOFTOP_RECORD=FOLDER in rooftop's environment the folder, which must exist, gets these
 * files:
 *
 *   CHIP.device   the Device message, with attributes and counter availability (compressed)
 *   CHIP.plan     the request, and each group with passes, size of its config image and metrics
 *   NNNN.window   a Window message: facts of the launches, counter images (compressed)
 *   NNNN.values   the chip, then each launch with the values that were computed for it
 *
 * The two text files have a word and its value on each line: numbers as %.17g, "-" for no value,
 * texts in quotation marks. */
#ifndef ROOFTOP_COLLECT_RESULT_RECORDER_H
#define ROOFTOP_COLLECT_RESULT_RECORDER_H

#include <stddef.h>
#include <stdint.h>

#include "collect/plan/plan.h"
#include "report/base/error.h"
#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "wire.pb-c.h"

/* A recorder, or NULL if nothing is to be recorded. The other functions accept NULL. */
struct recorder;
struct recorder *recorder_open(void);
/* Ends the recording. false: something could not be written; the error is the first reason. */
bool recorder_close(struct recorder *recorder, struct error *error);

/* Records a chip and what is collected on it. */
void recorder_chip(struct recorder *recorder, const struct plan_request *request,
                   const Wire__Device *device, const struct chip_plan *plan, float driver);

/* Records a packed result of the window that recorder_window() records next. index: of the result
 * in the window. */
void recorder_result(struct recorder *recorder, const struct report *report, size_t index,
                     const uint8_t *packed, size_t length);
void recorder_window(struct recorder *recorder, const char *chip, const Wire__Window *window);

/* Adds the lines of a packed result, as in NNNN.values. */
void recorder_values(struct strbuf *text, const struct report *report, const uint8_t *packed,
                     size_t length);

#endif
