/* remote_reports: fetches reports of other machines, "HOST:PATH.ncu-rep", through ssh.
 *
 * PATH may be a pattern, which the shell there expands. A report that was fetched before stays in
 * the user's cache folder and is fetched again only if its SHA-256 there is another one. */
#ifndef ROOFTOP_CLI_OPEN_REMOTE_REPORTS_H
#define ROOFTOP_CLI_OPEN_REMOTE_REPORTS_H

#include <stdbool.h>

#include "cli/options/word_list.h"
#include "report/base/error.h"

/* Returns whether a word names a report of another machine: it has a colon before any slash, and
 * there is no file of this name here. */
bool remote_reports_is(const char *word);

/* Adds the paths of the copies of the word's reports. `tells` shows on standard error how far it
 * is, if that is a terminal. Returns false with the error if ssh fails or there is no report. */
bool remote_reports_fetch(struct word_list *paths, const char *word, bool tells,
                          struct error *error);

#endif
