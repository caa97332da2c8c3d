/* option_take: the ways in which the value of an option is read and stored.
 *
 * A taker stores into the member at option->at, whose type is named here (option_table.c holds them
 * to it), and returns false with an error that names the option. */
#ifndef ROOFTOP_OPTION_TAKE_H
#define ROOFTOP_OPTION_TAKE_H

#include "options.h"

struct option;
typedef bool option_taker(struct options *options, const struct option *option, const char *value,
                          struct error *error);

option_taker option_take_flag;       /* bool: option->constant */
option_taker option_take_constant;   /* enum: option->constant */
option_taker option_take_bool;       /* bool: yes, no and their like */
option_taker option_take_choice;     /* enum: the place of the value in option->choices */
option_taker option_take_either;     /* bool: whether it is the second of the two choices */
option_taker option_take_count;      /* uint64_t */
option_taker option_take_auto_count; /* the same; auto: 0 */
option_taker option_take_text;       /* const char *: the argument itself */
option_taker option_take_word;       /* struct word_list: one more */
option_taker option_take_list;       /* struct word_list: those between commas */
option_taker option_take_devices;    /* struct word_list, and those of the filter */
option_taker option_take_processes;  /* struct process_filter */
option_taker option_take_ranks;      /* struct number_list */
option_taker option_take_folder; /* struct section_sources: one more; recursive: option->constant */
option_taker option_take_pattern;    /* struct name_pattern */
option_taker option_take_id;         /* struct kernel_id */
option_taker option_take_nvtx;       /* struct nvtx_patterns: one more */
option_taker option_take_stacks;     /* struct stack_patterns: one more */
option_taker option_take_stack_type; /* struct stack_types: one more */
option_taker option_take_ranges;     /* struct range_filter */
option_taker option_take_series;     /* struct launch_series: one more parameter */
option_taker option_take_format;     /* enum page_format: option->constant, if there is no other */

#endif
