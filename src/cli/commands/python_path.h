/* python_path: --python-path. */
#ifndef ROOFTOP_CLI_COMMANDS_PYTHON_PATH_H
#define ROOFTOP_CLI_COMMANDS_PYTHON_PATH_H

/* Unpacks the Python modules into the user's cache if they are not there, and prints their folder.
 * Returns the exit status. */
int python_path(void);

#endif
