/* recorder: what was measured, kept so that it can be evaluated again without a GPU (tests/cupti).
 *
 * With ROOFTOP_RECORD=FOLDER in rooftop's environment the folder, which must exist, gets
 *   CHIP.device   the Device message, with attributes and counter availability (squeezed)
 *   CHIP.plan     the request, and each group with passes, size of its config image and metrics
 *   NNNN.window   a Window message: facts of the launches, counter images (squeezed)
 *   NNNN.values   chip, then each launch with the values that were computed for it
 * The two texts hold a word and its value a line: numbers as %.17g, "-" for no value, texts in
 * quotation marks. */
#ifndef ROOFTOP_RECORDER_H
#define ROOFTOP_RECORDER_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "plan.h"
#include "report.h"
#include "strbuf.h"
#include "wire.pb-c.h"

/* NULL where nothing is to be recorded; the other functions take NULL. */
struct recorder;
struct recorder *recorder_open(void);
/* false: something could not be written; *error gets the first reason. */
bool recorder_close(struct recorder *recorder, struct error *error);

/* A chip and what is collected on it. */
void recorder_chip(struct recorder *recorder, const struct plan_request *request,
                   const Wire__Device *device, const struct chip_plan *plan, float driver);

/* A result (packed) of the window that comes next, which is its index in the window. */
void recorder_result(struct recorder *recorder, const struct report *report, size_t index,
                     const uint8_t *packed, size_t length);
void recorder_window(struct recorder *recorder, const char *chip, const Wire__Window *window);

/* The lines of a packed result, as in NNNN.values. */
void recorder_values(struct strbuf *text, const struct report *report, const uint8_t *packed,
                     size_t length);

#endif
