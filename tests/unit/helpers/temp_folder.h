/* temp_folder: a folder under /tmp for tests, and files in it. What cannot be made fails the test.
 */
#ifndef TEMP_FOLDER_H
#define TEMP_FOLDER_H

/* Its path. */
char *temp_folder_new(void);

/* Writes a file, given by its path below the folder; folders on the way are made. */
void temp_folder_put(const char *folder, const char *name, const char *text);

/* Removes all of it and frees the path; 0 if that worked, for tear-downs. */
int temp_folder_free(char *folder);

#endif
