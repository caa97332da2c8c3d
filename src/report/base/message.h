/* message: prints one line for the person at the terminal, "rooftop: TEXT".
 *
 * The text may quote files, reports and the command line, so it is made safe first
 * (safe_text.h). */
#ifndef ROOFTOP_REPORT_BASE_MESSAGE_H
#define ROOFTOP_REPORT_BASE_MESSAGE_H

#include <stdio.h>

void message_print(FILE *out, const char *text);

#endif
