/* definitions: the sections and rules that the screen shows results with: read from their folders
 * at first, and read again when the user says so. */
#ifndef ROOFTOP_TUI_DETAILS_DEFINITIONS_H
#define ROOFTOP_TUI_DETAILS_DEFINITIONS_H

#include "cli/options/options.h"
#include "report/content/label_meaning.h"
#include "report/file/report.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_choice.h"
#include "tui/widgets/messages.h"

/* Initialise with {0}; release with definitions_free(). */
struct definitions {
    struct section_library *sections; /* as last read; NULL: not needed yet */
    struct section_choice choice;     /* of these and the report's own */
    struct rule_library *rules;       /* NULL: off, or not needed yet */
    struct rule_choice rule_choice;   /* of these */
    struct built_in_labels *labels;   /* NULL: not asked for yet */
};

/* Reads the folders for the first time. false: one cannot be read, or a name of the command line
 * means nothing. */
bool definitions_read(struct definitions *definitions, struct report *report,
                      const struct options *options, struct error *error);
void definitions_free(struct definitions *definitions);

/* Loads the rules if they are wanted and not there yet, and says what is wrong with their files
 * where the row of messages is free. */
bool definitions_load_rules(struct definitions *definitions, struct report *report,
                            const struct options *options, struct messages *messages,
                            struct error *error);

/* The labels of what is built in. They are read at the first call, which takes some 20 ms. */
const struct label_list *definitions_labels(struct definitions *definitions);

/* Says what is wrong with the files that were read. */
void definitions_say_broken(const struct definitions *definitions, struct messages *messages);
/* The same, or how many files of the user's own there are. */
void definitions_say(const struct definitions *definitions, struct messages *messages);

/* Reads the folders again into `again`, without using what is there. false: one cannot be read, and
 * nothing was made. */
bool definitions_read_again(struct definitions *again, const struct options *options,
                            struct error *error);
/* Replaces the libraries by those of `again`. Where a file of `again` is broken, the older version
 * stays. No result may be held that was decoded with the old libraries. */
void definitions_replace(struct definitions *definitions, struct definitions *again,
                         struct report *report);

#endif
