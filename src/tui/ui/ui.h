/* ui: the state of the screen. Each member is one subject with a file of its own. Keys, clicks and
 * events change the state (ui_key.c, ui_mouse.c), and ui_draw() shows it after each step.
 *
 * Where to start reading: src/tui/README.md. */
#ifndef ROOFTOP_TUI_UI_UI_H
#define ROOFTOP_TUI_UI_UI_H

#include "collect/os/loop.h"
#include "tui/details/definitions.h"
#include "tui/live/unsaved.h"
#include "tui/ui/shown.h"
#include "tui/ui/typing.h"
#include "tui/ui/user_settings.h"
#include "tui/views/scan.h"
#include "tui/widgets/menu_view.h"
#include "tui/widgets/messages.h"
#ifdef ROOFTOP_COLLECT
#include "tui/live/live_run.h"
#endif

struct rerun;
struct ui;

typedef void ui_errand(struct ui *ui);

struct ui {
    struct view_host host; /* what the views see of the rest */
    struct views views;
    struct panes panes;             /* where the views stand */
    size_t beside;                  /* the result that the list last sent to the panes beside it */
    struct shown shown;             /* the result in the details, */
    struct comparison comparison;   /* and what it is compared with */
    struct definitions definitions; /* sections and rules, */
    struct scan scan;               /* and what the rules find in all results */
    unsigned scanned; /* the generation of the list that the scan is about; 0: none yet */
    struct messages messages;
    struct user_settings user;
    struct typing typing;
    struct search search;
    struct {
        bool open;
        struct help_view view;
    } help;
    struct menu_view menu;
    struct {
        int row;    /* of the screen */
        int64_t at; /* ms */
    } clicks;       /* the last click, to recognise a double click */
    struct {
        ui_errand *errand; /* to be run; NULL: none */
        char *words;       /* of the errand */
        ui_errand *then;   /* behind it, when the screen is open again; NULL: nothing */
        loop_handler *keys;
        bool is_out;      /* other programs have the terminal */
        bool interrupted; /* meanwhile, by the user */
        int key;          /* what was pressed there */
    } outside;            /* ui_outside.h */
    struct {
        char *file;    /* on this machine; NULL: none was edited yet */
        size_t line;   /* of it */
        size_t result; /* that is to be measured again */
        char *kernel;  /* of it */
        enum edit_step {
            EDIT_NOTHING,
            EDIT_FILE,
            EDIT_BUILD,
            EDIT_MEASURE, /* the screen is open again, or a run goes on: */
        } step;
        size_t first; /* its first result */
    } edit;           /* ui_edit.h */
    struct unsaved unsaved;
#ifdef ROOFTOP_COLLECT
    struct live live;
#endif
    struct rerun *rerun; /* the form; NULL: never opened */
    bool quit;
};

/* Reads the user's settings and, unless a program is profiled, the folders of sections and rules.
 * Call it before ui_open(). */
void ui_init(struct ui *ui, struct options *options);

/* Shows a report on the screen, which must be open, and watches keys and signals (`signals` is a
 * descriptor of signals.h). launches: the results that are shown at first; NULL: all. */
void ui_open(struct ui *ui, struct report *report, const struct launch_filter *launches,
             struct loop *loop, int signals);

/* Draws, does a piece of the work in the background, waits for an event if there is no such work,
 * and handles it. longest: the most milliseconds to wait; -1: no limit. Returns whether work may be
 * left. */
bool ui_step(struct ui *ui, int longest);

/* Frees the state, and prints the messages again that must not be missed. Call it after
 * screen_close(). */
void ui_close(struct ui *ui);

#endif
