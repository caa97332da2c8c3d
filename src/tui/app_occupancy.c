#include "app_occupancy.h"

#include <stdio.h>
#include <string.h>

void app_occupancy_draw(struct app *app, int rows)
{
    occupancy_view_draw(&app->occupancy, rows, app->search);
}

/* A number is typed behind the command that sets it. */
static void type_number(struct app *app, const char *digits)
{
    app_prompt(app, PROMPT_COMMAND);
    snprintf(app->command, sizeof app->command, "occupancy %s %s",
             what_if_word(app->occupancy.cursor), digits);
    app->typed_at = strlen(app->command);
}

void app_occupancy_act(struct app *app, enum action_id action, int digit, int rows)
{
    struct error error;
    char text[2] = {(char)('0' + digit), '\0'};
    if (action == DO_NUMBER || action == DO_TYPE)
        type_number(app, action == DO_NUMBER ? text : "");
    else if (!occupancy_view_act(&app->occupancy, action, rows, &error) && *error.text)
        app_status(app, true, error.text);
}

bool app_occupancy_search(struct app *app, const char *text, int step, bool here)
{
    return occupancy_view_search(&app->occupancy, text, step, here);
}

bool app_occupancy_click(struct app *app, int row, int column, int rows)
{
    (void)column;
    (void)rows;
    return occupancy_view_click(&app->occupancy, row);
}

void app_occupancy_place(struct app *app, struct view_place *place, bool back)
{
    if (back)
        app->occupancy.cursor = (enum what_if_input)place->cursor;
    else
        place->cursor = app->occupancy.cursor;
}

bool app_occupancy_print(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    return occupancy_view_print(&app->occupancy, format, out, error);
}

void app_occupancy_show(struct app *app, struct result *result)
{
    occupancy_view_show(&app->occupancy, result);
}

void app_occupancy_set(struct app *app, const char *text)
{
    struct error error;
    if (app->view != VIEW_OCCUPANCY)
        app_act(app, DO_OCCUPANCY, 0);
    if (app->view == VIEW_OCCUPANCY && !occupancy_view_set(&app->occupancy, text, &error))
        app_safe_status(app, error.text);
}

void app_occupancy_offer(const struct app *app, struct choices *list)
{
    (void)app;
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        choices_add(list, what_if_word((enum what_if_input)i));
}
