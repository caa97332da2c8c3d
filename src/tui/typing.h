/* typing: keys that change a line of text. */
#ifndef ROOFTOP_TYPING_H
#define ROOFTOP_TYPING_H

#include <stdbool.h>
#include <stddef.h>

bool typing_is_enter(int key);
bool typing_is_backspace(int key);

/* Into a text of up to `longest` bytes, and one for the NUL. true: a whole character came or went.
 */
bool typing_key(char *text, size_t longest, int key);

#endif
