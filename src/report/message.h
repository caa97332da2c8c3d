/* message: one line for the person at the terminal, "rooftop: TEXT". The text may quote files,
 * reports and the command line: nothing of it reaches the terminal raw (safe_text.h). */
#ifndef ROOFTOP_MESSAGE_H
#define ROOFTOP_MESSAGE_H

#include <stdio.h>

void message_print(FILE *out, const char *text);

#endif
