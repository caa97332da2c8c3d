/* option_table: the table of all options. A row has the names of the option, its line of the help
 * and how its value gets into struct options. */
#ifndef ROOFTOP_CLI_OPTIONS_OPTION_TABLE_H
#define ROOFTOP_CLI_OPTIONS_OPTION_TABLE_H

#include "cli/options/option_take.h"

struct option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* what the help calls the value; NULL: the option takes no value */
    const char *group, *help;
    option_taker *take;
    size_t at;                  /* offset of the member of struct options that gets the value */
    const char *const *choices; /* the words that the value may be, NULL-ended */
    unsigned constant;          /* what is stored for an option that takes no value */
    size_t also;                /* offset of a bool that becomes true as well; 0: none */
    const char *once;           /* it cannot be repeated: what to do instead; NULL: it can */
    const char *instead;        /* of ncu alone: why it has no effect, or what to do instead */
};

/* In the help's order. */
extern const struct option option_table[];
extern const size_t option_count;

/* A name may be cut as long as one option alone begins so. Both return NULL if no option has the
 * name; the error, which may be NULL, says which option is nearest. */
const struct option *option_by_name(const char *name, size_t length, struct error *error);
/* `word` is what follows a single dash. Its first character is the letter, the rest is the value.
 */
const struct option *option_by_letter(const char *word, struct error *error);

#endif
