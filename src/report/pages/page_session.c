#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/text_table.h"
#include "report/file/report_origin.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_value.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_identity.h"
#include "report/page_parts/page_markdown.h"

enum { WIDEST = 120, MOST_DEVICES = 14 };

/* The page under way. */
struct session_page {
    enum page_format format;
    bool printed;
    const char *report; /* first column of CSV rows; NULL if there is just one report */
};

static const bool left[16] = {false};

static void add_report(struct strbuf *row, const struct session_page *page, const char *text)
{
    if (page->report)
        format_csv_field(row, text, true);
}

/* Prints a table: text below its title, or CSV rows below the title's name. Releases the table. */
static void put(FILE *out, struct session_page *page, const char *title, struct text_table *table)
{
    /* Tables are separated by a blank line; in Markdown each has one behind it. */
    if (table->rows && page->printed && page->format != FORMAT_MARKDOWN)
        fputc('\n', out);
    page->printed = page->printed || table->rows;
    if (table->rows && page->format == FORMAT_MARKDOWN) {
        fprintf(out, "### %s\n\n", title);
        markdown_table(table, out);
    } else if (table->rows && page->format == FORMAT_CSV) {
        struct strbuf row = {0};
        strbuf_addf(&row, "%s\n", title);
        add_report(&row, page, "Report");
        for (size_t i = 0; i < table->columns; i++)
            format_csv_field(&row, table->names[i], i == 0 && !page->report);
        strbuf_addc(&row, '\n');
        for (size_t j = 0; j < table->rows * table->columns; j++) {
            bool first = j % table->columns == 0;
            if (first)
                add_report(&row, page, page->report);
            format_csv_field(&row, table->cells[j], first && !page->report);
            if (j % table->columns == table->columns - 1)
                strbuf_addc(&row, '\n');
        }
        fputs(row.data, out);
        strbuf_free(&row);
    } else if (table->rows) {
        fprintf(out, "%s\n", title);
        text_table_print(table, out);
    }
    text_table_free(table);
}

static void add(struct text_table *table, const char *name, const char *value)
{
    if (value && *value)
        text_table_add(table, (const char *const[]){name, value});
}

static void add_system(struct text_table *table, const Rep__SystemInfo *system, const char *side,
                       bool target)
{
    if (!system)
        return;
    char *name = mem_printf("%s %s", side, "Name");
    add(table, name, system->computername);
    free(name);
    if (target && system->n_ipaddresses) {
        struct strbuf list = {0};
        for (size_t i = 0; i < system->n_ipaddresses; i++)
            strbuf_addf(&list, "%s%s", i ? ", " : "", system->ipaddresses[i]->address);
        add(table, "Target IP Addresses", list.data);
        strbuf_free(&list);
    }
    char *os = mem_printf("%s%s%s", system->osname ? system->osname : "",
                          system->osname && system->build ? " - " : "",
                          system->build ? system->build : "");
    const struct {
        const char *what, *value;
    } rows[] = {
        {"OS", os}, {"Architecture", system->architecture}, {"Processor", system->processor}};
    for (size_t i = 0; i < 3; i++) {
        name = mem_printf("%s %s", side, rows[i].what);
        add(table, name, rows[i].value);
        free(name);
    }
    free(os);
}

/* Adds a comment, which can have several lines: a row each in text, one cell elsewhere. */
static void add_comments(struct text_table *table, const char *text, enum page_format format)
{
    const char *name = "Comments";
    for (size_t length; format == FORMAT_TEXT && text && *text; name = "") {
        length = strcspn(text, "\n");
        char *line = mem_strndup(text, length && text[length - 1] == '\r' ? length - 1 : length);
        text_table_add(table, (const char *const[]){name, line});
        free(line);
        text += length + (text[length] == '\n');
    }
    add(table, name, text);
}

static void print_launch(FILE *out, struct session_page *page,
                         const Rep__ReportSessionDetails *session)
{
    struct text_table table = {.columns = 2,
                               .names = (const char *const[]){"Launch Attribute", "Value"},
                               .right = left,
                               .most = WIDEST,
                               .cuts = true};
    add(&table, "Profiler Command Line", session->profilercmdline);
    if (session->executablesettings)
        add(&table, "Environment", session->executablesettings->environment);
    put(out, page, "Launch Settings", &table);
}

static void print_info(FILE *out, struct session_page *page,
                       const Rep__ReportSessionDetails *session)
{
    struct text_table table = {.columns = 2,
                               .names = (const char *const[]){"Session Attribute", "Value"},
                               .right = left,
                               .most = WIDEST,
                               .cuts = true};
    if (session->has_creationtime) {
        char text[64];
        time_t created = (time_t)session->creationtime;
        struct tm tm;
        if (localtime_r(&created, &tm) && strftime(text, sizeof text, "%Y-%b-%d %H:%M:%S", &tm))
            add(&table, "Created", text);
    }
    add_system(&table, session->hostsysteminfo, "Host", false);
    add_system(&table, session->targetsysteminfo, "Target", true);
    for (size_t i = 0; i < session->n_versioninfo; i++)
        add(&table, session->versioninfo[i]->provider, session->versioninfo[i]->version);
    add_comments(&table, session->comments, page->format);
    put(out, page, "Session Info", &table);
}

/* Returns whether a device was shared through the Multi-Process Service. Then all processes were
 * its clients. */
static bool is_of_mps(const Rep__ReportSessionDetails *session)
{
    static const char name[] = "device__attribute_mps_enabled";
    double value = 0;
    for (size_t i = 0; i < session->n_deviceattributes; i++)
        for (size_t j = 0; j < session->deviceattributes[i]->n_attributes; j++) {
            const Rep__DeviceAttribute *attribute = session->deviceattributes[i]->attributes[j];
            double number;
            if (strcmp(attribute->name, name) == 0 &&
                metric_value_number(attribute->value, &number))
                value += number;
        }
    return value > 0 && report_is_ours(session);
}

static void print_processes(FILE *out, struct session_page *page, const struct report *report,
                            size_t file)
{
    struct text_table table = {.columns = 2,
                               .names = (const char *const[]){"Process Id", "Process Name"},
                               .right = left,
                               .most = WIDEST,
                               .cuts = true};
    for (size_t i = 0; i < report_process_count(report, file); i++) {
        const Rep__ProcessInfo *process = report_process(report, file, i);
        char id[16];
        snprintf(id, sizeof id, "%u", process->processid);
        char *name = mem_printf("%s%s", process->processname ? process->processname : "",
                                is_of_mps(report_session(report, file)) ? " (MPS client)" : "");
        text_table_add(&table, (const char *const[]){id, name});
        free(name);
    }
    put(out, page, "Processes", &table);
}

static const char *const shown_attributes[] = {
    "confidential_computing_mode", "multiprocessor_count",     "display_name",
    "compute_capability_major",    "compute_capability_minor", "total_memory"};

/* Returns the name of an attribute that is shown, or NULL. Stored names have the prefix of
 * metrics. */
static const char *shown_name(const Rep__DeviceAttribute *attribute)
{
    const char *stored = attribute->name;
    if (strncmp(stored, "device__attribute_", 18) == 0)
        stored += 18;
    for (size_t i = 0; i < sizeof shown_attributes / sizeof *shown_attributes; i++)
        if (strcmp(stored, shown_attributes[i]) == 0)
            return shown_attributes[i];
    return NULL;
}

/* Returns the value of an attribute, the last one if it occurs twice. */
static const char *find_attribute(const Rep__DeviceAttributes *device, const char *name,
                                  struct strbuf *text)
{
    strbuf_clear(text);
    for (size_t i = 0; i < device->n_attributes; i++) {
        double number;
        const Rep__DeviceAttribute *attribute = device->attributes[i];
        if (shown_name(attribute) != name)
            continue;
        strbuf_clear(text);
        if (attribute->value->stringvalue)
            strbuf_adds(text, attribute->value->stringvalue);
        else if (metric_value_number(attribute->value, &number))
            strbuf_addf(text, "%.17g", number);
    }
    return text->data;
}

/* Lists the names to show, in the order in which the devices store them. */
static size_t list_attributes(const Rep__ReportSessionDetails *session, size_t devices,
                              const char *list[])
{
    size_t count = 0;
    for (size_t i = 0; i < devices; i++)
        for (size_t j = 0; j < session->deviceattributes[i]->n_attributes; j++) {
            const char *name = shown_name(session->deviceattributes[i]->attributes[j]);
            size_t k = 0;
            while (name && k < count && list[k] != name)
                k++;
            if (name && k == count)
                list[count++] = name;
        }
    return count;
}

static void print_devices(FILE *out, struct session_page *page,
                          const Rep__ReportSessionDetails *session)
{
    size_t devices = session->n_deviceattributes;
    if (!devices)
        return;
    if (devices > MOST_DEVICES)
        devices = MOST_DEVICES;
    char headings[MOST_DEVICES][24];
    const char *names[MOST_DEVICES + 1] = {"Device Attribute"};
    for (size_t i = 0; i < devices; i++) {
        snprintf(headings[i], sizeof headings[i], "Device %u", session->deviceattributes[i]->id);
        names[i + 1] = headings[i];
    }
    struct text_table table = {
        .columns = devices + 1, .names = names, .right = left, .most = WIDEST, .cuts = true};
    struct strbuf texts[MOST_DEVICES] = {0};
    const char *list[sizeof shown_attributes / sizeof *shown_attributes];
    size_t attributes = list_attributes(session, devices, list);
    for (size_t i = 0; i < attributes; i++) {
        const char *row[MOST_DEVICES + 1] = {list[i]};
        for (size_t j = 0; j < devices; j++)
            row[j + 1] = find_attribute(session->deviceattributes[j], row[0], &texts[j]);
        text_table_add(&table, row);
    }
    for (size_t j = 0; j < devices; j++)
        strbuf_free(&texts[j]);
    put(out, page, "Device Attributes", &table);
}

bool page_session(struct report *report, const struct page_options *options, FILE *out,
                  struct error *error)
{
    (void)error; /* a session is read when its report is opened */
    size_t files = report_file_count(report);
    struct session_page page = {.format = options->format};
    for (size_t i = 0; i < files; i++) {
        const struct report_file *file = report_file(report, i);
        page.report = files > 1 ? file->name : NULL;
        if (options->format == FORMAT_TEXT) {
            if (page.printed)
                fputc('\n', out);
            page.printed = false;
            page_report_heading(out, report, i);
        } else if (options->format == FORMAT_MARKDOWN) {
            page_markdown_report(out, report, i);
        }
        print_launch(out, &page, file->session);
        print_info(out, &page, file->session);
        print_processes(out, &page, report, i);
        print_devices(out, &page, file->session);
    }
    return true;
}
