/* run_text: profiles a program without a screen. It prints progress while the program runs and a
 * page of results at the end. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_TEXT_H
#define ROOFTOP_CLI_PROFILE_RUN_TEXT_H

#include <stdio.h>

#include "cli/options/options.h"

/* Pages go to `pages`, messages and progress to `messages`. Returns the exit status. */
int run_text(struct options *options, FILE *pages, FILE *messages);

#endif
