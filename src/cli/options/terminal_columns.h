/* terminal_columns: how wide lines may become that are printed to a stream. */
#ifndef ROOFTOP_CLI_OPTIONS_TERMINAL_COLUMNS_H
#define ROOFTOP_CLI_OPTIONS_TERMINAL_COLUMNS_H

#include <stdio.h>

/* The width of the terminal in columns; 0: the stream is not a terminal, so lines may have any
 * length. */
size_t terminal_columns(FILE *out);

#endif
