/* private_folder: a folder of our own, where libraries may be loaded from. */
#ifndef ROOFTOP_PRIVATE_FOLDER_H
#define ROOFTOP_PRIVATE_FOLDER_H

/* Makes one; NULL: nowhere. What rooftops that were killed left beside it is removed: folders of
 * this user, more than a minute old, in whose socket nobody listens. */
char *private_folder_make(void);

/* Names in it. */
#define PRIVATE_LIBRARY "librooftop-inject.so"
#define PRIVATE_SOCKET "socket"

/* Removes it with these two. */
void private_folder_remove(const char *folder);

#endif
