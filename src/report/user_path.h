/* user_path: where the user's own files are: $XDG_CONFIG_HOME/rooftop, by default
 * ~/.config/rooftop. */
#ifndef ROOFTOP_USER_PATH_H
#define ROOFTOP_USER_PATH_H

/* The path of that name ("sections") there, whether it exists or not; free() it. */
char *user_path(const char *name);
/* The same, or NULL if there is nothing of that name. */
char *user_folder(const char *name);

/* What the program keeps by itself: in $XDG_STATE_HOME/rooftop, by default ~/.local/state/rooftop;
 * NULL if neither variable is set. */
char *user_state_path(const char *name);

#endif
