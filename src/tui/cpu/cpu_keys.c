#include "tui/cpu/cpu_keys.h"

#include <curses.h>

const struct cpu_key_row cpu_key_rows[] = {
    {"k Up", {'k', KEY_UP}, CPU_UP, NULL, "row above"},
    {"j Down", {'j', KEY_DOWN}, CPU_DOWN, NULL, "row below"},
    {"PgUp", {KEY_PPAGE, 'K'}, CPU_PAGE_UP, NULL, "a screen up"},
    {"PgDn", {KEY_NPAGE, 'J'}, CPU_PAGE_DOWN, NULL, "a screen down"},
    {"g Home", {'g', KEY_HOME}, CPU_FIRST, NULL, "first row"},
    {"G End", {'G', KEY_END}, CPU_LAST, NULL, "last row"},
    {"Enter", {'\n', '\r', KEY_ENTER}, CPU_OPEN, "open", "fold or open a group; explain a metric"},
    {"a", {'a'}, CPU_ALL, "all", "open all groups; again: close them"},
    {"i", {'i'}, CPU_METRIC_HELP, "explain", "explain a metric: formula, events, values, series"},
    {"c", {'c'}, CPU_COUNTS, "counts", "counts in place of metrics, and back"},
    {"s", {'s'}, CPU_SOCKETS, NULL, "the next socket alone; behind the last: all"},
    {"t", {'t'}, CPU_NOW, NULL, "values of the last step, or of the whole time"},
    {"p", {'p'}, CPU_PAUSE, "pause", "keep the values while counting goes on; again: go on"},
    {"+", {'+', '='}, CPU_FASTER, NULL, "steps half as long"},
    {"-", {'-', '_'}, CPU_SLOWER, NULL, "steps twice as long"},
    {"r", {'r'}, CPU_AGAIN, NULL, "count again, when it has ended"},
    {"?", {'?'}, CPU_HELP, "help", "show these keys"},
    {"q Esc", {'q', 'Q', 27}, CPU_QUIT, "quit", "quit"},
};
const size_t cpu_key_row_count = sizeof cpu_key_rows / sizeof *cpu_key_rows;

enum cpu_action cpu_key_action(int key)
{
    for (size_t i = 0; i < cpu_key_row_count; i++)
        for (size_t j = 0; j < 3; j++)
            if (cpu_key_rows[i].codes[j] && cpu_key_rows[i].codes[j] == key)
                return cpu_key_rows[i].action;
    return CPU_NOTHING;
}
