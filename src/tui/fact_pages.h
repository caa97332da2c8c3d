/* fact_pages: the views that are lists of facts: the launch of the result in the details, and the
 * sessions of the reports, and the messages of this run. */
#ifndef ROOFTOP_FACT_PAGES_H
#define ROOFTOP_FACT_PAGES_H

#include "view_table.h"

/* As the rows of the table have them. */
void draw_launch(struct app *app, int rows);
void act_launch(struct app *app, enum action_id action, int digit, int rows);
bool search_launch(struct app *app, const char *text, int step, bool here);
bool click_launch(struct app *app, int row, int column, int rows);
void place_launch(struct app *app, struct view_place *place, bool back);
bool print_launch(struct app *app, enum page_format format, FILE *out, struct error *error);
void copy_launch(struct app *app, struct strbuf *out);
void show_launch(struct app *app, struct result *result);

void draw_session(struct app *app, int rows);
void act_session(struct app *app, enum action_id action, int digit, int rows);
bool search_session(struct app *app, const char *text, int step, bool here);
bool click_session(struct app *app, int row, int column, int rows);
void place_session(struct app *app, struct view_place *place, bool back);
bool print_session(struct app *app, enum page_format format, FILE *out, struct error *error);
void copy_session(struct app *app, struct strbuf *out);

void draw_log(struct app *app, int rows);
void act_log(struct app *app, enum action_id action, int digit, int rows);
bool search_log(struct app *app, const char *text, int step, bool here);
bool click_log(struct app *app, int row, int column, int rows);
void place_log(struct app *app, struct view_place *place, bool back);
bool print_log(struct app *app, enum page_format format, FILE *out, struct error *error);
void copy_log(struct app *app, struct strbuf *out);

#endif
