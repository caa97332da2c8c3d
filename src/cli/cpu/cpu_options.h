/* cpu_options: the command line of rooftop cpu, from a table of its own: what it counts and how has
 * nothing in common with profiling kernels. Options stand between the word cpu and the program. */
#ifndef ROOFTOP_CLI_CPU_CPU_OPTIONS_H
#define ROOFTOP_CLI_CPU_CPU_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options/word_list.h"
#include "cpu/data/cpu_catalog.h"
#include "report/base/error.h"
#include "report/base/number_list.h"
#include "report/page_parts/page_options.h"

enum cpu_interface { CPU_SCREEN_AUTO, CPU_SCREEN_YES, CPU_SCREEN_NO };

struct cpu_options {
    struct word_list files; /* -i */
    const char *groups, *metrics, *events;
    struct number_list sockets;
    const char *root_port; /* "0-3", "0x100", "all", "of:/dev/nvme0" */
    const char *c2c_port, *remote;
    enum cpu_chip chip;
    bool list, perf_command, whole_machine, repeat, no_pin_check, help;
    double duration, interval; /* s; NaN: not given */
    const char *output;        /* -o */
    bool force;
    enum page_format format;
    bool format_given;
    const char *log_file;
    enum cpu_interface interface;
    const char *theme;
    char **program; /* NULL-ended; NULL: none */
};

/* argv[0] is the word cpu. false: an option is wrong, or options do not go together. Release with
 * cpu_options_free() in any case; the options point into argv. */
bool cpu_options_parse(struct cpu_options *options, int argc, char **argv, struct error *error);
void cpu_options_free(struct cpu_options *options);
void cpu_options_help(FILE *out);

/* The rows of the table, for tests: the name of option i, or NULL behind the last. */
const char *cpu_option_name(size_t i);

#endif
