/* private_folder: a folder of our own that libraries may be loaded from. */
#ifndef ROOFTOP_COLLECT_OS_PRIVATE_FOLDER_H
#define ROOFTOP_COLLECT_OS_PRIVATE_FOLDER_H

/* Makes one and returns its path; free() it. NULL: no folder can be written and executed from. Also
 * removes what killed rooftops have left beside it: folders of this user that are more than a
 * minute old and in whose socket nobody listens. */
char *private_folder_make(void);

/* The names of the files in it. */
#define PRIVATE_LIBRARY "librooftop-inject.so"
#define PRIVATE_SOCKET "socket"

/* Removes the folder with these two files. */
void private_folder_remove(const char *folder);

#endif
