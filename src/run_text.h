/* run_text: profiling without a screen: progress while it runs, a page at the end. */
#ifndef ROOFTOP_RUN_TEXT_H
#define ROOFTOP_RUN_TEXT_H

#include <stdio.h>

#include "options.h"

/* Pages go to `pages`, messages and progress to `messages`. Returns the exit status. */
int run_text(struct options *options, FILE *pages, FILE *messages);

#endif
