/* app: the screen's one context: what is shown, typed and said. Keys and events change it
 * (app_keys.c, app_prompt.c), app_draw() reads it after each step. */
#ifndef ROOFTOP_APP_H
#define ROOFTOP_APP_H

#include "baselines.h"
#include "choices.h"
#include "code_view.h"
#include "collect/loop.h"
#include "columns_view.h"
#ifdef ROOFTOP_COLLECT
#include "collect/profile.h"
#endif
#include "details_view.h"
#include "fact_view.h"
#include "help_view.h"
#include "history.h"
#include "key_file.h"
#include "layout.h"
#include "list_view.h"
#include "message_log.h"
#include "metric_source.h"
#include "metric_view.h"
#include "nvtx_view.h"
#include "occupancy_view.h"
#include "options.h"
#include "output_view.h"
#include "raw_view.h"
#include "result_cache.h"
#include "rule_choice.h"
#include "rules_view.h"
#include "scan.h"
#include "screen_settings.h"
#include "summary_view.h"
#include "timeline_view.h"
#include "view_place.h"

enum { TYPED_LONGEST = 200, MOST_NOTES = 64, MOST_VIEWS = 16 };
/* What is typed in the last but one row. */
enum app_prompt { PROMPT_NONE, PROMPT_SEARCH, PROMPT_FILTER, PROMPT_COMMAND };

struct app {
    struct options *options;
    struct report *report;
    struct loop *loop;
    enum view view, behind[MOST_VIEWS]; /* behind: where it was opened from, one from the other */
    size_t behind_count;
    struct layout_wish wish;
    struct layout layout; /* of the rows between header and messages; see app_arrange() */
    bool zoomed;          /* the view has them alone */
    enum view second; /* beside the list where there are two panes: the details, or one opened */
    enum view third;  /* beside list and details */
    size_t beside;    /* result that the list last sent to the details */
    struct screen_settings settings;
    struct layout_wish first_wish;       /* as it began */
    char *first_list[3], *usual_list[3]; /* see app_list.c */
    struct key_file keys;
    struct error broken; /* what is wrong with what was kept */
    struct list_view list;
    struct details_view details;
    struct result_cache *decoded; /* the one in the details is held */
    struct baselines baselines;
    bool says_partners; /* the row of messages says that those of the current one are looked for */
    struct section_library *sections; /* of the folders when they were last read; NULL: not yet */
    struct section_choice choice;     /* of these and the report's own; not while profiling */
    size_t closed;              /* + 1: result that was in the details; see app_drop_results() */
    struct rule_library *rules; /* NULL: off, or not needed yet */
    struct rule_choice rule_choice; /* of these */
    struct scan scan;               /* what they find in all results */
    int64_t asked_at;               /* ms: when it last asked whether something is waiting */
    struct output_view output;
    struct summary_view summary;
    struct rules_view rules_view;
    struct columns_view columns_view;
    struct timeline_view timeline;
    struct nvtx_view nvtx;
    struct fact_view launch, session;
    size_t session_results; /* when the session was last looked at */
    struct code_view code;
    struct occupancy_view occupancy;
    struct raw_view raw;
    struct metric_view metric;
    struct metric_source *metric_source; /* NULL: not asked yet */
    bool metric_opens;                   /* it was being opened when that was last looked at */
    bool help, quit;
    struct help_view help_view;
    enum app_prompt prompt; /* what is being typed */
    size_t typed_at;        /* the cursor: a byte of it */
    struct view_place before_search;
    struct help_view before_help; /* the same of the help */
    bool missed;                  /* the search is nowhere */
    bool search_due;              /* what was typed has not been looked for */
    char search[TYPED_LONGEST + 8], filter[TYPED_LONGEST + 8], command[TYPED_LONGEST + 8];
    struct history history;        /* of commands */
    char typed[TYPED_LONGEST + 8]; /* before one of them was recalled */
    struct choices offers;         /* for the end of the command */
    size_t offer_at, offered;      /* where it begins; + 1: the one that stands there */
    bool previews;                 /* a theme shows that was not chosen yet */
    char status[sizeof(((struct error *)0)->text)]; /* one line, until the next key */
    bool status_is_error;
    bool status_is_kept; /* the log has it */
    int clicked_row;     /* of the screen */
    int64_t clicked_at;  /* ms */
    int64_t status_at;   /* since when the status is there, in milliseconds */
    int message_room;    /* columns of the line that status and progress share */
    char progress[512];
    struct message_log log;
    struct fact_view log_view;
    size_t log_version; /* of what the view has */
    size_t notes;       /* how many are printed again when the screen has closed */
    bool live;          /* a program is being profiled */
    struct profile *profile;
    struct app_run *run; /* that or the last one; NULL: none yet */
    bool writes;         /* its results go into a file when it ends */
    int exit_status;     /* of the last one */
#ifdef ROOFTOP_COLLECT
    struct profile_measured measured; /* by the last one */
#endif
    struct rerun *rerun; /* the form; NULL: closed */
    bool *saved;         /* see app_save.h */
    size_t saved_known;
    bool asked; /* whether to leave without them, since the last run began */
};

/* Watches keys and signals (a descriptor of signals.h). launches: what to show to begin with; NULL:
 * all. */
void app_open(struct app *app, struct options *options, struct report *report,
              const struct launch_filter *launches, struct loop *loop, int signals);

/* Asked in the course of what nobody should have to wait for. */
bool app_is_waited_for(void *app);

/* Draws, looks for opportunities until something comes, or waits for it, and serves it. */
void app_step(struct app *app);

/* After screen_close(): prints the notes again. */
void app_close(struct app *app);

void app_draw(struct app *app);
/* Rows of the help, between header and messages. */
int app_help_rows(void);
void app_key(struct app *app, int key);

/* Lays out the panes for the size of the screen, and shows the list's result beside it. */
void app_arrange(struct app *app);
/* Until something is to be served: where the panes of the details stand that are out of view. */
void app_measure_details(struct app *app);
/* Whether there are several panes. */
bool app_is_paned(const struct app *app);
/* What a pane shows; the one that keys go to is app->view. */
enum view app_pane_view(const struct app *app, int pane);
/* Until app_leave() the screen is the part of it where a view is drawn. Returns its rows. */
int app_enter(const struct app *app, enum view view);
struct rect app_place(const struct app *app, enum view view);
void app_leave(void);
void app_draw_panes(struct app *app);
/* Focus, zoom, splits, presets. false: not an action of panes. */
bool app_act_panes(struct app *app, enum action_id action);
void app_set_layout(struct app *app, enum layout_preset preset);
/* The number of the details that the cursor is on; NULL: it is on none. */
const struct number *app_number(const struct app *app);
/* What the row of messages says of the number under the cursor. false: there is none. */
bool app_number_line(const struct app *app, struct strbuf *out);
/* Views whose keys hold: the open one, VIEW_PANED and VIEW_NUMBER. */
int app_views(const struct app *app);

/* Rows that the opportunities above the list take; while the list is entered. */
int app_strip_rows(const struct app *app);

/* What the row of messages says until the next key; the second for texts from outside. What the row
 * has no room for is kept in the log. */
void app_status(struct app *app, bool is_error, const char *text);
void app_safe_status(struct app *app, const char *text);
/* The same for what must not be missed: it stays in the log, and is counted until that is seen. */
void app_say(struct app *app, enum log_kind kind, const char *text);

/* Goes to a view, or back to where it was opened from; a view that is open behind others is gone
 * back to. */
void app_go(struct app *app, enum view view);
void app_back(struct app *app);

/* Goes to the details of a result, or only puts it there. false: it cannot be decoded, which is
 * said. */
bool app_open_result(struct app *app, size_t index);
bool app_show_result(struct app *app, size_t index);

/* Lets go of all decoded results, whose sections or rules are about to change, and shows the one in
 * the details again. */
void app_drop_results(struct app *app);
void app_show_again(struct app *app);

/* Compares the result in the details with its baseline, after either has changed. */
void app_compare(struct app *app);
/* Nothing shows the baseline any more. */
void app_let_go_baseline(struct app *app);
void app_drop_baselines(struct app *app);
/* b, B, c. false: not an action of baselines. */
bool app_act_baselines(struct app *app, enum action_id action);
/* A report becomes a baseline; or "next", "previous", or a report's file. */
bool app_open_baseline(struct app *app, const char *path, struct error *error);
void app_baseline_by(struct app *app, const char *word);
/* Opens reports that are to be baselines, looks for partners in them and closes those that were
 * dropped, until something comes, or it is time to show how far that is. false: there was nothing
 * to do. */
bool app_pair(struct app *app);
/* All at once, for what is written. */
void app_wait_for_partners(struct app *app);
void app_offer_baselines(const struct app *app, struct choices *list);

/* A run begins whose results come behind the first `results`: as they come they are compared with
 * the same launches of the run before. */
void app_set_baselines(struct app *app, size_t results);
/* Writes the changes of the result in the details against its baseline. */
bool app_print_changes(struct app *app, enum page_format format, FILE *out, struct error *error);

/* Loads the rules if they are not there yet: of a program that is profiled when they are first
 * needed. */
bool app_load_rules(struct app *app, struct error *error);
/* Turns a rule of the library on or off: what was found is found anew. */
void app_switch_rule(struct app *app, size_t entry);

/* Runs what was typed behind ":". */
void app_command(struct app *app, const char *text);
/* Words that can end a command that is being typed; returns where the word that they end begins. */
size_t app_offer(const struct app *app, const char *text, struct choices *list);
/* Whether a command may have a word behind it. */
bool app_takes_word(const char *name);
void app_type_command(struct app *app, int key);

/* Settings, keys and history of the user; before the screen opens. What is wrong with them is said
 * once it is open. false: the theme of the command line cannot be had. */
bool app_read_settings(struct app *app, struct options *options, struct error *error);
void app_use_settings(struct app *app);
/* The theme that is chosen. */
const char *app_theme(const struct app *app);
/* Writes what changed; error->text is "" if all is well. */
void app_keep_settings(struct app *app, struct error *error);
void app_forget_settings(struct app *app);

/* Writes what the view is about into a new file, in the form that its name ends in. */
void app_export(struct app *app, const char *file);
/* Also over a file that is there. */
void app_export_over(struct app *app, const char *file);
/* Shows only results of the selected NVTX range in the list, and goes there. */
void app_filter_range(struct app *app);
/* Looks at ranges of results until something comes, for a while; false: nothing is left. */
bool app_list_ranges(struct app *app);
/* The tree is whole, or it took too long to wait: for a search, which looks at all of it. */
void app_wait_ranges(struct app *app);
/* The open view as it is seen, as SVG. */
void app_export_picture(struct app *app, FILE *out);
/* Sends the selected row or section to the clipboard; whole: all that the pane shows. */
void app_copy(struct app *app, bool whole);
/* ":copy markdown": in one of the forms that app_offer_copies() has. */
void app_copy_as(struct app *app, const char *form);
void app_copy_pane_as(struct app *app, const char *form);
void app_offer_copies(const struct app *app, struct choices *list);
/* The open view as lines of text, in that many columns; 0: as wide as it is. */
void app_draw_copy(struct app *app, int columns, struct strbuf *out);

/* Serves KEY_MOUSE. */
void app_mouse(struct app *app);

/* Does what a key is there for. */
void app_act(struct app *app, enum action_id action, int digit);

/* Reads the folders of sections and rules for the first time. false: one cannot be read, or a name
 * of the command line means nothing. */
bool app_read_files(struct app *app, struct report *report, const struct options *options,
                    struct error *error);
void app_forget_files(struct app *app);

/* Says what is wrong with the files that were read. */
void app_say_broken(struct app *app);

/* Reads the folders of sections and rules again. Sections stand in place of a report's own in the
 * details, rules look at its results anew; what is broken is said, and of it stays what was there
 * before. */
void app_read_again(struct app *app);

/* Starts typing a search, a filter or a command; app_type() takes the keys while there is a prompt.
 */
void app_prompt(struct app *app, enum app_prompt prompt);
void app_type(struct app *app, int key);
/* What is typed, and the rows for it: that of messages, and that of keys. */
char *app_typed(struct app *app);
void app_draw_prompt(struct app *app, int row);
void app_draw_prompt_keys(struct app *app, int row);

/* What is typed as the filter of the view, or else of the list, and how many rows pass of how many;
 * chooses the rows by it. false: it is none, which is said, and the rows stay as they are. */
char *app_filter(struct app *app, size_t *shown, size_t *all);
bool app_set_filter(struct app *app);

/* Goes to the next match of the search (step 1 or -1); here: or stays at one. */
void app_search(struct app *app, int step, bool here);
/* The same for what is being typed: once for all keys that have come, for pastes are long. */
void app_search_typed(struct app *app);

#endif
