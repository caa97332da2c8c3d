/* How it works: the results are read twice. The first time root causes are added up and the
 * durations compared, the second time the sections of the longest results are drawn, each into a
 * picture of its own. */
#include "tui/details/details_html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "report/metric/number_style.h"
#include "report/page_parts/cause_cells.h"
#include "report/page_parts/page_results.h"
#include "report/rules/opportunities.h"
#include "report/section/section_scope.h"
#include "tui/details/details_section.h"
#include "tui/list/list_value.h"
#include "tui/term/picture.h"
#include "tui/term/svg.h"

enum { COLUMNS = 110, BAR = 60 };

/* The page has the colours of the theme "light", whose background is white. */
static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:68em;padding:0 1em;"
    "color:#1b1b1b;background:#fff}"
    "h1{font-size:1.5em;margin-bottom:.2em;overflow-wrap:anywhere}"
    "h2{font-size:1.15em;margin:2em 0 .3em;overflow-wrap:anywhere}"
    "a{color:#1d5490;text-decoration:none}a:hover{text-decoration:underline}"
    "table{border-collapse:collapse;font-size:14px}"
    "th,td{padding:.2em .6em;text-align:left;border-bottom:1px solid #ddd;vertical-align:top}"
    "td.n,th.n{text-align:right;white-space:nowrap}td.k{overflow-wrap:break-word;min-width:5em}"
    "td small{color:#555;display:block}"
    ".wide{overflow-x:auto}p.note{color:#555}"
    "details{border-bottom:1px solid #ddd;padding:.25em 0;overflow-x:auto}"
    "summary{cursor:pointer}"
    "summary span{color:#555}svg{max-width:100%;min-width:44em;height:auto;display:block}"
    "svg.bar{display:inline-block;max-width:none;min-width:0;height:10px;margin-left:.6em}"
    ".bar rect{fill:#c8d6e8}.bar rect+rect{fill:#2563a8}"
    /* Bars give way first where there is little room. */
    "@media(max-width:60em){svg.bar{display:none}}";

struct html_page {
    struct report *report;
    const struct page_options *options;
    const char *remark; /* NULL: none */
    FILE *out;
    struct theme theme;
    struct opportunities *causes;
    struct seen {
        size_t index;
        double duration; /* NAN: unknown */
        char *limit;     /* what limits the kernel */
    } * seen;
    size_t count, capacity;
    double longest; /* ns */
    bool *drawn;    /* by result of the report */
};

/* --- texts ------------------------------------------------------------------------------------ */

static void put(FILE *out, const char *text)
{
    char *safe = safe_text(text);
    for (const char *c = safe; *c; c++)
        switch (*c) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*c, out);
        }
    free(safe);
}

static void put_cell(FILE *out, bool number, const char *text)
{
    fputs(number ? "<td class=\"n\">" : "<td class=\"k\">", out);
    put(out, text);
    fputs("</td>", out);
}

/* A bar of a part of one. */
static void put_bar(FILE *out, double part)
{
    if (isnan(part))
        return;
    double width = fmax(0, fmin(1, part)) * BAR;
    fprintf(out,
            "<svg class=\"bar\" width=\"%d\" height=\"10\" viewBox=\"0 0 %d 10\" "
            "aria-hidden=\"true\"><rect width=\"%d\" height=\"10\"/>"
            "<rect width=\"%.1f\" height=\"10\"/></svg>",
            BAR, BAR, BAR, width);
}

/* --- the first reading ------------------------------------------------------------------------ */

static void look(void *context, const struct result *result)
{
    struct html_page *page = context;
    const struct rule_choice *rules = page->options->rules;
    const struct result_summary *summary = report_summary(page->report, result->index);
    struct opportunities *own =
        opportunities_of_result(rules ? rules->library : NULL, NULL, result);
    const struct cause *limit = opportunities_limit(own, summary->compute, summary->memory);
    const double duration = summary->duration;
    opportunities_add(page->causes, result, result->rules,
                      result->found ? result->own_rule_count : result->rule_count);
    mem_grow(&page->seen, page->count, &page->capacity, sizeof *page->seen);
    page->seen[page->count++] =
        (struct seen){result->index, duration, mem_strdup(limit ? limit->name : summary->verdict)};
    opportunities_free(own);
    if (duration > page->longest)
        page->longest = duration;
}

static int by_duration(const void *a, const void *b)
{
    const struct seen *x = a, *y = b;
    const double first = isnan(x->duration) ? -1 : x->duration,
                 second = isnan(y->duration) ? -1 : y->duration;
    if (first != second)
        return first > second ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void choose(struct html_page *page)
{
    page->drawn = mem_alloc(report_count(page->report) + 1);
    if (page->count)
        qsort(page->seen, page->count, sizeof *page->seen, by_duration);
    for (size_t i = 0; i < page->count && i < DETAILS_HTML_RESULTS; i++)
        page->drawn[page->seen[i].index] = true;
}

/* --- the tables ------------------------------------------------------------------------------- */

static void put_head(const struct html_page *page)
{
    const char *path = report_path(page->report), *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
          page->out);
    put(page->out, name);
    fprintf(page->out, "</title>\n<style>%s</style>\n</head>\n<body>\n<h1>", style);
    put(page->out, name);
    fputs("</h1>\n", page->out);
}

static void put_totals(const struct html_page *page)
{
    const struct opportunity_totals totals = opportunities_totals(page->causes);
    char *time = format_time(totals.duration, false);
    fprintf(page->out,
            "<p class=\"note\">%zu result%s of %zu kernel%s, %s of kernels. Made by rooftop "
            "%s.</p>\n",
            totals.results, totals.results == 1 ? "" : "s", totals.kernels,
            totals.kernels == 1 ? "" : "s", time, ROOFTOP_VERSION);
    free(time);
}

static void put_causes(const struct html_page *page)
{
    size_t count;
    const struct cause *causes = opportunities_causes(page->causes, &count);
    char *note = cause_note(page->causes, false);
    if (count) {
        fputs("<h2>What costs the time</h2>\n<p class=\"note\">", page->out);
        put(page->out, note);
        fputs("</p>\n<div class=\"wide\"><table>\n<tr>", page->out);
        for (int i = 0; i < CAUSE_COLUMNS; i++)
            fprintf(page->out, "<th%s>%s</th>", cause_is_number[i] ? " class=\"n\"" : "",
                    cause_columns[i]);
        fputs("</tr>\n", page->out);
    }
    for (size_t i = 0; i < count && i < CAUSES_SHOWN; i++) {
        char *cells[CAUSE_COLUMNS];
        cause_cells(page->report, &causes[i], i + 1, false, cells);
        fputs("<tr>", page->out);
        for (int j = 0; j < CAUSE_COLUMNS; j++) {
            put_cell(page->out, cause_is_number[j], cells[j]);
            free(cells[j]);
        }
        fputs("</tr>\n", page->out);
    }
    if (count)
        fputs("</table></div>\n", page->out);
    if (count > CAUSES_SHOWN)
        fprintf(page->out, "<p class=\"note\">%zu more are smaller.</p>\n", count - CAUSES_SHOWN);
    free(note);
}

static void put_share(FILE *out, double percent)
{
    fputs("<td class=\"n\">", out);
    if (isnan(percent))
        fputs("-", out);
    else
        fprintf(out, "%.1f %%", percent);
    put_bar(out, percent / 100);
    fputs("</td>", out);
}

/* Launches of one kernel are told from each other by it. */
static void put_launch(FILE *out, const struct result_summary *s)
{
    struct strbuf text = {0};
    if (!s->grid[0])
        return;
    list_value_launch(&text, s, "\u00d7");
    fputs("<small>", out);
    put(out, text.data);
    fputs("</small>", out);
    strbuf_free(&text);
}

static void put_row(const struct html_page *page, const struct seen *seen)
{
    const struct result_summary *s = report_summary(page->report, seen->index);
    FILE *out = page->out;
    fprintf(out, "<tr><td class=\"n\">%zu</td><td class=\"k\">", s->id);
    if (page->drawn[seen->index])
        fprintf(out, "<a href=\"#r%zu\">", seen->index);
    put(out, s->name);
    fputs(page->drawn[seen->index] ? "</a>" : "", out);
    put_launch(out, s);
    fputs("</td>", out);
    if (report_file_count(page->report) > 1)
        put_cell(out, false, report_file(page->report, s->file)->name);
    fputs("<td class=\"n\">", out);
    if (isnan(seen->duration)) {
        fputs("-", out);
    } else {
        char *time = format_time(seen->duration, false);
        put(out, time);
        put_bar(out, page->longest > 0 ? seen->duration / page->longest : 0);
        free(time);
    }
    fputs("</td>", out);
    put_share(out, s->compute);
    put_share(out, s->memory);
    put_share(out, s->occupancy);
    put_cell(out, false, seen->limit);
    fputs("</tr>\n", out);
}

static void put_results(const struct html_page *page)
{
    fprintf(page->out,
            "<h2>Results</h2>\n<div class=\"wide\"><table>\n<tr><th class=\"n\">#</th>"
            "<th>Kernel</th>%s<th class=\"n\">Duration</th><th class=\"n\">Compute</th>"
            "<th class=\"n\">Memory</th><th class=\"n\">Occupancy</th><th>Limited by</th></tr>\n",
            report_file_count(page->report) > 1 ? "<th>Report</th>" : "");
    for (size_t i = 0; i < page->count; i++)
        put_row(page, &page->seen[i]);
    fputs("</table></div>\n", page->out);
    if (page->count > DETAILS_HTML_RESULTS)
        fprintf(page->out,
                "<p class=\"note\">The %d results that take longest follow with their sections. "
                "Filters choose others.</p>\n",
                DETAILS_HTML_RESULTS);
}

/* --- the sections ----------------------------------------------------------------------------- */

/* Without what belongs to a file of its own, and with a name that no other picture has. */
static void put_picture(const struct html_page *page, const struct picture *picture,
                        const char *title)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *svg = open_memstream(&bytes, &length);
    if (!svg)
        return;
    svg_write(picture, &page->theme, title, "", svg);
    fclose(svg);
    const char *at = strstr(bytes, "<svg ");
    static const char label[] = " aria-labelledby=\"title desc\"";
    static const char *const dropped[] = {" id=\"title\"", " id=\"desc\""};
    const char *labelled = at ? strstr(at, label) : NULL;
    if (labelled) {
        fwrite(at, 1, (size_t)(labelled - at), page->out);
        at = labelled + sizeof label - 1;
    }
    for (size_t i = 0; at && i < sizeof dropped / sizeof *dropped; i++) {
        const char *id = strstr(at, dropped[i]);
        if (!id)
            continue;
        fwrite(at, 1, (size_t)(id - at), page->out);
        at = id + strlen(dropped[i]);
    }
    fputs(at ? at : "", page->out);
    free(bytes);
}

/* Blanks "(e)": a page has no key that would show the rest. */
static void forget_key(struct picture *picture)
{
    static const char *const key[] = {"(", "e", ")"};
    const size_t count = (size_t)picture->rows * (size_t)picture->columns;
    for (size_t i = 0; i + 3 <= count; i++) {
        struct picture_cell *cells = &picture->cells[i];
        if (strcmp(cells[0].text, key[0]) == 0 && strcmp(cells[1].text, key[1]) == 0 &&
            strcmp(cells[2].text, key[2]) == 0)
            for (int j = 0; j < 3; j++)
                cells[j].text[0] = '\0';
    }
}

static void put_section(const struct html_page *page, const struct details_section *section,
                        bool open)
{
    const char *title = section->view->section->displayname;
    const struct glyphs *glyphs = glyphs_at(safe_text_utf8() ? GLYPHS_FULL : GLYPHS_ASCII);
    struct painter p = {.measure = true, .width = COLUMNS, .glyphs = glyphs};
    struct picture *measured = picture_new(1, COLUMNS);
    p.picture = measured;
    details_section_draw(section, &p);
    picture_free(measured);
    fprintf(page->out, "<details%s><summary>", open ? " open" : "");
    put(page->out, title ? title : "");
    fputs(" <span>", page->out);
    put(page->out, section_view_digest(section->view));
    fputs("</span></summary>\n", page->out);
    /* The first line is the title, which the summary has. */
    int rows = p.line - 1;
    if (rows > 0) {
        struct picture *picture = picture_new(rows, COLUMNS);
        p = (struct painter){
            .width = COLUMNS, .y = -1, .last = rows, .glyphs = glyphs, .picture = picture};
        details_section_draw(section, &p);
        forget_key(picture);
        put_picture(page, picture, title ? title : "");
        picture_free(picture);
    }
    fputs("</details>\n", page->out);
}

static void put_facts(const struct html_page *page, const struct result *result)
{
    uint64_t grid[3], block[3];
    double duration;
    fputs("<p class=\"note\">", page->out);
    if (result_dimensions(result, grid, block))
        fprintf(page->out,
                "%" PRIu64 "&times;%" PRIu64 "&times;%" PRIu64 " blocks of %" PRIu64
                "&times;%" PRIu64 "&times;%" PRIu64 " threads. ",
                grid[0], grid[1], grid[2], block[0], block[1], block[2]);
    if (result_number(result, "gpu__time_duration.sum", &duration)) {
        char *time = format_time(duration, false);
        fprintf(page->out, "%s. ", time);
        free(time);
    }
    put(page->out, result->chip);
    fputs("</p>\n", page->out);
}

/* "Global Atomics at work.cu:57 could save 2.36 ms." */
static void put_cause(const struct html_page *page, const struct result *result)
{
    size_t count;
    const struct rule_choice *rules = page->options->rules;
    struct opportunities *own = opportunities_of_result(rules ? rules->library : NULL,
                                                        rules ? rules->source : NULL, result);
    const struct cause *cause = opportunities_causes(own, &count);
    if (count) {
        struct strbuf text = {0};
        char *time = format_time(cause->saving, false);
        strbuf_adds(&text, cause->name);
        if (cause->place && cause->place->file)
            strbuf_adds(&text, " at ");
        cause_add_line(&text, cause);
        strbuf_addf(&text, " could save %s, %.3g %%.", time, cause->speedup);
        if (cause->count > 1) {
            strbuf_adds(&text, " It explains ");
            cause_add_symptoms(&text, cause);
            strbuf_adds(&text, ".");
        }
        fputs("<p>", page->out);
        put(page->out, text.data);
        fputs("</p>\n", page->out);
        strbuf_free(&text);
        free(time);
    }
    opportunities_free(own);
}

static void put_remark(const struct html_page *page)
{
    const char *rest = page->remark ? page->remark : "";
    while (*rest) {
        const size_t length = strcspn(rest, "\n");
        char *line = mem_printf("%.*s", (int)length, rest);
        fputs("<p>", page->out);
        put(page->out, line);
        fputs("</p>\n", page->out);
        free(line);
        rest += length + (rest[length] == '\n');
    }
}

static void draw(void *context, const struct result *result)
{
    struct html_page *page = context;
    size_t count;
    if (!page->drawn[result->index])
        return;
    fprintf(page->out, "<h2 id=\"r%zu\">%zu ", result->index, result->id);
    put(page->out, result->name);
    fputs("</h2>\n", page->out);
    put_facts(page, result);
    put_cause(page, result);
    put_remark(page);
    const Rep__ProfilerSection **sections =
        section_choice_of(page->options->sections, result, &count);
    const struct section_scope scope = section_scope_of(result);
    for (size_t i = 0, shown = 0; i < count; i++) {
        if (!section_applies(sections[i], &scope))
            continue;
        struct details_section section = {
            .view = section_view_new(result, sections[i], (struct view_style){.usual_units = true}),
            .result = result,
            .open = true};
        put_section(page, &section, shown++ == 0);
        section_view_free(section.view);
    }
    free(sections);
}

/* A report may have none, or none that passes the filter. */
static void put_nothing(const struct html_page *page)
{
    fprintf(page->out, "<p class=\"note\">%s Made by rooftop %s.</p>\n",
            report_count(page->report) ? "No result passes the filter."
                                       : "The report has no results.",
            ROOFTOP_VERSION);
}

bool details_html_write(struct report *report, const struct page_options *options,
                        const char *remark, FILE *out, struct error *error)
{
    struct html_page page = {.report = report, .options = options, .remark = remark, .out = out};
    const struct rule_choice *rules = options->rules;
    if (!theme_load(&page.theme, "light", error))
        return false;
    /* Its sections are those of the screen, and its reader's locale is not known. */
    const enum number_style before = number_style_use(NUMBERS_OF_SCREEN);
    page.causes = opportunities_new(rules ? rules->library : NULL);
    if (rules && rules->source)
        opportunities_find_places(page.causes, rules->source);
    if (report_file_count(report) > 1)
        opportunities_by_report(page.causes);
    bool good = page_each(report, options, look, &page, error);
    choose(&page);
    put_head(&page);
    if (page.count) {
        put_totals(&page);
        put_causes(&page);
        put_results(&page);
        good = page_each(report, options, draw, &page, error) && good;
    } else {
        put_nothing(&page);
    }
    fputs("</body>\n</html>\n", out);
    number_style_use(before);
    opportunities_free(page.causes);
    for (size_t i = 0; i < page.count; i++)
        free(page.seen[i].limit);
    free(page.seen);
    free(page.drawn);
    return good;
}
