/* keys: the table of all actions: their keys, the views they work in, and what they do. Dispatch,
 * commands, the key bar and the help are made from it.
 *
 * The name of an action is that of the table in small letters, with dashes: "next-match". An
 * action without a key has its command (":theme") in place of the keys. */
#ifndef ROOFTOP_TUI_WIDGETS_KEYS_H
#define ROOFTOP_TUI_WIDGETS_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"

enum view_id {
    VIEW_LIST = 1,
    VIEW_DETAILS = 2,
    VIEW_OUTPUT = 4,
    VIEW_SUMMARY = 8,
    VIEW_RULES = 16,
    VIEW_SOURCE = 32,
    VIEW_TIMELINE = 64,
    VIEW_NVTX = 128,
    VIEW_LAUNCH = 256,
    VIEW_SESSION = 512,
    VIEW_LOG = 1024,
    VIEW_RAW = 2048,
    VIEW_METRIC = 4096,
    VIEW_OCCUPANCY = 8192,
    VIEW_COLUMNS = 16384,
    VIEW_HOT = 32768,
    VIEW_DIAGNOSIS = 65536,
    VIEW_RANKS = 131072,
    VIEW_LAST = VIEW_RANKS, /* a new view comes before this line and takes its place here */
    VIEW_ANY = 2 * VIEW_LAST - 1,
    VIEW_PANED = 2 * VIEW_LAST,      /* beside one of these: there are several panes */
    VIEW_NUMBER = 2 * VIEW_PANED,    /* beside VIEW_NUMBERS: the cursor is on a number */
    VIEW_ROOFLINE = 2 * VIEW_NUMBER, /* beside VIEW_DETAILS: the section has a roofline, */
    VIEW_ZOOMED = 2 * VIEW_ROOFLINE, /* and a part of it is seen */
    VIEW_RUN = 2 * VIEW_ZOOMED, /* beside VIEW_LIST: its results are those of a program that ran */
    VIEW_BESIDE = VIEW_PANED | VIEW_NUMBER | VIEW_ROOFLINE | VIEW_ZOOMED | VIEW_RUN,
    /* All views but the list, which the user can go back from. */
    VIEW_BEHIND = VIEW_ANY & ~VIEW_LIST,
    VIEW_FOLDS = VIEW_TIMELINE | VIEW_NVTX | VIEW_LAUNCH | VIEW_SESSION | VIEW_DIAGNOSIS,
    VIEW_NUMBERS = VIEW_DETAILS | VIEW_SOURCE,
    VIEW_CHANGES = VIEW_LIST | VIEW_DETAILS | VIEW_TIMELINE | VIEW_SOURCE | VIEW_METRIC,
    VIEW_RESULTS = VIEW_DETAILS | VIEW_SOURCE | VIEW_TIMELINE | VIEW_LAUNCH | VIEW_OCCUPANCY |
                   VIEW_RAW | VIEW_DIAGNOSIS
};

/* X(action, keys as shown, views, short name for the key bar or NULL, help) */
#define KEY_TABLE(X)                                                                               \
    X(NUMBER_DOWN, "j Down", VIEW_NUMBER, NULL, "go to the number below")                          \
    X(NUMBER_UP, "k Up", VIEW_NUMBER, NULL, "go to the number above")                              \
    X(NUMBER_LEFT, "h Left", VIEW_NUMBER, NULL, "go to the number on the left")                    \
    X(NUMBER_RIGHT, "l Right", VIEW_NUMBER, NULL, "go to the number on the right")                 \
    X(NUMBER_METRIC, "Enter", VIEW_NUMBER, "metric", "open the help of the number's metric")       \
    X(DROP_NUMBER, "Esc", VIEW_NUMBER, "drop", "let go of the number")                             \
    X(DOWN, "j Down", VIEW_ANY, NULL, "move down")                                                 \
    X(UP, "k Up", VIEW_ANY, NULL, "move up")                                                       \
    X(PAGE_DOWN, "PgDn Space ^F", VIEW_ANY & ~(VIEW_RULES | VIEW_COLUMNS), NULL,                   \
      "move a page down")                                                                          \
    X(PAGE_DOWN_RULES, "PgDn ^F", VIEW_RULES | VIEW_COLUMNS, NULL, "move a page down")             \
    X(PAGE_UP, "PgUp ^B", VIEW_ANY, NULL, "move a page up")                                        \
    X(FIRST, "Home <", VIEW_ANY, NULL, "go to the start")                                          \
    X(LAST, "End > G", VIEW_ANY, NULL, "go to the end")                                            \
    X(OPEN, "Enter l Right", VIEW_LIST, "open", "open the details of the result")                  \
    X(GO, "Enter l Right", VIEW_SUMMARY, "open",                                                   \
      "open the result that would gain most, at its section")                                      \
    X(GO_TO_CODE, "Enter l Right", VIEW_HOT, "code", "go to the hot spot in the source view")      \
    X(SPOTS_BY, "g", VIEW_HOT, "by", "add up by source line, by instruction or by function")       \
    X(SORT_SPOTS, "s", VIEW_HOT, "sort", "sort by the next column")                                \
    X(REVERSE_SPOTS, "S", VIEW_HOT, NULL, "reverse the order")                                     \
    X(GO_TO_RANK, "Enter l Right", VIEW_RANKS, "open",                                             \
      "open the longest result of the rank or kernel")                                             \
    X(SWITCH, "Enter Space", VIEW_RULES, "on/off", "turn the rule on or off")                      \
    X(FOLD, "Enter", VIEW_DETAILS, "fold", "fold or unfold the section")                           \
    X(ROOFLINE_IN, "+ =", VIEW_ROOFLINE, "zoom",                                                   \
      "show half as much of the roofline, around a point")                                         \
    X(ROOFLINE_OUT, "-", VIEW_ZOOMED, "out", "show twice as much of the roofline")                 \
    X(ROOFLINE_ALL, "0", VIEW_ZOOMED, "all of it", "show all of the roofline")                     \
    X(ROOFLINE_LEFT, "H", VIEW_ZOOMED, NULL, "move the zoomed part to the left")                   \
    X(ROOFLINE_RIGHT, "L", VIEW_ZOOMED, NULL, "move the zoomed part to the right")                 \
    X(ROOFLINE_UP, "K", VIEW_ZOOMED, NULL, "move the zoomed part up")                              \
    X(ROOFLINE_DOWN, "J", VIEW_ZOOMED, NULL, "move the zoomed part down")                          \
    X(ROOFLINE_LARGE, "f", VIEW_ROOFLINE, "large",                                                 \
      "make the roofline as large as the page, and back")                                          \
    X(ROOFLINE_ALONE, "f", VIEW_DETAILS, NULL,                                                     \
      "go to the roofline with most points, as large as the page")                                 \
    X(MEMORY_CHART, "C", VIEW_DETAILS, NULL, "go to the memory chart")                             \
    X(POINTS, "s", VIEW_ROOFLINE, "points",                                                        \
      "add other results: tagged, of this kernel, listed, none")                                   \
    X(ROOFLINE_LEVEL, "S", VIEW_ROOFLINE, NULL, "compare the other results at the next level")     \
    X(EARLIER, "Left h", VIEW_TIMELINE, "time", "move the cursor to an earlier time")              \
    X(LATER, "Right l", VIEW_TIMELINE, NULL, "move the cursor to a later time")                    \
    X(MUCH_EARLIER, "H", VIEW_TIMELINE, NULL, "move ten steps earlier")                            \
    X(MUCH_LATER, "L", VIEW_TIMELINE, NULL, "move ten steps later")                                \
    X(CLOSER, "+ =", VIEW_TIMELINE, "zoom in", "show half as much time")                           \
    X(WIDER, "-", VIEW_TIMELINE, "out", "show twice as much time")                                 \
    X(WHOLE, "0", VIEW_TIMELINE, "all", "show all of the time, or only while the work ran")        \
    X(UNFOLD, "Enter", VIEW_FOLDS, "fold", "fold or unfold the selected row")                      \
    X(UNFOLD_ALL, "a", VIEW_FOLDS, NULL, "unfold all, or fold all")                                \
    X(RANGE_FILTER, "f", VIEW_NVTX, "filter", "show only the results of the range in the list")    \
    X(SASS, "1", VIEW_SOURCE, "SASS", "show instructions in this side")                            \
    X(PTX, "2", VIEW_SOURCE, "PTX", "show PTX in this side")                                       \
    X(CUDA, "3", VIEW_SOURCE, "source", "show the source file in this side")                       \
    X(NEXT_HOT, "+ =", VIEW_SOURCE, "hot", "go to the hottest row, then to the next one")          \
    X(PREVIOUS_HOT, "- _", VIEW_SOURCE, NULL, "go to the previous hot row")                        \
    X(BESIDE, "s", VIEW_SOURCE, "sides", "show two sides, or one")                                 \
    X(SAME_PLACE, "Enter", VIEW_SOURCE, "other", "go to the same place in the other side")         \
    X(NEXT_HEAT, "}", VIEW_SOURCE, "column", "put the next column first and rank rows by it")      \
    X(PREVIOUS_HEAT, "{", VIEW_SOURCE, NULL, "put the previous column first")                      \
    X(OTHER_COLUMNS, "m", VIEW_SOURCE, NULL, "show the columns that did not fit")                  \
    X(SOURCE_COLUMNS, "C", VIEW_SOURCE, NULL,                                                      \
      "show the columns that their sections hide, too, or hide them")                              \
    X(NEXT_FUNCTION, ")", VIEW_SOURCE, "function", "go to the next function that the result ran")  \
    X(PREVIOUS_FUNCTION, "(", VIEW_SOURCE, NULL, "go to the previous function")                    \
    X(NEXT_FILE, "f", VIEW_SOURCE, "file", "go to the next source file of the function")           \
    X(PREVIOUS_FILE, "F", VIEW_SOURCE, NULL, "go to the previous file")                            \
    X(TEXT_LEFT, "H", VIEW_SOURCE, NULL, "scroll the lines back towards their start")              \
    X(TEXT_RIGHT, "L", VIEW_SOURCE, NULL, "show what is cut off at the right of the lines")        \
    X(LOWER_DOWN, "J", VIEW_SOURCE, NULL, "show more of the selected row below the code")          \
    X(LOWER_UP, "K", VIEW_SOURCE, NULL, "scroll the part below the code back up")                  \
    X(LEFT_SIDE, "h Left", VIEW_SOURCE, NULL, "go to the left side, or back")                      \
    X(RIGHT_SIDE, "l Right", VIEW_SOURCE, NULL, "go to the right side")                            \
    X(LESS, "Left -", VIEW_OCCUPANCY, "less", "make it a step less")                               \
    X(MORE, "Right +", VIEW_OCCUPANCY, "more", "make it a step more")                              \
    X(NUMBER, "1-9 0", VIEW_OCCUPANCY, "number", "type a number; a K after it means times 1024")   \
    X(TYPE, "Enter", VIEW_OCCUPANCY, NULL, "type a number, without a first digit")                 \
    X(TWICE, "*", VIEW_OCCUPANCY, NULL, "make it twice as much")                                   \
    X(AS_LAUNCHED, "=", VIEW_OCCUPANCY, "as launched", "set everything as it was at the launch")   \
    X(BACK, "Esc h Left q", VIEW_BEHIND, "back", "go back to where you were")                      \
    X(DROP_FILTER, "Esc", VIEW_LIST, NULL, "drop the filter")                                      \
    X(NEXT_VIEW, "Tab", VIEW_PANED, "pane", "go to the next pane")                                 \
    X(PREVIOUS_VIEW, "BTab", VIEW_PANED, NULL, "go to the previous pane")                          \
    X(NEXT_SECTION, "Tab }", VIEW_DETAILS, "next", "go to the next section")                       \
    X(PREVIOUS_SECTION, "BTab {", VIEW_DETAILS, NULL, "go to the previous section")                \
    X(NEXT_RESULT, "]", VIEW_RESULTS, NULL, "go to the next result")                               \
    X(PREVIOUS_RESULT, "[", VIEW_RESULTS, NULL, "go to the previous result")                       \
    X(TOGGLE, "1-9", VIEW_DETAILS, "toggle", "fold or unfold the section with that number")        \
    X(GO_TO_SECTION, "'", VIEW_DETAILS, "section", "go to the section that a few letters mean")    \
    X(ALL, "a", VIEW_DETAILS, "all", "unfold all sections, or fold them")                          \
    X(ONLY, "z", VIEW_DETAILS, "only this", "fold all sections but this one")                      \
    X(CAUSE, "!", VIEW_DETAILS, NULL, "go to the line of the root cause")                          \
    X(METRICS, "m", VIEW_DETAILS, NULL, "show metric names instead of labels")                     \
    X(DESCRIPTION, "d", VIEW_DETAILS, NULL, "show the section's description")                      \
    X(LONG, "e", VIEW_DETAILS, NULL,                                                               \
      "show long tables and charts, and what findings are based on")                               \
    X(NEXT_NUMBER, ".", VIEW_NUMBERS, NULL,                                                        \
      "go to the next number of the open sections or the row")                                     \
    X(PREVIOUS_NUMBER, ",", VIEW_NUMBERS, NULL, "go to the previous number")                       \
    X(BASELINE, "b", VIEW_LIST | VIEW_DETAILS, "baseline",                                         \
      "compare with this result, or stop; :baseline FILE")                                         \
    X(DROP_BASELINES, "B", VIEW_LIST | VIEW_DETAILS, NULL, "stop all comparisons")                 \
    X(CHANGES, "c", VIEW_CHANGES, NULL, "hide changes against the baseline, or show them")         \
    X(SORT, "s", VIEW_LIST, "sort", "sort by the next column")                                     \
    X(REVERSE, "S", VIEW_LIST, NULL, "reverse the order")                                          \
    X(GROUP, "g", VIEW_LIST, "group", "show launches that belong together as one row")             \
    X(TAG, "t", VIEW_LIST | VIEW_DETAILS, NULL, "tag the result or group, for copies and exports") \
    X(UNTAG, "U", VIEW_LIST | VIEW_DETAILS, NULL, "remove all tags")                               \
    X(COLUMNS, "C", VIEW_LIST | VIEW_COLUMNS, NULL, "choose the columns, and back")                \
    X(KEEP_LIST, ":keep-list", VIEW_LIST | VIEW_COLUMNS, NULL,                                     \
      "give all reports the order, groups and columns of this one")                                \
    X(CHOOSE_COLUMN, "Enter Space", VIEW_COLUMNS, "on/off", "show or hide the column")             \
    X(COLUMN_LEFT, "-", VIEW_COLUMNS, "to the left", "move the column to the left")                \
    X(COLUMN_RIGHT, "+", VIEW_COLUMNS, "to the right", "move the column to the right")             \
    X(FILTER, "f & F4", VIEW_LIST | VIEW_RAW, "filter",                                            \
      "show only names with a text, regex:EXPR or nvtx:RANGE")                                     \
    X(LAUNCHES, "F", VIEW_LIST, NULL, "drop the filters of the command line, and back")            \
    X(RAW, "M", VIEW_ANY, NULL, "show all metrics of the result, and back")                        \
    X(METRIC, "i", VIEW_ANY, NULL, "open the help of a metric, and back; :metric NAME")            \
    X(EXPLAIN, ";", VIEW_ANY, NULL, "explain a word that you type")                                \
    X(FOLLOW, "Enter l Right", VIEW_METRIC, "go", "open the line's metric, section or result")     \
    X(INSTANCES, "Enter", VIEW_RAW, "instances", "show or hide the instances of the metric")       \
    X(UNITS, "#", VIEW_RAW, "units", "show base units, or scaled units again")                     \
    X(SEARCH, "/", VIEW_ANY, "search", "search; Enter keeps the search, Esc drops it")             \
    X(NEXT_MATCH, "n", VIEW_ANY, NULL, "go to the next match")                                     \
    X(PREVIOUS_MATCH, "N", VIEW_ANY, NULL, "go to the previous match")                             \
    X(SUMMARY, "O", VIEW_ANY, "summary", "show the opportunities of the whole report, and back")   \
    X(HOT_SPOTS, "X", VIEW_ANY, NULL, "show the hot spots of all results in the list, and back")   \
    X(RANKS, "P", VIEW_ANY, NULL, "compare the ranks of a job, and back")                          \
    X(DIAGNOSIS, "D", VIEW_ANY, NULL, "tell what limits the result and what to change")            \
    X(OUTPUT, "o", VIEW_ANY, "output", "show the program's output, and back")                      \
    X(TIMELINE, "T", VIEW_ANY, NULL, "show the time series of the result, and back")               \
    X(NVTX, "v", VIEW_ANY, NULL, "show the NVTX ranges of the report, and back")                   \
    X(LAUNCH, "p", VIEW_ANY, NULL, "show everything about the launch, and back")                   \
    X(SESSION, "I", VIEW_ANY, NULL, "show how the reports were made, and back")                    \
    X(LOG, "E", VIEW_ANY, NULL, "show the messages of this run, and back")                         \
    X(SOURCE, "x", VIEW_ANY, NULL, "show the code of the result, and back")                        \
    X(OCCUPANCY, "u", VIEW_ANY, NULL, "show the occupancy with other numbers, and back")           \
    X(ZOOM, "Z", VIEW_ANY, NULL, "show only this pane, or all panes again")                        \
    X(NEXT_LAYOUT, "w", VIEW_ANY, NULL, "use the next arrangement of panes")                       \
    X(PREVIOUS_LAYOUT, "W", VIEW_ANY, NULL, "use the previous arrangement of panes")               \
    X(SPLIT_LEFT, "H", VIEW_PANED, NULL, "move the first border to the left, or up")               \
    X(SPLIT_RIGHT, "L", VIEW_PANED, NULL, "move the first border to the right, or down")           \
    X(SECOND_LEFT, "K", VIEW_PANED, NULL, "move the second border to the left, or up")             \
    X(SECOND_RIGHT, "J", VIEW_PANED, NULL, "move the second border to the right, or down")         \
    X(MENU, "A F2", VIEW_ANY, "menu", "choose from all that can be done here, by subject")         \
    X(COMMAND, ":", VIEW_ANY, "command", "type a command; Tab completes, Up and Down recall")      \
    X(EDIT, "V", VIEW_SOURCE | VIEW_HOT, "edit", "edit the line in $VISUAL or $EDITOR")            \
    X(BUILD, "$", VIEW_ANY, NULL, "build and measure the result's launch again; :build COMMAND")   \
    X(RERUN, "r", VIEW_ANY, "rerun", "run the program again, with other options")                  \
    X(SECTIONS, "R", VIEW_ANY, NULL, "read the files of sections and rules again")                 \
    X(COPY, "y", VIEW_ANY, NULL, "copy the row or section to the terminal's clipboard")            \
    X(COPY_PANE, "Y", VIEW_ANY, NULL, "copy the whole pane to the terminal's clipboard")           \
    X(EXPORT, ":export", VIEW_ANY, NULL,                                                           \
      "write a new file: NAME.txt, .csv, .json, .md, .svg, .html")                                 \
    X(SAVE, ":save", VIEW_ANY, NULL, "write a new report with the results in the list")            \
    X(RULES, ":rules", VIEW_ANY, NULL, "list the rules, to turn them on and off")                  \
    X(THEME, ":theme", VIEW_ANY, NULL, "use the colours of this theme")                            \
    X(LAYOUT, ":layout", VIEW_ANY, NULL, "use this arrangement of panes")                          \
    X(SORT_BY, ":sort-by", VIEW_ANY, NULL, "sort by this column; - before its name reverses")      \
    X(GLYPHS, ":glyphs", VIEW_ANY, NULL, "draw with these characters: ascii, blocks, full, auto")  \
    X(MOUSE, ":mouse", VIEW_ANY, NULL, "turn the mouse on or off")                                 \
    X(SHELL, ":shell", VIEW_ANY, NULL, "have the terminal run this command of the shell")          \
    X(HELP, "?", VIEW_ANY, "help", "show the keys of this view")                                   \
    X(REDRAW, "^L", VIEW_ANY, NULL, "draw the screen again")                                       \
    X(QUIT, "q Q", VIEW_ANY, "quit", "quit")

enum action_id {
    DO_NOTHING,
#define KEY_ENUM(action, ...) DO_##action,
    KEY_TABLE(KEY_ENUM)
#undef KEY_ENUM
};

struct key_row {
    enum action_id action;
    const char *keys;
    int views;
    const char *bar, *help;
};

extern const struct key_row key_rows[];
extern const size_t key_row_count;

/* Keys that the terminal keeps for itself and never sends. The help shows them. */
struct key_note {
    const char *keys, *help;
};
extern const struct key_note key_notes[];
extern const size_t key_note_count;

/* Returns the action of a key in views (VIEW_x, with VIEW_PANED). digit: gets the number of a "1-9"
 * key. */
enum action_id keys_action(int key, int views, int *digit);

/* Appends a key as it is written in the help: "x", "Tab", "F5", "^X". false: it has no name. */
bool keys_word(struct strbuf *out, int key);

/* Appends the name of a row's action. */
void keys_name(struct strbuf *out, const struct key_row *row);
/* Returns the row of a name, or of a name that the action had in an earlier version, or NULL. */
const struct key_row *keys_row(const char *name, size_t length);
const struct key_row *keys_row_of(enum action_id action);

/* keys_is_key() returns whether a word ("Tab", "^L", "F5", "x") is a key, keys_means() whether it
 * is this key. */
bool keys_is_key(const char *word, size_t length);
/* Returns the first code that ncurses has for a key, or -1 if the word is no key. */
int keys_code(const char *word, size_t length);
bool keys_means(const char *word, size_t length, int key);

/* Appends the keys of a row with the blanks between them, without keys that mean something else in
 * these views. */
void keys_of(struct strbuf *out, const struct key_row *row, int views);

#endif
