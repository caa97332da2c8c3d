#include "tui/ui/ui_rerun.h"

#include "tui/list/list_view.h"
#include "tui/rerun/rerun.h"
#include "tui/views/output_view.h"

static struct rerun *form_of(struct ui *ui)
{
#ifdef ROOFTOP_COLLECT
    const struct live *live = &ui->live;
#else
    const struct live *live = NULL;
#endif
    if (!ui->rerun)
        ui->rerun = rerun_new(&ui->host, live);
    return ui->rerun;
}

void ui_rerun_open(struct ui *ui)
{
    rerun_open(form_of(ui));
}

bool ui_rerun_can(struct ui *ui, size_t result, struct error *error)
{
    return rerun_can(form_of(ui), result, error);
}

#ifdef ROOFTOP_COLLECT

/* Above the output of the new run, so that it is told from that of the one before. */
static void mark_output(struct ui *ui)
{
    struct strbuf line = {0};
    size_t runs = 0;
    for (size_t i = 0; i < report_file_count(ui->host.report); i++)
        runs += report_is_run(ui->host.report, i);
    strbuf_addf(&line, "[run %zu: %s]\n", runs, rerun_program(ui->rerun));
    output_view_add(ui->host.output, line.data, line.length);
    strbuf_free(&line);
}

static bool start(struct ui *ui, struct live_run *run, struct error *error)
{
    const size_t before = report_count(ui->host.report);
    /* The rules see more results at once than before. */
    ui->host.drop_results(&ui->host);
    bool good = live_run_start(&ui->live, run, error);
    ui->host.show_again(&ui->host);
    if (!good) {
        live_run_free(run);
        return false;
    }
    if (before)
        comparison_begin_run(&ui->comparison, before);
    ui->host.list->follow = true;
    mark_output(ui);
    return true;
}

bool ui_rerun_launch(struct ui *ui, size_t result, struct error *error)
{
    struct live_run *run = rerun_launch(form_of(ui), result, error);
    if (!run || !start(ui, run, error))
        return false;
    comparison_use(&ui->comparison, result);
    return true;
}

#else

static bool start(struct ui *ui, struct live_run *run, struct error *error)
{
    (void)ui;
    (void)run;
    (void)error;
    return false;
}

bool ui_rerun_launch(struct ui *ui, size_t result, struct error *error)
{
    return ui_rerun_can(ui, result, error);
}

#endif

void ui_rerun_key(struct ui *ui, int key)
{
    messages_clear(&ui->messages);
    struct error error;
    struct live_run *run = rerun_key(ui->rerun, key);
    if (run && start(ui, run, &error))
        rerun_close(ui->rerun);
    else if (run)
        rerun_fail(ui->rerun, &error);
}
