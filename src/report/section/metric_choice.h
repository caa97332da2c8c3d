/* metric_choice: which metrics of a report a list like that of --metrics chooses.
 *
 * The words are those that are measured (metric/metric_word.h). A base name chooses all metrics of
 * that base. An expression chooses the names in which it is found; where it is found in a base name
 * and in none of that base's full names, it chooses all metrics of the base. A breakdown and a
 * group choose what the results say they consist of, and a group that they say nothing of chooses
 * the members that it has on any chip.
 *
 * NULL as a choice stands for no list, which chooses everything. */
#ifndef ROOFTOP_REPORT_SECTION_METRIC_CHOICE_H
#define ROOFTOP_REPORT_SECTION_METRIC_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "report/file/report.h"

struct metric_choice;

/* Makes the choice, which knows no report yet; NULL if the list is NULL. Returns false with the
 * error, and makes NULL, if a word is a wrong regular expression. */
bool metric_choice_new(struct metric_choice **choice, const char *list, struct error *error);
void metric_choice_free(struct metric_choice *choice);

/* Reads from results `first` to `first` + `count` of a report what the words stand for there. No
 * result is decoded. */
void metric_choice_learn(struct metric_choice *choice, struct report *report, size_t first,
                         size_t count);

/* The same as metric_choice_new(), and learns from the whole report. */
bool metric_choice_of(struct metric_choice **choice, const char *list, struct report *report,
                      struct error *error);

bool metric_choice_takes(const struct metric_choice *choice, const char *name);

/* The words one by one. */
size_t metric_choice_count(const struct metric_choice *choice);
const char *metric_choice_word(const struct metric_choice *choice, size_t word);
bool metric_choice_word_takes(const struct metric_choice *choice, size_t word, const char *name);

/* Calls use() with the names that a section has to show for the choice: names, base names, and
 * those of expressions and lists, with their prefix. */
void metric_choice_names(const struct metric_choice *choice, const struct report *report,
                         void (*use)(void *context, const char *name), void *context);

#endif
