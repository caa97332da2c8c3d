#include "tui/ui/ui_outside.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/mem.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_wait.h"

void ui_outside(struct ui *ui, ui_errand *errand, const char *words)
{
    free(ui->outside.words);
    ui->outside.words = mem_strdup(words);
    ui->outside.errand = errand;
}

void ui_outside_go(struct ui *ui)
{
    ui_errand *errand = ui->outside.errand;
    if (!errand || ui->quit)
        return;
    ui->outside.errand = NULL;
    /* Its keys are not ours. */
    loop_unwatch(ui->host.loop, screen_descriptor());
    outside_begin();
    ui->outside.is_out = true;
    errand(ui);
    ui->outside.is_out = false;
    outside_end(ui->quit);
    loop_watch(ui->host.loop, screen_descriptor(), POLLIN, ui->outside.keys, ui);
    ui_errand *then = ui->outside.then;
    ui->outside.then = NULL;
    if (then && !ui->quit)
        then(ui);
}

bool ui_outside_has_signal(struct ui *ui, int signal_number)
{
    if (!ui->outside.is_out || (signal_number != SIGINT && signal_number != SIGQUIT))
        return false;
    ui->outside.interrupted = true;
    return true;
}

/* Whatever else ends rooftop waits for the program, which uses the terminal. */
static bool is_hung_up(const struct ui *ui)
{
    return ui->quit && signals_ended_by() == SIGHUP;
}

bool ui_outside_run(struct ui *ui, char *const words[], struct outside_end *end)
{
    const pid_t child = outside_start(words, end);
    while (child && !outside_has_ended(child, end)) {
        if (is_hung_up(ui)) {
            kill(child, SIGHUP);
            kill(child, SIGCONT);
            end->how = OUTSIDE_LEFT;
            return false;
        }
        ui_wait(ui, -1);
    }
    return outside_is_good(end);
}

bool ui_outside_shell(struct ui *ui, const char *command, struct outside_end *end)
{
    char *const words[] = {"sh", "-c", (char *)command, NULL};
    return ui_outside_run(ui, words, end);
}

/* The first one counts. */
static void take_key(void *context, int fd, short events)
{
    struct ui *ui = context;
    unsigned char key;
    if (read(fd, &key, 1) == 1)
        ui->outside.key = key;
    else if (events & (POLLHUP | POLLERR))
        ui->quit = true;
}

int ui_outside_ask(struct ui *ui, const char *question)
{
    if (ui->quit)
        return 0;
    ui->outside.interrupted = false;
    ui->outside.key = 0;
    outside_write(question);
    outside_keys(true);
    loop_watch(ui->host.loop, screen_descriptor(), POLLIN, take_key, ui);
    while (!ui->outside.key && !ui->outside.interrupted && !ui->quit)
        ui_wait(ui, -1);
    loop_unwatch(ui->host.loop, screen_descriptor());
    outside_keys(false);
    outside_write("\n");
    return ui->outside.interrupted ? 0 : ui->outside.key;
}
