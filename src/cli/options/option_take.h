/* option_take: the takers, which read the value of an option and store it.
 *
 * A taker stores into the member of struct options that lies at option->at. The member has the type
 * that is named here; option_table.c does not compile if it has another. A taker returns false if
 * the value is wrong, with an error that names the option. */
#ifndef ROOFTOP_CLI_OPTIONS_OPTION_TAKE_H
#define ROOFTOP_CLI_OPTIONS_OPTION_TAKE_H

#include "cli/options/options.h"

struct option;
typedef bool option_taker(struct options *options, const struct option *option, const char *value,
                          struct error *error);

option_taker option_take_flag;     /* bool: stores option->constant */
option_taker option_take_constant; /* enum: stores option->constant */
option_taker option_take_bool;     /* bool: "yes", "no", "on", "off" and so on */
option_taker option_take_page;   /* enum page, or trace.pages: a page of reports, or a list of those
                                    of traces */
option_taker option_take_choice; /* enum: the place of the value in option->choices */
option_taker option_take_either; /* bool: whether the value is the second of the two choices */
option_taker option_take_count;  /* uint64_t */
option_taker option_take_auto_count; /* uint64_t; "auto" is stored as 0 */
option_taker option_take_interval;   /* uint64_t: one more than 0 to 31; "auto" is stored as 0 */
option_taker option_take_text;       /* const char *: the argument itself */
option_taker option_take_word;       /* struct word_list: adds the word */
option_taker option_take_list;       /* struct word_list: adds the words between commas */
option_taker option_take_devices;    /* struct word_list, and the filter's devices */
option_taker option_take_processes;  /* struct process_filter */
option_taker option_take_ranks;      /* struct number_list */
option_taker option_take_folder;  /* struct section_sources: adds a folder; constant: recursively */
option_taker option_take_pattern; /* struct name_pattern */
option_taker option_take_regex;   /* the same, without the word regex: */
option_taker option_take_id;      /* struct kernel_id */
option_taker option_take_nvtx;    /* struct nvtx_patterns: adds one */
option_taker option_take_stacks;  /* struct stack_patterns: adds one */
option_taker option_take_stack_type; /* struct stack_types: adds one */
option_taker option_take_ranges;     /* struct range_filter */
option_taker option_take_unused; /* struct word_list: adds a note with option->instead; the value
                                    is that of ncu's default, or has no effect */
option_taker option_take_series; /* struct launch_series: adds a parameter */
option_taker
    option_take_format; /* enum page_format: option->constant; an error if another is set */

#endif
