/* shared_images: counter data that the program keeps in files in memory. It is mapped into a
 * window's message, as if it had come with the message. */
#ifndef ROOFTOP_COLLECT_PROGRAM_SHARED_IMAGES_H
#define ROOFTOP_COLLECT_PROGRAM_SHARED_IMAGES_H

#include "collect/os/frame.h"
#include "report/base/error.h"
#include "wire.pb-c.h"

/* Maps all counter data of a window. false: a file is missing, is too short, or could become
 * shorter; see error. */
bool shared_images_map(Wire__Window *window, struct frame_reader *reader, struct error *error);

/* Maps one image, to be written to; shared_image_close() unmaps it. NULL: see error. close: bytes
 * may be NULL, and then data, too. */
uint8_t *shared_image_open(Wire__GroupData *data, struct frame_reader *reader, struct error *error);
void shared_image_close(const Wire__GroupData *data, uint8_t *bytes);

/* To be called before the window is freed. */
void shared_images_unmap(Wire__Window *window);

#endif
