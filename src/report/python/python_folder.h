/* python_folder: the Python modules that the program carries, as files.
 *
 * They are unpacked into the user's cache ($XDG_CACHE_HOME/rooftop/python/VERSION-HASH), once for
 * each build: the hash is that of all their bytes. A folder appears under its name only when it is
 * whole. */
#ifndef ROOFTOP_REPORT_PYTHON_PYTHON_FOLDER_H
#define ROOFTOP_REPORT_PYTHON_PYTHON_FOLDER_H

#include "report/base/error.h"

/* Returns the folder to put into PYTHONPATH, or NULL with the error. free() it. */
char *python_folder(struct error *error);

#endif
