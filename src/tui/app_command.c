/* What can be typed behind ":". */
#include <string.h>

#include "app.h"
#include "nearest.h"
#include "safe_text.h"

static void show_rules(struct app *app)
{
    struct error error;
    if (!app->options->apply_rules) {
        app_status(app, true, "rules are off: --apply-rules no");
        return;
    }
    if (!app_load_rules(app, &error))
        app_safe_status(app, error.text);
    app_go(app, VIEW_RULES);
}

/* action: what a key does that means the same; else run. */
static const struct {
    const char *name;
    enum action_id action;
    void (*run)(struct app *app);
} commands[] = {{"rules", DO_NOTHING, show_rules},
                {"summary", DO_SUMMARY, NULL},
                {"output", DO_OUTPUT, NULL},
                {"help", DO_HELP, NULL},
                {"quit", DO_QUIT, NULL}};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* By its whole name or the start of just one; COMMANDS: none. */
static size_t find(const char *name, size_t length)
{
    size_t found = COMMANDS;
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strncmp(commands[i].name, name, length) != 0)
            continue;
        if (strlen(commands[i].name) == length)
            return i;
        if (found < COMMANDS)
            return COMMANDS;
        found = i;
    }
    return found;
}

static void say_unknown(struct app *app, const char *name)
{
    struct error error;
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; i < COMMANDS; i++)
        nearest_offer(&nearest, commands[i].name);
    if (nearest.best)
        error_set(&error, "no command is called \"%s\"; nearest is \"%s\"", name, nearest.best);
    else
        error_set(&error,
                  "no command is called \"%s\"; there are rules, summary, output, help, "
                  "quit",
                  name);
    app_safe_status(app, error.text);
}

void app_command(struct app *app, const char *text)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length && text[length - 1] == ' ')
        length--;
    if (!length)
        return;
    char name[TYPED_LONGEST + 8];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    size_t at = find(name, length);
    if (at == COMMANDS)
        say_unknown(app, name);
    else if (commands[at].run)
        commands[at].run(app);
    else
        app_act(app, commands[at].action, 0);
}
