/* option_table: every option once: its names, its line of the help, and how its value gets into
 * struct options. */
#ifndef ROOFTOP_OPTION_TABLE_H
#define ROOFTOP_OPTION_TABLE_H

#include "option_take.h"

struct option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* what the help calls the value; NULL: the option takes none */
    const char *group, *help;
    option_taker *take;
    size_t at;                  /* the member of struct options that the value is for */
    const char *const *choices; /* the words it may be, NULL-ended */
    unsigned constant;          /* the value of options that take none */
    size_t also;                /* a bool that is set too; 0: none */
};

/* In the help's order. */
extern const struct option option_table[];
extern const size_t option_count;

/* NULL: there is none; the error says which is nearest. */
const struct option *option_by_name(const char *name, size_t length, struct error *error);
/* By the first character of what stands behind one dash; what follows is its value. */
const struct option *option_by_letter(const char *word, struct error *error);

#endif
