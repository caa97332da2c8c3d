#include "tui/details/details_print.h"

#include "cli/options/options.h"
#include "report/diff_pages/page_diff.h"
#include "tui/details/definitions.h"
#include "tui/details/details_html.h"
#include "tui/details/details_points.h"
#include "tui/list/baselines.h"

enum { EXPORT_COLUMNS = 100 };

bool details_print_options(struct view_host *host, struct page_options *options, FILE *out,
                           struct error *error)
{
    struct details_view *details = host->details;
    options->sections = &host->definitions->choice;
    options->rules = host->options->apply_rules ? &host->definitions->rule_choice : NULL;
    options->details = DETAILS_ALL;
    options->rule_details = true;
    options->source = host->options->page.source;
    options->source.notes = NULL;
    options->naming = details->metric_names ? METRIC_NAME : METRIC_LABEL;
    if (options->page == PAGE_DETAILS && details->result) {
        details_points_read_all(details, host);
        options->behind = details_points_behind;
        options->behind_context = details;
    }
    if (host->options->apply_rules && !host->load_rules(host, error))
        return false;
    /* Pages drop what they decode, also where somebody else holds it. */
    host->drop_results(host);
    bool good = page_print(host->report, options, out, error);
    host->show_again(host);
    return good;
}

bool details_print_html(struct view_host *host, const struct launch_filter *filter,
                        const char *remark, FILE *out, struct error *error)
{
    struct page_options options = {.page = PAGE_DETAILS, .filter = filter};
    options.sections = &host->definitions->choice;
    options.rules = host->options->apply_rules ? &host->definitions->rule_choice : NULL;
    if (host->options->apply_rules && !host->load_rules(host, error))
        return false;
    host->drop_results(host);
    bool good = details_html_write(host->report, &options, remark, out, error);
    host->show_again(host);
    return good;
}

bool details_print_page(struct view_host *host, enum page page, const struct launch_filter *filter,
                        enum page_format format, FILE *out, struct error *error)
{
    struct page_options options = {.page = page, .format = format, .filter = filter};
    return details_print_options(host, &options, out, error);
}

bool details_print_compared(struct view_host *host, enum page page, enum page_format format,
                            FILE *out, struct error *error)
{
    const struct details_view *details = host->details;
    if (!details->result)
        return error_set(error, "no result is open");
    const size_t index = details->result->index;
    const struct launch_filter one = {.skip_before = index, .count = 1};
    struct page_options options = {.page = page, .format = format, .filter = &one};
    struct strbuf name = {0};
    struct page_baseline baseline;
    if (details->baseline && !details->changes_off) {
        struct baseline_partner partner = baselines_partner(host->baselines, index);
        baselines_name(&partner, &name);
        baseline = (struct page_baseline){partner.baseline->report, partner.index, name.data};
        options.baseline = &baseline;
    }
    bool good = details_print_options(host, &options, out, error);
    strbuf_free(&name);
    return good;
}

bool details_print_changes(struct view_host *host, enum page_format format, FILE *out,
                           struct error *error)
{
    struct diff_outcome outcome;
    struct details_view *details = host->details;
    const size_t index = details->result->index;
    const struct baseline_partner partner = baselines_partner(host->baselines, index);
    const size_t only[DIFF_SIDES] = {partner.index, index};
    const struct diff_options wanted = {
        .only = only,
        .scope = DIFF_BODIES,
        .sections = &host->definitions->choice,
        .rules = host->options->apply_rules ? host->definitions->rules : NULL,
        .behind = details_points_behind,
        .behind_context = details,
        .base_units = format == FORMAT_CSV || format == FORMAT_JSON,
    };
    const struct page_diff_options page = {.format = format,
                                           .naming =
                                               details->metric_names ? METRIC_NAME : METRIC_LABEL,
                                           .columns = EXPORT_COLUMNS};
    details_points_read_all(details, host);
    /* What is compared is dropped, also where somebody else holds it. */
    host->drop_results(host);
    struct report_diff *diff =
        report_diff_new(partner.baseline->report, host->report, &wanted, error);
    bool good = diff && page_diff_print(diff, &page, out, &outcome, error);
    if (diff)
        report_diff_free(diff);
    host->show_again(host);
    return good;
}
