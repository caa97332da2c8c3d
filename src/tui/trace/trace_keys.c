#include "tui/trace/trace_keys.h"

#include <curses.h>

const struct trace_key trace_keys[] = {
    {"h Left", {'h', KEY_LEFT}, TRACE_LEFT, NULL, "move to earlier, or the table's columns"},
    {"l Right", {'l', KEY_RIGHT}, TRACE_RIGHT, NULL, "move to later, or the table's columns"},
    {"H PgUp", {'H', KEY_PPAGE}, TRACE_PAGE_LEFT, NULL, "half a screen to earlier, or a page up"},
    {"L PgDn", {'L', KEY_NPAGE}, TRACE_PAGE_RIGHT, NULL, "half a screen to later, or a page down"},
    {"k Up", {'k', KEY_UP}, TRACE_UP, NULL, "row above"},
    {"j Down", {'j', KEY_DOWN}, TRACE_DOWN, NULL, "row below"},
    {"+", {'+', '='}, TRACE_ZOOM_IN, "zoom", "zoom in around the cursor"},
    {"-", {'-', '_'}, TRACE_ZOOM_OUT, NULL, "zoom out"},
    {"0", {'0'}, TRACE_ALL, "all", "show the whole trace"},
    {"Enter",
     {'\n', '\r', KEY_ENTER},
     TRACE_SPAN,
     NULL,
     "zoom to what is under the cursor, or go to what the row is about"},
    {"g Home", {'g', KEY_HOME}, TRACE_FIRST, NULL, "start of the trace, or first row of the table"},
    {"G End", {'G', KEY_END}, TRACE_LAST, NULL, "end of the trace, or last row of the table"},
    {"n", {'n'}, TRACE_NEXT, NULL, "next one of the same name in the row"},
    {"N", {'N'}, TRACE_PREVIOUS, NULL, "previous one of the same name in the row"},
    {"}", {'}'}, TRACE_NEXT_GAP, "gap", "next gap in the row"},
    {"{", {'{'}, TRACE_PREVIOUS_GAP, NULL, "previous gap in the row"},
    {"c", {'c'}, TRACE_LINK, NULL, "from a kernel to the call that launched it, and back"},
    {"m", {'m'}, TRACE_MARK, NULL, "set a mark and measure from it; again: remove it"},
    {"Tab", {'\t'}, TRACE_FOCUS, "tables", "to the tables below, and back"},
    {"t", {'t'}, TRACE_NEXT_TABLE, "next", "the next table"},
    {"T", {'T'}, TRACE_PREVIOUS_TABLE, NULL, "the table before"},
    {"s", {'s'}, TRACE_SORT, NULL, "sort the table by its next column"},
    {"S", {'S'}, TRACE_REVERSE, NULL, "turn the order of the table around"},
    {":", {':'}, TRACE_COMMAND, NULL, "show a table by its word, as :kernels"},
    {"/", {'/'}, TRACE_SEARCH, "search", "search for a name in all rows"},
    {".", {'.'}, TRACE_AGAIN, NULL, "search for it again"},
    {"P", {'P'}, TRACE_PROFILE, "profile", "profile this kernel: a form, then its results"},
    {"o", {'o'}, TRACE_OPEN, NULL, "open the results that a report has of this kernel"},
    {"?", {'?'}, TRACE_HELP, "help", "show these keys"},
    {"Esc", {27}, TRACE_BACK, NULL, "back to the timeline, to the wider view, or remove the mark"},
    {"q Q", {'q', 'Q'}, TRACE_QUIT, "quit", "quit"},
};
const size_t trace_key_count = sizeof trace_keys / sizeof *trace_keys;

enum trace_action trace_key_action(int key)
{
    for (size_t i = 0; i < trace_key_count; i++)
        for (size_t j = 0; j < 3; j++)
            if (trace_keys[i].codes[j] && trace_keys[i].codes[j] == key)
                return trace_keys[i].action;
    return TRACE_NOTHING;
}
