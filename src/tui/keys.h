/* keys: one table of actions: their keys, where they work and what they do. Dispatch, commands, the
 * key bar and the help are made from it.
 *
 * The name of an action is that of the table in small letters, with dashes: "next-match". What has
 * no key has its command (":theme") in their place. */
#ifndef ROOFTOP_KEYS_H
#define ROOFTOP_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

enum view {
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
    VIEW_ANY = 32767,
    VIEW_PANED = 32768,     /* beside one of these: there are several panes */
    VIEW_NUMBER = 65536,    /* beside VIEW_NUMBERS: the cursor is on a number */
    VIEW_ROOFLINE = 131072, /* beside VIEW_DETAILS: the section has a roofline, */
    VIEW_ZOOMED = 262144,   /* and a part of it is seen */
    VIEW_RUN = 524288,      /* beside VIEW_LIST: its results are those of a program that ran */
    VIEW_BESIDE = VIEW_PANED | VIEW_NUMBER | VIEW_ROOFLINE | VIEW_ZOOMED | VIEW_RUN,
    /* All but the first one, which is gone back to. */
    VIEW_BEHIND = VIEW_ANY & ~VIEW_LIST,
    VIEW_FOLDS = VIEW_TIMELINE | VIEW_NVTX | VIEW_LAUNCH | VIEW_SESSION,
    VIEW_NUMBERS = VIEW_DETAILS | VIEW_SOURCE,
    VIEW_CHANGES = VIEW_LIST | VIEW_DETAILS | VIEW_TIMELINE | VIEW_SOURCE | VIEW_METRIC,
    VIEW_RESULTS =
        VIEW_DETAILS | VIEW_SOURCE | VIEW_TIMELINE | VIEW_LAUNCH | VIEW_OCCUPANCY | VIEW_RAW
};

/* X(action, keys as shown, views, short name for the key bar or NULL, help) */
#define KEY_TABLE(X)                                                                               \
    X(NUMBER_DOWN, "j Down", VIEW_NUMBER, NULL, "to the number below")                             \
    X(NUMBER_UP, "k Up", VIEW_NUMBER, NULL, "to the number above")                                 \
    X(NUMBER_LEFT, "h Left", VIEW_NUMBER, NULL, "to the number on the left")                       \
    X(NUMBER_RIGHT, "l Right", VIEW_NUMBER, NULL, "to the number on the right")                    \
    X(NUMBER_METRIC, "Enter", VIEW_NUMBER, "metric", "the help of the number's metric")            \
    X(DROP_NUMBER, "Esc", VIEW_NUMBER, "drop", "let go of the number")                             \
    X(DOWN, "j Down", VIEW_ANY, NULL, "move down")                                                 \
    X(UP, "k Up", VIEW_ANY, NULL, "move up")                                                       \
    X(PAGE_DOWN, "PgDn Space ^F", VIEW_ANY & ~(VIEW_RULES | VIEW_COLUMNS), NULL, "a page down")    \
    X(PAGE_DOWN_RULES, "PgDn ^F", VIEW_RULES | VIEW_COLUMNS, NULL, "a page down")                  \
    X(PAGE_UP, "PgUp ^B", VIEW_ANY, NULL, "a page up")                                             \
    X(FIRST, "Home <", VIEW_ANY, NULL, "to the start")                                             \
    X(LAST, "End >", VIEW_ANY, NULL, "to the end")                                                 \
    X(OPEN, "Enter l Right", VIEW_LIST, "open", "open the result's details")                       \
    X(GO, "Enter l Right", VIEW_SUMMARY, "open", "the section of the result that would gain most") \
    X(SWITCH, "Enter Space", VIEW_RULES, "on/off", "turn the rule on or off")                      \
    X(FOLD, "Enter", VIEW_DETAILS, "fold", "fold or unfold the section")                           \
    X(ROOFLINE_IN, "+ =", VIEW_ROOFLINE, "zoom", "half as much of the roofline, around a point")   \
    X(ROOFLINE_OUT, "-", VIEW_ZOOMED, "out", "twice as much of the roofline")                      \
    X(ROOFLINE_ALL, "0", VIEW_ZOOMED, "all of it", "all of the roofline")                          \
    X(ROOFLINE_LEFT, "H", VIEW_ZOOMED, NULL, "the zoomed part to the left")                        \
    X(ROOFLINE_RIGHT, "L", VIEW_ZOOMED, NULL, "the zoomed part to the right")                      \
    X(ROOFLINE_UP, "K", VIEW_ZOOMED, NULL, "the zoomed part up")                                   \
    X(ROOFLINE_DOWN, "J", VIEW_ZOOMED, NULL, "the zoomed part down")                               \
    X(ROOFLINE_LARGE, "f", VIEW_ROOFLINE, "large", "the roofline as large as the page, and back")  \
    X(POINTS, "s", VIEW_ROOFLINE, "points",                                                        \
      "other results in it: tagged, of this kernel, listed, none")                                 \
    X(ROOFLINE_LEVEL, "S", VIEW_ROOFLINE, NULL,                                                    \
      "these at the next level; first where nearest to their roofs")                               \
    X(EARLIER, "Left h", VIEW_TIMELINE, "time", "the cursor to an earlier time")                   \
    X(LATER, "Right l", VIEW_TIMELINE, NULL, "the cursor to a later time")                         \
    X(MUCH_EARLIER, "H", VIEW_TIMELINE, NULL, "ten steps earlier")                                 \
    X(MUCH_LATER, "L", VIEW_TIMELINE, NULL, "ten steps later")                                     \
    X(CLOSER, "+ =", VIEW_TIMELINE, "zoom in", "see half as much time")                            \
    X(WIDER, "-", VIEW_TIMELINE, "out", "see twice as much time")                                  \
    X(WHOLE, "0", VIEW_TIMELINE, "all", "see all of the time, or just when the work ran")          \
    X(UNFOLD, "Enter", VIEW_FOLDS, "fold", "fold or unfold what is selected")                      \
    X(UNFOLD_ALL, "a", VIEW_FOLDS, NULL, "unfold all, or fold all")                                \
    X(RANGE_FILTER, "f", VIEW_NVTX, "filter", "only the range's results in the list")              \
    X(SASS, "1", VIEW_SOURCE, "SASS", "instructions in this side")                                 \
    X(PTX, "2", VIEW_SOURCE, "PTX", "PTX in this side")                                            \
    X(CUDA, "3", VIEW_SOURCE, "source", "the source file in this side")                            \
    X(NEXT_HOT, "+ =", VIEW_SOURCE, "hot", "the hottest row, then the next one")                   \
    X(PREVIOUS_HOT, "- _", VIEW_SOURCE, NULL, "the hot row before")                                \
    X(BESIDE, "s", VIEW_SOURCE, "sides", "two sides, or one")                                      \
    X(SAME_PLACE, "Enter", VIEW_SOURCE, "other", "the same place in the other side")               \
    X(NEXT_HEAT, "}", VIEW_SOURCE, "column", "the next column first, and rows ranked by it")       \
    X(PREVIOUS_HEAT, "{", VIEW_SOURCE, NULL, "the column before first")                            \
    X(OTHER_COLUMNS, "m", VIEW_SOURCE, NULL, "the columns that there was no room for")             \
    X(NEXT_FUNCTION, ")", VIEW_SOURCE, "function", "the next function that the result ran")        \
    X(PREVIOUS_FUNCTION, "(", VIEW_SOURCE, NULL, "the function before")                            \
    X(NEXT_FILE, "f", VIEW_SOURCE, "file", "the next file that the function comes from")           \
    X(PREVIOUS_FILE, "F", VIEW_SOURCE, NULL, "the file before")                                    \
    X(TEXT_LEFT, "H", VIEW_SOURCE, NULL, "back towards the start of the lines")                    \
    X(TEXT_RIGHT, "L", VIEW_SOURCE, NULL, "what of the lines is cut at the right")                 \
    X(LOWER_DOWN, "J", VIEW_SOURCE, NULL, "more of the selected row, below the code")              \
    X(LOWER_UP, "K", VIEW_SOURCE, NULL, "the lower part back up")                                  \
    X(LEFT_SIDE, "h Left", VIEW_SOURCE, NULL, "to the left side, or back")                         \
    X(RIGHT_SIDE, "l Right", VIEW_SOURCE, NULL, "to the right side")                               \
    X(LESS, "Left -", VIEW_OCCUPANCY, "less", "a step less")                                       \
    X(MORE, "Right +", VIEW_OCCUPANCY, "more", "a step more")                                      \
    X(NUMBER, "0 1-9", VIEW_OCCUPANCY, "number", "a number for it; K: times 1024")                 \
    X(TYPE, "Enter", VIEW_OCCUPANCY, NULL, "the same, without a digit yet")                        \
    X(AS_LAUNCHED, "=", VIEW_OCCUPANCY, "as launched", "all as it was at the launch")              \
    X(BACK, "Esc h Left q", VIEW_BEHIND, "back", "back to where you were")                         \
    X(DROP_FILTER, "Esc", VIEW_LIST, NULL, "drop the filter")                                      \
    X(NEXT_VIEW, "Tab", VIEW_PANED, "pane", "to the next pane")                                    \
    X(PREVIOUS_VIEW, "BTab", VIEW_PANED, NULL, "to the pane before")                               \
    X(NEXT_PANE, "Tab }", VIEW_DETAILS, "next", "to the next section")                             \
    X(PREVIOUS_PANE, "BTab {", VIEW_DETAILS, NULL, "to the section before")                        \
    X(NEXT_RESULT, "]", VIEW_RESULTS, NULL, "the next result")                                     \
    X(PREVIOUS_RESULT, "[", VIEW_RESULTS, NULL, "the result before")                               \
    X(TOGGLE, "1-9", VIEW_DETAILS, "toggle", "fold or unfold the section with that number")        \
    X(ALL, "a", VIEW_DETAILS, "all", "unfold all sections, or fold them")                          \
    X(ONLY, "z", VIEW_DETAILS, "only this", "fold all sections but this one")                      \
    X(METRICS, "m", VIEW_DETAILS, NULL, "metric names instead of labels")                          \
    X(DESCRIPTION, "d", VIEW_DETAILS, NULL, "the section's description")                           \
    X(LONG, "e", VIEW_DETAILS, NULL, "all rows, bodies, larger charts, what findings rest on")     \
    X(NEXT_NUMBER, ".", VIEW_NUMBERS, NULL, "to the next number of the open sections or the row")  \
    X(PREVIOUS_NUMBER, ",", VIEW_NUMBERS, NULL, "to the number before")                            \
    X(BASELINE, "b", VIEW_LIST | VIEW_DETAILS, "baseline",                                         \
      "compare with this result, or no more; :baseline FILE")                                      \
    X(DROP_BASELINES, "B", VIEW_LIST | VIEW_DETAILS, NULL, "compare with nothing any more")        \
    X(CHANGES, "c", VIEW_CHANGES, NULL, "hide changes against the baseline, and back")             \
    X(SORT, "s", VIEW_LIST, "sort", "sort by the next column")                                     \
    X(REVERSE, "S", VIEW_LIST, NULL, "reverse the order")                                          \
    X(GROUP, "g", VIEW_LIST, "group",                                                              \
      "launches that belong together as one row; Enter unfolds it")                                \
    X(TAG, "t", VIEW_LIST | VIEW_DETAILS, NULL,                                                    \
      "tag the result or group: what is copied and exported")                                      \
    X(UNTAG, "U", VIEW_LIST | VIEW_DETAILS, NULL, "take all tags away")                            \
    X(COLUMNS, "C", VIEW_LIST | VIEW_COLUMNS, NULL, "choose the columns, and back")                \
    X(CHOOSE_COLUMN, "Enter Space", VIEW_COLUMNS, "on/off", "show the column or leave it out")     \
    X(COLUMN_LEFT, "-", VIEW_COLUMNS, "to the left", "the column further to the left")             \
    X(COLUMN_RIGHT, "+", VIEW_COLUMNS, "to the right", "the column further to the right")          \
    X(FILTER, "f & F4", VIEW_LIST | VIEW_RAW, "filter",                                            \
      "only names with a text, regex:EXPR or nvtx:RANGE")                                          \
    X(LAUNCHES, "F", VIEW_LIST, NULL, "without the filters of the command line, and back")         \
    X(RAW, "M", VIEW_ANY, NULL, "all metrics of the result, and back")                             \
    X(METRIC, "i", VIEW_ANY, NULL, "the help of a metric, and back; :metric NAME")                 \
    X(FOLLOW, "Enter l Right", VIEW_METRIC, "go", "to the metric, section or result of the line")  \
    X(INSTANCES, "Enter", VIEW_RAW, "instances", "the metric's instances, or without them")        \
    X(UNITS, "#", VIEW_RAW, "units", "base units, and scaled ones again")                          \
    X(SEARCH, "/", VIEW_ANY, "search", "search; Enter keeps it, Esc drops it")                     \
    X(NEXT_MATCH, "n", VIEW_ANY, NULL, "next match")                                               \
    X(PREVIOUS_MATCH, "N", VIEW_ANY, NULL, "match before")                                         \
    X(SUMMARY, "O", VIEW_ANY, "summary", "opportunities of the whole report, and back")            \
    X(OUTPUT, "o", VIEW_ANY, "output", "the program's output, and back")                           \
    X(TIMELINE, "T", VIEW_ANY, NULL, "time series of the result, and back")                        \
    X(NVTX, "v", VIEW_ANY, NULL, "NVTX ranges of the report as a tree, and back")                  \
    X(LAUNCH, "p", VIEW_ANY, NULL, "all of the launch of the result, and back")                    \
    X(SESSION, "I", VIEW_ANY, NULL, "how the reports were made, and back")                         \
    X(LOG, "E", VIEW_ANY, NULL, "messages of this run with their times, and back")                 \
    X(SOURCE, "x", VIEW_ANY, NULL, "the code of the result, and back")                             \
    X(OCCUPANCY, "u", VIEW_ANY, NULL, "what if: occupancy with other numbers; and back")           \
    X(ZOOM, "Z", VIEW_ANY, NULL, "only this pane, and all of them again")                          \
    X(NEXT_LAYOUT, "w", VIEW_ANY, NULL, "the next arrangement of panes")                           \
    X(PREVIOUS_LAYOUT, "W", VIEW_ANY, NULL, "the arrangement before")                              \
    X(SPLIT_LEFT, "H", VIEW_PANED, NULL, "first border to the left, or up")                        \
    X(SPLIT_RIGHT, "L", VIEW_PANED, NULL, "first border to the right, or down")                    \
    X(SECOND_LEFT, "K", VIEW_PANED, NULL, "second border to the left, or up")                      \
    X(SECOND_RIGHT, "J", VIEW_PANED, NULL, "second border to the right, or down")                  \
    X(COMMAND, ":", VIEW_ANY, "command", "type a command; Tab completes it, Up and Down recall")   \
    X(RERUN, "r", VIEW_ANY, "rerun", "run the program again, with other options")                  \
    X(SECTIONS, "R", VIEW_ANY, NULL, "read the files of sections and rules again")                 \
    X(COPY, "y", VIEW_ANY, NULL, "the row or section to the terminal's clipboard")                 \
    X(COPY_PANE, "Y", VIEW_ANY, NULL, "the pane as it is seen to the clipboard")                   \
    X(EXPORT, ":export", VIEW_ANY, NULL, "write a new file: NAME.txt, .csv, .json, .md or .svg")   \
    X(SAVE, ":save", VIEW_ANY, NULL, "write a new report with the results that the list shows")    \
    X(RULES, ":rules", VIEW_ANY, NULL, "the rules, to turn them on and off")                       \
    X(THEME, ":theme", VIEW_ANY, NULL, "colours by a theme's name")                                \
    X(LAYOUT, ":layout", VIEW_ANY, NULL, "an arrangement of panes by its name")                    \
    X(SORT_BY, ":sort-by", VIEW_ANY, NULL, "sort by a column's name, - before it reverses")        \
    X(GLYPHS, ":glyphs", VIEW_ANY, NULL, "how much is drawn with: ascii, blocks, full, auto")      \
    X(MOUSE, ":mouse", VIEW_ANY, NULL, "on or off")                                                \
    X(HELP, "?", VIEW_ANY, "help", "this help")                                                    \
    X(REDRAW, "^L", VIEW_ANY, NULL, "draw the screen anew")                                        \
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

/* Keys that the terminal keeps for itself, so that none is ever pressed here: for the help. */
struct key_note {
    const char *keys, *help;
};
extern const struct key_note key_notes[];
extern const size_t key_note_count;

/* What a key does in views (VIEW_x, several of them for VIEW_PANED); digit gets the number of a
 * "1-9" key. */
enum action_id keys_action(int key, int views, int *digit);

/* Name of a row's action. */
void keys_name(struct strbuf *out, const struct key_row *row);
/* The row of a name; NULL: none. */
const struct key_row *keys_row(const char *name, size_t length);
const struct key_row *keys_row_of(enum action_id action);

/* Whether a word ("Tab", "^L", "F5", "x") is a key, and that one. */
bool keys_is_key(const char *word, size_t length);
bool keys_means(const char *word, size_t length, int key);

/* Keys of a row, the blanks between them too, less those that mean something else in these views.
 */
void keys_of(struct strbuf *out, const struct key_row *row, int views);

#endif
