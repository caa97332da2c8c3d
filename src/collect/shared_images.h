/* shared_images: counter data that the program keeps in files in memory, mapped into a window's
 * message as if it had come with it. */
#ifndef ROOFTOP_SHARED_IMAGES_H
#define ROOFTOP_SHARED_IMAGES_H

#include "error.h"
#include "frame.h"
#include "wire.pb-c.h"

/* false: a file is missing or is not as long as it has to be and stay. */
bool shared_images_map(Wire__Window *window, struct frame_reader *reader, struct error *error);

/* Before the window is freed. */
void shared_images_unmap(Wire__Window *window);

#endif
