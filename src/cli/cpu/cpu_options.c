#include "cli/cpu/cpu_options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"

#define NO_WORD NULL

typedef bool taker(struct cpu_options *o, size_t offset, const char *value, struct error *error);

struct row {
    const char *name;
    char letter;
    const char *argument; /* what the help calls the value; NULL: it takes none */
    taker *take;
    size_t at;
    const char *help;
};

#define MEMBER(type) ((type *)((char *)o + offset))

static bool take_text(struct cpu_options *o, size_t offset, const char *value, struct error *error)
{
    (void)error;
    *MEMBER(const char *) = value;
    return true;
}

static bool take_on(struct cpu_options *o, size_t offset, const char *value, struct error *error)
{
    (void)value;
    (void)error;
    *MEMBER(bool) = true;
    return true;
}

static bool take_file(struct cpu_options *o, size_t offset, const char *value, struct error *error)
{
    (void)error;
    word_list_add(MEMBER(struct word_list), value);
    return true;
}

static bool take_list(struct cpu_options *o, size_t offset, const char *value, struct error *error)
{
    return number_list_add(MEMBER(struct number_list), value, error);
}

static bool take_seconds(struct cpu_options *o, size_t offset, const char *value,
                         struct error *error)
{
    char *end;
    const double seconds = strtod(value, &end);
    if (end == value || *end || !isfinite(seconds) || seconds < 0.1 || seconds > 1e9)
        return error_set(error, "\"%s\" is no time in seconds of at least 0.1", value);
    *MEMBER(double) = seconds;
    return true;
}

static bool take_machine(struct cpu_options *o, size_t offset, const char *value,
                         struct error *error)
{
    for (int i = 0; cpu_chip_words[i]; i++)
        if (strcmp(cpu_chip_words[i], value) == 0) {
            *MEMBER(enum cpu_chip) = (enum cpu_chip)i;
            return true;
        }
    return error_set(error, "--machine is superchip or hopper, not \"%s\"", value);
}

static bool take_pin_check(struct cpu_options *o, size_t offset, const char *value,
                           struct error *error)
{
    *MEMBER(bool) = strcmp(value, "no") == 0;
    return *MEMBER(bool) || strcmp(value, "yes") == 0 ||
           error_set(error, "--pin-check is yes or no, not \"%s\"", value);
}

#define FORM(name, value)                                                                          \
    static bool name(struct cpu_options *o, size_t offset, const char *text, struct error *error)  \
    {                                                                                              \
        (void)text;                                                                                \
        (void)error;                                                                               \
        *MEMBER(enum page_format) = (value);                                                       \
        return o->format_given = true;                                                             \
    }
FORM(take_csv, FORMAT_CSV)
FORM(take_json, FORMAT_JSON)
FORM(take_markdown, FORMAT_MARKDOWN)

static bool take_screen(struct cpu_options *o, size_t offset, const char *value,
                        struct error *error)
{
    (void)value;
    (void)error;
    *MEMBER(enum cpu_interface) = CPU_SCREEN_YES;
    return true;
}

static bool take_no_screen(struct cpu_options *o, size_t offset, const char *value,
                           struct error *error)
{
    (void)value;
    (void)error;
    *MEMBER(enum cpu_interface) = CPU_SCREEN_NO;
    return true;
}

#define AT(member) offsetof(struct cpu_options, member)

static const struct row rows[] = {
    {"help", 'h', NO_WORD, take_on, AT(help), "show this list and exit"},
    {"import", 'i', "FILE", take_file, AT(files),
     "show what perf stat printed (text, -x, -j) or what -o wrote; repeatable"},
    {"list", 0, NO_WORD, take_on, AT(list), "list units, events and metrics, and which are here"},
    {"group", 0, "LIST", take_text, AT(groups),
     "groups of metrics: summary (default), pipeline, flops, mix, sve, cache, tlb, branch, scf, "
     "pcie, ports, c2c, topdown, generic, software, own, all"},
    {"metrics", 0, "LIST", take_text, AT(metrics), "metrics by their ids, or regex:EXPR"},
    {"events", 0, "LIST", take_text, AT(events),
     "count events: scf/cmem_rd_data/, core/r80c0/, pcie/rd_bytes_loc,root_port=0x100/"},
    {"all-cpus", 'a', NO_WORD, take_on, AT(whole_machine),
     "count all programs, until Ctrl-C or as long as the program runs"},
    {"duration", 0, "S", take_seconds, AT(duration), "with -a: stop after so many seconds"},
    {"interval", 0, "S", take_seconds, AT(interval), "a step of the series each S seconds"},
    {"repeat", 0, NO_WORD, take_on, AT(repeat),
     "run the program once for each set of groups, so that events take no turns"},
    {"sockets", 0, "LIST", take_list, AT(sockets), "only these sockets: 0, 0-1"},
    {"root-port", 0, "LIST", take_text, AT(root_port),
     "PCIe root ports 0 to 9: 8, 0-3, 0x100, all, of:/dev/nvme0"},
    {"c2c-port", 0, "LIST", take_text, AT(c2c_port), "links of NVLink-C2C, 0 and 1"},
    {"rem-socket", 0, "LIST", take_text, AT(remote), "remote sockets of CNVLink, 0 to 3"},
    {"machine", 0, "KIND", take_machine, AT(chip),
     "superchip or hopper, if it cannot be told from the machine"},
    {"pin-check", 0, "BOOL", take_pin_check, AT(no_pin_check),
     "warn if a group never had a counter (default: yes)"},
    {"perf-command", 0, NO_WORD, take_on, AT(perf_command),
     "print the perf stat line that counts the same, and exit"},
    {"export", 'o', "FILE", take_text, AT(output), "write what was counted, as JSON"},
    {"force-overwrite", 'f', NO_WORD, take_on, AT(force), "replace that file if it exists"},
    {"csv", 0, NO_WORD, take_csv, AT(format), "print CSV"},
    {"json", 0, NO_WORD, take_json, AT(format), "print JSON"},
    {"markdown", 0, NO_WORD, take_markdown, AT(format), "print Markdown"},
    {"log-file", 0, "FILE", take_text, AT(log_file), "print into this file"},
    {"tui", 0, NO_WORD, take_screen, AT(interface), "open the screen"},
    {"no-tui", 0, NO_WORD, take_no_screen, AT(interface), "print, also on a terminal"},
    {"theme", 0, "NAME", take_text, AT(theme), "colours of the screen"}};

enum { ROWS = sizeof rows / sizeof *rows, LETTERS = 2 * ROWS + 3 };

const char *cpu_option_name(size_t i)
{
    return i < ROWS ? rows[i].name : NULL;
}

void cpu_options_help(FILE *out)
{
    fputs("rooftop cpu counts what the CPU does: cores, memory, PCIe and NVLink-C2C of NVIDIA "
          "Grace,\n"
          "and generic events of other processors\n\n"
          "  rooftop cpu [options] program [arguments]   count while the program runs\n"
          "  rooftop cpu [options] -a                    count the whole machine\n"
          "  rooftop cpu -i FILE...                      metrics of what perf stat printed\n"
          "  rooftop cpu --list                          what can be counted, and what is here\n\n",
          out);
    for (size_t i = 0; i < ROWS; i++) {
        char names[64], letter[8] = "    ";
        if (rows[i].letter)
            snprintf(letter, sizeof letter, "-%c, ", rows[i].letter);
        snprintf(names, sizeof names, "%s--%s%s%s", letter, rows[i].name,
                 rows[i].argument ? " " : "", rows[i].argument ? rows[i].argument : "");
        fprintf(out, "  %-26s %s\n", names, rows[i].help);
    }
    fputs("\nThe manual is: man rooftop-cpu\n", out);
}

static bool unknown(const char *word, struct error *error)
{
    struct nearest nearest = {.wanted = word};
    if (word[0] == '-' && word[1] == '-') {
        nearest.wanted = word + 2;
        for (size_t i = 0; i < ROWS; i++)
            nearest_offer(&nearest, rows[i].name);
    }
    return error_set(error, "rooftop cpu has no option \"%s\"%s%s; rooftop cpu --help lists them",
                     word, nearest.best ? ", nearest is --" : "", nearest.best ? nearest.best : "");
}

static bool ends(const char *text, const char *end)
{
    const size_t length = text ? strlen(text) : 0;
    return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static bool rules(const struct cpu_options *o, struct error *error)
{
    const bool shows = o->files.count > 0;
    const struct {
        bool broken;
        const char *text;
    } all[] = {
        {shows &&
             (o->whole_machine || !isnan(o->interval) || o->repeat || o->events || o->perf_command),
         "-i shows counts: -a, --interval, --repeat, --events and --perf-command are for counting"},
        {shows && (o->sockets.count || o->root_port || o->c2c_port || o->remote),
         "-i shows all that was counted: --sockets, --root-port, --c2c-port and --rem-socket are "
         "for counting"},
        {o->list && o->program, "--list runs no program"},
        {!isnan(o->duration) && (o->program || !o->whole_machine),
         "--duration is for -a without a program"},
        {o->repeat && (o->whole_machine || !isnan(o->interval)),
         "--repeat runs a program several times: it has no use with -a and --interval"},
        {!o->program && !shows && !o->list && !o->whole_machine && !o->perf_command,
         "nothing to count: give a program, -a, or -i FILE (rooftop cpu --help)"},
        {o->interface == CPU_SCREEN_YES && o->format_given,
         "--tui and a form of pages are both given: leave one out"},
        {o->list && o->output, "--list is not kept by -o"},
        {ends(o->output, ".ncu-rep") || ends(o->output, ".rtrace"),
         "-o writes JSON: reports of kernels (.ncu-rep) and traces (.rtrace) have no place for "
         "counts of CPUs; end the name in .json"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].broken)
            return error_set(error, "%s", all[i].text);
    return true;
}

/* Options up to the first other word. */
static bool take_options(struct cpu_options *o, int argc, char **argv, const char *letters,
                         const struct option *table, struct error *error)
{
    for (int code; (code = getopt_long(argc, argv, letters, table, NULL)) != -1;) {
        const char *word = argv[optind > 0 ? optind - 1 : 0];
        if (code == ':')
            return error_set(error, "%s needs a value", word);
        if (code == '?')
            return unknown(word, error);
        const struct row *row = NULL;
        for (size_t i = 0; i < ROWS; i++)
            if (code == 1000 + (int)i || code == rows[i].letter)
                row = &rows[i];
        if (row && !row->take(o, row->at, optarg, error))
            return false;
    }
    return true;
}

static bool take_all(struct cpu_options *o, int argc, char **argv, struct error *error)
{
    struct option table[ROWS + 1] = {{0}};
    char letters[LETTERS] = "+:";
    for (size_t i = 0; i < ROWS; i++) {
        const size_t length = strlen(letters);
        table[i] = (struct option){rows[i].name, rows[i].argument ? required_argument : no_argument,
                                   NULL, 1000 + (int)i};
        if (rows[i].letter)
            snprintf(letters + length, sizeof letters - length, "%c%s", rows[i].letter,
                     rows[i].argument ? ":" : "");
    }
    opterr = 0;
    optind = 0;
    bool good = take_options(o, argc, argv, letters, table, error);
    /* With -i there is no program: other words are files, too, and options may follow them. */
    while (good && o->files.count && optind < argc) {
        word_list_add(&o->files, argv[optind++]);
        good = take_options(o, argc, argv, letters, table, error);
    }
    if (!good)
        return false;
    if (optind < argc)
        o->program = argv + optind;
    return true;
}

bool cpu_options_parse(struct cpu_options *o, int argc, char **argv, struct error *error)
{
    *o = (struct cpu_options){.duration = NAN, .interval = NAN};
    return take_all(o, argc, argv, error) && (o->help || rules(o, error));
}

void cpu_options_free(struct cpu_options *o)
{
    word_list_free(&o->files);
    number_list_free(&o->sockets);
}
