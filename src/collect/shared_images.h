/* shared_images: counter data that the program keeps in files in memory, mapped into a window's
 * message as if it had come with it. */
#ifndef ROOFTOP_SHARED_IMAGES_H
#define ROOFTOP_SHARED_IMAGES_H

#include "error.h"
#include "frame.h"
#include "wire.pb-c.h"

/* false: a file is missing or is not as long as it has to be and stay. */
bool shared_images_map(Wire__Window *window, struct frame_reader *reader, struct error *error);

/* One image, to be written to. NULL: see error. close: bytes may be NULL, data too then. */
uint8_t *shared_image_open(Wire__GroupData *data, struct frame_reader *reader, struct error *error);
void shared_image_close(const Wire__GroupData *data, uint8_t *bytes);

/* Before the window is freed. */
void shared_images_unmap(Wire__Window *window);

#endif
