#include "tui/trace/trace_keys.h"

#include <curses.h>

const struct trace_key trace_keys[] = {
    {"h Left", {'h', KEY_LEFT}, TRACE_LEFT, NULL, "move the cursor to earlier"},
    {"l Right", {'l', KEY_RIGHT}, TRACE_RIGHT, NULL, "move the cursor to later"},
    {"H PgUp", {'H', KEY_PPAGE}, TRACE_PAGE_LEFT, NULL, "move half a screen to earlier"},
    {"L PgDn", {'L', KEY_NPAGE}, TRACE_PAGE_RIGHT, NULL, "move half a screen to later"},
    {"k Up", {'k', KEY_UP}, TRACE_UP, NULL, "row above"},
    {"j Down", {'j', KEY_DOWN}, TRACE_DOWN, NULL, "row below"},
    {"+", {'+', '='}, TRACE_ZOOM_IN, "zoom", "zoom in around the cursor"},
    {"-", {'-', '_'}, TRACE_ZOOM_OUT, NULL, "zoom out"},
    {"0", {'0'}, TRACE_ALL, "all", "show the whole trace"},
    {"Enter", {'\n', '\r', KEY_ENTER}, TRACE_SPAN, NULL, "zoom to what is under the cursor"},
    {"n", {'n'}, TRACE_NEXT, "next", "next one of the same name in the row"},
    {"N", {'N'}, TRACE_PREVIOUS, NULL, "previous one of the same name in the row"},
    {"}", {'}'}, TRACE_NEXT_GAP, "gap", "next gap in the row"},
    {"{", {'{'}, TRACE_PREVIOUS_GAP, NULL, "previous gap in the row"},
    {"c", {'c'}, TRACE_LINK, "call", "from a kernel to the call that launched it, and back"},
    {"m", {'m'}, TRACE_MARK, "mark", "set a mark and measure from it; again: remove it"},
    {"/", {'/'}, TRACE_SEARCH, "search", "search for a name in all rows"},
    {".", {'.'}, TRACE_AGAIN, NULL, "search for it again"},
    {"P", {'P'}, TRACE_PROFILE, "profile", "print the command that profiles this kernel, and quit"},
    {"?", {'?'}, TRACE_HELP, "help", "show these keys"},
    {"Esc", {27}, TRACE_BACK, NULL, "back to the wider view, or remove the mark"},
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
