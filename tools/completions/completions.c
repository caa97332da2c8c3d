/* completions: prints what bash, zsh or fish completes of the command line, from the table of
 * options. completions bash|zsh|fish
 *
 * Names of sets, sections, rules, metrics and kernels are asked of rooftop when they are completed:
 * folders may add sections, and where the line names reports, metrics and kernels are theirs. The
 * names are never expanded by the shell, since those of kernels come from files. Words behind the
 * program are the program's: they complete as files do. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/options/option_table.h"

/* What completes the value of an option, besides its choices: a script for sh without single
 * quotes, which has the reports on the line as "$@": -i A.ncu-rep -i B.ncu-rep. */
static const struct {
    const char *option, *script;
    bool list; /* names with commas between them */
} asked[] = {
    {"set", "rooftop --list-sets | awk \"{print \\$1}\"", false},
    {"section", "rooftop --list-sections | awk \"{print \\$1}\"", false},
    {"rule", "rooftop --list-rules | awk \"/^[^ ]/ {print \\$1}\"", false},
    {"theme", "printf \"%s\\n\" default dark light high-contrast color-blind mono", false},
    {"kernel-name",
     "rooftop \"$@\" --page raw --csv --print-kernel-base function --metrics launch__grid_size | "
     "awk -F\\\",\\\" \"NR > 2 {print \\$5}\" | sort -u",
     false},
    {"metrics",
     "if [ $# -gt 0 ]; then rooftop \"$@\" --page raw --csv | head -n 1 | tr -d \\\" | tr , \\\\n "
     "| "
     "grep __; elif rooftop --query-metrics --csv >/dev/null; then rooftop --query-metrics --csv | "
     "awk -F\\\",\\\" \"NR > 1 {print \\$3}\"; else rooftop --list-metrics --set full; fi",
     true},
};
enum { ASKED = sizeof asked / sizeof *asked };

/* Returns the place of the option in `asked`, or -1. */
static int asked_of(const struct option *option)
{
    for (int i = 0; i < ASKED; i++)
        if (strcmp(asked[i].option, option->name) == 0)
            return i;
    return -1;
}

static bool is_folder(const struct option *option)
{
    return option->argument && strcmp(option->argument, "FOLDER") == 0;
}

static bool is_file(const struct option *option)
{
    return option->argument && strcmp(option->argument, "FILE") == 0;
}

static void put_choices(const struct option *option)
{
    for (size_t i = 0; option->choices && option->choices[i]; i++)
        printf("%s%s", i ? " " : "", option->choices[i]);
}

/* bash and zsh: a function for each of `asked`. */
static void print_functions(void)
{
    for (size_t i = 0; i < ASKED; i++)
        printf("_rooftop_%s()\n{\n    sh -c '%s' sh \"$@\" 2>/dev/null\n}\n", asked[i].option,
               asked[i].script);
}

static void print_bash(void)
{
    puts("# Completion of rooftop for bash, made from its table of options.");
    print_functions();
    puts("# _rooftop_names WORD FUNCTION [,]: the names that begin as the word does, or as what is "
         "behind its last comma.\n"
         "_rooftop_names()\n{\n"
         "    local name head= reports=()\n"
         "    for name in \"${COMP_WORDS[@]}\"; do\n"
         "        name=${name//\\\\/} name=${name//\\\"/} name=${name//\\'/} # as it was typed\n"
         "        [[ $name != *.ncu-rep* ]] || reports+=(-i \"$name\")\n    done\n"
         "    [[ -z ${3-} || $1 != *,* ]] || head=${1%,*},\n"
         "    while IFS= read -r name; do\n"
         "        [[ $head$name != \"$1\"* ]] || COMPREPLY+=(\"$head$name\")\n"
         "    done < <(\"$2\" \"${reports[@]}\")\n}\n"
         "_rooftop()\n{\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "    COMPREPLY=()\n"
         "    if [ \"$word\" = = ]; then\n        word=\n"
         "    elif [ \"$before\" = = ]; then\n        before=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n"
         "    case $before in");
    for (size_t i = 0; i < option_count; i++) {
        const struct option *o = &option_table[i];
        const int names = asked_of(o);
        if (!o->argument)
            continue;
        printf("    --%s", o->name);
        if (o->letter)
            printf(" | -%c", o->letter);
        fputs(") ", stdout);
        if (o->choices) {
            fputs("COMPREPLY=($(compgen -W '", stdout);
            put_choices(o);
            puts("' -- \"$word\")); return ;;");
        } else if (strcmp(o->argument, "BOOL") == 0) {
            puts("COMPREPLY=($(compgen -W 'yes no' -- \"$word\")); return ;;");
        } else if (names >= 0) {
            printf("_rooftop_names \"$word\" _rooftop_%s%s; return ;;\n", o->name,
                   asked[names].list ? " ," : "");
        } else if (is_folder(o)) {
            puts("COMPREPLY=($(compgen -d -- \"$word\")); return ;;");
        } else if (is_file(o)) {
            puts("COMPREPLY=($(compgen -f -- \"$word\")); return ;;");
        } else {
            puts("return ;;");
        }
    }
    fputs("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W '", stdout);
    for (size_t i = 0; i < option_count; i++)
        printf("%s--%s", i ? " " : "", option_table[i].name);
    puts("' -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$word\")); [ \"$COMP_CWORD\" -gt 1 ] ||\n"
         "        COMPREPLY+=($(compgen -W 'diff merge trace cpu' -c -- \"$word\")) ;;\n"
         "    esac\n}\n"
         "complete -o filenames -F _rooftop rooftop");
}

/* Text of an argument of _arguments: a colon, a bracket or a backslash would end it. */
static void put_zsh(const char *text)
{
    for (; *text; text++) {
        if (strchr(":[]\\", *text))
            putchar('\\');
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    }
}

static void print_zsh(void)
{
    puts("#compdef rooftop\n# Completion of rooftop for zsh, made from its table of options.");
    print_functions();
    puts("# _rooftop_names FUNCTION [,]: its names, also behind a comma.\n"
         "_rooftop_names()\n{\n"
         "    local -a reports names\n    local word\n"
         "    for word in $words; do\n"
         "        [[ $word != *.ncu-rep* ]] || reports+=(-i ${(Q)word})\n    done\n"
         "    [[ -z $2 ]] || compset -P '*,'\n"
         "    names=(${(f)\"$($1 $reports)\"})\n"
         "    compadd -a names\n}\n"
         "_arguments -S \\");
    for (size_t i = 0; i < option_count; i++) {
        const struct option *o = &option_table[i];
        const int names = asked_of(o);
        for (int letter = 0; letter < (o->letter ? 2 : 1); letter++) {
            if (letter)
                printf("    '*-%c[", o->letter);
            else
                printf("    '*--%s[", o->name);
            put_zsh(o->help);
            putchar(']');
            if (o->argument) {
                putchar(':');
                put_zsh(o->argument);
                putchar(':');
            }
            if (o->choices) {
                putchar('(');
                put_choices(o);
                putchar(')');
            } else if (o->argument && strcmp(o->argument, "BOOL") == 0) {
                fputs("(yes no)", stdout);
            } else if (names >= 0) {
                printf("{_rooftop_names _rooftop_%s%s}", o->name, asked[names].list ? " ," : "");
            } else if (is_folder(o)) {
                fputs("_files -/", stdout);
            } else if (is_file(o)) {
                fputs("_files", stdout);
            }
            puts("' \\");
        }
    }
    puts("    '1:program or report: _alternative \"words:word:(diff merge trace cpu)\" "
         "\"files:file:_files\" "
         "\"commands:program:_command_names -e\"' \\\n"
         "    '*::arguments: _normal'");
}

/* Within single quotes of fish, which know two escapes. */
static void put_fish(const char *text)
{
    putchar('\'');
    for (; *text; text++)
        printf(strchr("'\\", *text) ? "\\%c" : "%c", *text);
    putchar('\'');
}

static void print_fish(void)
{
    puts("# Completion of rooftop for fish, made from its table of options.\n"
         "function __rooftop_reports\n"
         "    for word in (commandline -opc)\n"
         "        string match -q '*.ncu-rep*' -- $word; and printf '%s\\n' -i $word\n"
         "    end\nend");
    for (size_t i = 0; i < ASKED; i++) {
        printf("function __rooftop_%s\n    sh -c ", asked[i].option);
        put_fish(asked[i].script);
        puts(" sh (__rooftop_reports) 2>/dev/null\nend");
    }
    for (size_t i = 0; i < option_count; i++) {
        const struct option *o = &option_table[i];
        const int names = asked_of(o);
        printf("complete -c rooftop -l %s", o->name);
        if (o->letter)
            printf(" -s %c", o->letter);
        if (o->argument)
            fputs(is_file(o) ? " -r" : " -x", stdout);
        if (o->choices) {
            fputs(" -a '", stdout);
            put_choices(o);
            putchar('\'');
        } else if (o->argument && strcmp(o->argument, "BOOL") == 0) {
            fputs(" -a 'yes no'", stdout);
        } else if (names >= 0) {
            printf(asked[names].list ? " -a '(__fish_complete_list , __rooftop_%s)'"
                                     : " -a '(__rooftop_%s)'",
                   o->name);
        } else if (is_folder(o)) {
            fputs(" -a '(__fish_complete_directories)'", stdout);
        }
        fputs(" -d ", stdout);
        put_fish(o->help);
        putchar('\n');
    }
    puts(
        "complete -c rooftop -n 'test (count (commandline -opc)) -eq 1' -a 'diff merge trace cpu'");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *shell;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (argc == 2 && strcmp(argv[1], shells[i].shell) == 0) {
            shells[i].print();
            return ferror(stdout) || fflush(stdout) != 0;
        }
    fputs("completions bash|zsh|fish\n", stderr);
    return 2;
}
