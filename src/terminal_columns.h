/* terminal_columns: how wide lines may be. */
#ifndef ROOFTOP_TERMINAL_COLUMNS_H
#define ROOFTOP_TERMINAL_COLUMNS_H

#include <stdio.h>

/* Columns of the terminal; 0: it is none, and lines may have any length. */
size_t terminal_columns(FILE *out);

#endif
