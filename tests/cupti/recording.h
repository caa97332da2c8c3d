/* recording: a folder that ROOFTOP_RECORD filled (src/collect/result/recorder.h), read back.
 *
 * Functions that can fail return false or NULL after error_set(): the text names the file and, for
 * texts, the line. */
#ifndef ROOFTOP_RECORDING_H
#define ROOFTOP_RECORDING_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/plan/plan.h"
#include "report/base/error.h"
#include "wire.pb-c.h"

/* CHIP.plan and CHIP.device: what was asked for and what was scheduled. */
struct recorded_chip {
    char *text; /* the words below point into it */
    const char *sets[16], *sections[64], *metrics[256];
    struct plan_request request;
    float driver;
    struct plan_group groups[8]; /* without config images; image_size is that of the recording */
    size_t group_count;
    Wire__Device *device;
};

bool recorded_chip_read(struct recorded_chip *chip, const char *folder, const char *name,
                        struct error *error);
void recorded_chip_free(struct recorded_chip *chip);

/* wire__window__free_unpacked(window, NULL) */
Wire__Window *recorded_window(const char *path, struct error *error);

/* Names of the folder's files with this suffix, without it, sorted; free() each and the array. */
char **recorded_names(const char *folder, const char *suffix, size_t *count, struct error *error);

/* A text line by line: its first word and the rest of the line; cuts the text up. */
enum recorded_line { RECORDED_PAIR, RECORDED_END, RECORDED_OTHER };
enum recorded_line recorded_line(char **rest, size_t *line, char **word, char **value);

#endif
