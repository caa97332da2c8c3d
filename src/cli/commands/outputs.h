/* outputs: where a command writes: on the screen, or pages to one stream and messages to another.
 */
#ifndef ROOFTOP_CLI_COMMANDS_OUTPUTS_H
#define ROOFTOP_CLI_COMMANDS_OUTPUTS_H

#include <stdio.h>

#include "cli/options/options.h"

struct outputs {
    FILE *pages;    /* standard output unless the options say otherwise */
    FILE *messages; /* standard error; the log if --log-file names one */
    size_t columns; /* of the terminal that gets the pages; 0: none does */
    FILE *terminal; /* below `pages`, which make what they print safe (safe_stream.h), or NULL */
};

/* Whether results open on the screen. --tui and --text decide; without them they do if standard
 * input and output are a terminal and no page is asked for. */
bool wants_screen(const struct options *options);

/* Opens both. Pages go to the log of --log-file, and so do messages unless the pages are JSON or
 * Markdown, whose readers take nothing between. A terminal gets nothing of a report that it would
 * obey; a file or a pipe gets the bytes as they are. If such a document goes to standard output
 * while a program is profiled, everything else that is written there goes to standard error from
 * now on.
 *
 * false: a stream cannot be opened, or the log would replace a report. That has been said on
 * standard error. Nothing has to be closed then. */
bool outputs_open(struct outputs *outputs, const struct options *options);

/* Writes out the pages and closes what outputs_open() opened. false: not all of the pages could be
 * written; that has been said on standard error. */
bool outputs_close(struct outputs *outputs);

#endif
