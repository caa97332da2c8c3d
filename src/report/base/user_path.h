/* user_path: the places of the user's own files: $XDG_CONFIG_HOME/rooftop, by default
 * ~/.config/rooftop. */
#ifndef ROOFTOP_REPORT_BASE_USER_PATH_H
#define ROOFTOP_REPORT_BASE_USER_PATH_H

/* Returns the path of `name` ("sections") there, whether it exists or not; free() it. */
char *user_path(const char *name);
/* Returns the same path, or NULL if nothing exists there. */
char *user_folder(const char *name);

/* Returns the path of a file that the program itself keeps, in $XDG_STATE_HOME/rooftop, by default
 * ~/.local/state/rooftop. Returns NULL if neither variable is set. free() it. */
char *user_state_path(const char *name);

#endif
