#include "cpu/values/cpu_findings.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/embedded.h"
#include "report/base/folder_files.h"
#include "report/base/mem.h"
#include "report/base/user_path.h"
#include "report/rules/rule_eval.h"
#include "report/rules/rule_load.h"

enum { MOST_SOCKETS = 64 };

static const char prefix[] = "cpu__";

struct looking {
    struct cpu_findings *findings;
    const struct cpu_run *run;
    int sockets[MOST_SOCKETS]; /* to look at */
    size_t socket_count;
    int socket;     /* that is looked at */
    bool of_socket; /* the rule has asked for something of that socket */
};

/* The metric of the socket, else that of the program. */
static bool look_up(void *context, const struct expr_name *name, struct expr_value *value)
{
    struct looking *l = context;
    const struct cpu_place places[] = {{l->socket, 0}, {CPU_ANY_SOCKET, 0}};
    struct cpu_cell cell;
    if (strncmp(name->text, prefix, strlen(prefix)) != 0)
        return false;
    const char *id = name->text + strlen(prefix);
    if (strcmp(id, "socket") == 0) {
        value->value = l->socket;
        return l->socket != CPU_ANY_SOCKET;
    }
    if (strcmp(id, "sockets") == 0) {
        value->value = (double)l->run->sockets;
        return l->run->sockets > 0;
    }
    const struct cpu_metric *metric = cpu_catalog_metric(l->run->catalog, id);
    for (size_t i = 0; metric && i < 2; i++)
        if (cpu_value_of(l->run, metric, &places[i], SIZE_MAX, &cell) &&
            cell.absence == CPU_PRESENT) {
            l->of_socket = l->of_socket || places[i].socket != CPU_ANY_SOCKET;
            value->value = cell.value;
            return true;
        }
    return false;
}

static void add(struct cpu_findings *findings, const char *title, const char *text, int socket)
{
    for (size_t i = 0; i < findings->count; i++)
        if (strcmp(findings->list[i].text, text) == 0)
            return; /* it has nothing of a socket, and was said of another one */
    mem_grow(&findings->list, findings->count, &findings->capacity, sizeof *findings->list);
    findings->list[findings->count++] =
        (struct cpu_finding){mem_strdup(title), mem_strdup(text), socket};
}

static void run_rule(struct looking *l, const struct rule *rule)
{
    const struct rule_subject subject = {.metric = look_up, .context = l};
    struct rule_found found = {0};
    struct rule_eval eval;
    struct arena arena = {0};
    l->of_socket = false;
    rule_eval_open(&eval, rule, &subject, NULL);
    if (rule_eval_can(&eval))
        rule_eval_findings(&eval, &arena, &found);
    for (size_t i = 0; i < found.item_count; i++)
        if (found.items[i]->message)
            add(l->findings,
                found.items[i]->message->name ? found.items[i]->message->name : rule->name,
                found.items[i]->message->message, l->of_socket ? l->socket : CPU_ANY_SOCKET);
    rule_eval_close(&eval);
    rule_found_free(&found);
    arena_free(&arena);
}

static void look(struct looking *l, const char *file, const char *text, size_t length)
{
    struct error error;
    struct rule *rule = rule_load(file, text, length, &error);
    if (!rule)
        add(l->findings, "Broken Rule", error.text, CPU_ANY_SOCKET);
    for (size_t i = 0; rule && i < l->socket_count; i++) {
        l->socket = l->sockets[i];
        run_rule(l, rule);
    }
    rule_free(rule);
}

static void look_at_file(void *context, const char *path, const char *text, size_t length,
                         const struct error *problem)
{
    struct looking *l = context;
    if (text)
        look(l, path, text, length);
    else
        add(l->findings, "Broken Rule", problem->text, CPU_ANY_SOCKET);
}

static void add_socket(struct looking *l, int socket)
{
    for (size_t i = 0; i < l->socket_count; i++)
        if (l->sockets[i] == socket)
            return;
    if (l->socket_count < MOST_SOCKETS)
        l->sockets[l->socket_count++] = socket;
}

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void cpu_findings_make(struct cpu_findings *findings, const struct cpu_run *run)
{
    static const char folder[] = "cpu_rules/";
    struct looking l = {.findings = findings, .run = run};
    char *own = user_folder("cpu_rules");
    *findings = (struct cpu_findings){0};
    for (size_t i = 0; i < run->count; i++)
        if (run->counts[i].unit && run->counts[i].socket != CPU_ANY_SOCKET)
            add_socket(&l, run->counts[i].socket);
    if (!l.socket_count)
        add_socket(&l, CPU_ANY_SOCKET);
    qsort(l.sockets, l.socket_count, sizeof *l.sockets, by_number);
    for (size_t i = 0; i < embedded_count; i++)
        if (strncmp(embedded_files[i].name, folder, strlen(folder)) == 0)
            look(&l, embedded_files[i].name, embedded_files[i].data, embedded_files[i].size);
    if (own)
        folder_files(own, ".yaml", look_at_file, &l, NULL);
    free(own);
}

void cpu_findings_free(struct cpu_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->list[i].title);
        free(findings->list[i].text);
    }
    free(findings->list);
    *findings = (struct cpu_findings){0};
}
