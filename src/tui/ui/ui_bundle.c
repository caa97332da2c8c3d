#include "tui/ui/ui_bundle.h"

#include <string.h>

#include "report/base/markdown.h"
#include "report/base/shell_word.h"
#include "report/metric/number_style.h"
#include "tui/details/details_print.h"
#include "tui/details/details_view.h"
#include "tui/ui/ui_copy.h"
#include "tui/ui/ui_view.h"

/* The result that the view is of, or NULL. */
static const struct result *result_of(struct ui *ui)
{
    return !ui->help.open && ui_focused(ui)->ops->of_result ? ui->host.details->result : NULL;
}

static void add_title(struct strbuf *text, const struct result *result, const char *name)
{
    strbuf_adds(text, "# ");
    if (result) {
        markdown_add_code(text, result->name, false);
        strbuf_addf(text, ", result %zu of ", result->id);
    }
    markdown_add_code(text, *name ? name : "a run that is not saved", false);
    strbuf_adds(text, "\n\n");
}

/* A run that was measured here has no file before it is saved. */
static void add_command(struct ui *ui, struct strbuf *text, const struct result *result,
                        size_t file)
{
    const struct report_file *from = report_file(ui->host.report, file);
    if (report_is_run(ui->host.report, file) || !*from->path) {
        strbuf_adds(text, "These results were measured here; `:save FILE` writes a report.\n\n");
        return;
    }
    strbuf_adds(text, "To open it again:\n\n```sh\nrooftop");
    shell_word_add(text, from->path);
    if (result)
        strbuf_addf(text, " -s %zu -c 1", result->index - from->first);
    strbuf_adds(text, "\n```\n\n");
}

bool ui_bundle_print(struct ui *ui, FILE *out, struct error *error)
{
    const struct result *result = result_of(ui);
    const size_t file = result ? result->file : 0;
    struct strbuf text = {0};
    if (!report_count(ui->host.report))
        return error_set(error, "there is no result yet that could be told of");
    add_title(&text, result, report_file(ui->host.report, file)->name);
    add_command(ui, &text, result, file);
    strbuf_addf(&text, "## %s\n\n", ui->help.open ? "Help" : ui_focused(ui)->ops->title);
    number_style_use(NUMBERS_OF_SCREEN);
    ui_copy_fenced(ui, &text);
    number_style_use(NUMBERS_OF_LOCALE);
    fwrite(text.data, 1, text.length, out);
    fputc('\n', out);
    strbuf_free(&text);
    return result ? details_print_compared(&ui->host, PAGE_DIAGNOSIS, FORMAT_MARKDOWN, out, error)
                  : details_print_page(&ui->host, PAGE_SUMMARY, NULL, FORMAT_MARKDOWN, out, error);
}
