/* rules FOLDER SLIPS REPORT...: runs the rules that are built in on each result of the reports and
 * compares what they find with what ncu found: that which is stored in the report, and
 * for all_full.ncu-rep also the values expected in FOLDER/rules-expected*.tsv.
 *
 * Prints each difference as a line "file, result, kernel, rule, what, ours, theirs", separated by
 * tabs. SLIPS names what ncu does on purpose or by mistake and we do not: rule, title of
 * the finding (empty: all), what it does, what we do, and what of the finding this changes, of
 * "finding", "speedup", "focus", "marker", "table", "chart", separated by commas. Differences that
 * are explained so end in "slip" and are counted apart. Rules that only one side ran are counted,
 * not compared: ncu runs those of the sections it was asked for. Status 1 if anything
 * differs without being explained. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/rules/rule_run.h"
#include "rule_facts.h"

static const char *const kinds[] = {"rule",   "finding", "speedup", "focus",
                                    "marker", "table",   "chart"};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST_RAN = 64 };

struct slip {
    char *rule, *title, *changes;
    size_t used;
};

struct ran {
    const char *rule;
    size_t ours, theirs;
};

struct tally {
    struct slip *slips;
    size_t slip_count, slip_capacity;
    size_t differ[KINDS], slipped[KINDS], compared[KINDS], exact[KINDS];
    size_t findings, wrong_findings, results, outside;
    struct ran ran[MOST_RAN];
    size_t ran_count;
    bool broken;
};

struct context {
    struct tally *tally;
    const char *file;
    const struct result *result;
    const struct facts *ours, *theirs;
    char *wrong; /* the finding that was counted last */
};

static size_t kind_index(const char *kind)
{
    size_t i = 0;
    while (strcmp(kinds[i], kind) != 0)
        i++;
    return i;
}

static bool lists(const char *list, const char *name)
{
    static const char between[] = ", ";
    size_t length;
    for (list += strspn(list, between); (length = strcspn(list, between));
         list += length, list += strspn(list, between))
        if (strlen(name) == length && memcmp(list, name, length) == 0)
            return true;
    return false;
}

static bool is_slip(struct tally *tally, const struct fact *fact)
{
    const char *number = strrchr(fact->finding, '#');
    size_t length = number ? (size_t)(number - fact->finding) : 0;
    for (size_t i = 0; i < tally->slip_count; i++) {
        struct slip *slip = &tally->slips[i];
        bool is_title =
            !*slip->title || !*fact->finding ||
            (strlen(slip->title) == length && memcmp(slip->title, fact->finding, length) == 0);
        if (is_title && strcmp(slip->rule, fact->rule) == 0 && lists(slip->changes, fact->kind)) {
            slip->used++;
            return true;
        }
    }
    return false;
}

static void print_side(const struct fact *fact)
{
    if (!fact)
        printf("\tabsent");
    else if (isnan(fact->number))
        printf("\t%s", *fact->text ? fact->text : "present");
    else
        printf("\t%s%s%.17g", fact->text, *fact->text ? " " : "", fact->number);
}

/* what: NULL: that of the fact. */
static void differ(struct context *context, const char *what, const struct fact *ours,
                   const struct fact *theirs)
{
    struct tally *tally = context->tally;
    const struct fact *fact = theirs ? theirs : ours;
    size_t kind = kind_index(fact->kind);
    bool slip = is_slip(tally, fact);
    printf("%s\t%zu\t%s\t%s\t%s%s%s", context->file, context->result->id, context->result->function,
           fact->rule, fact->finding, *fact->finding ? ": " : "", what ? what : fact->what);
    print_side(ours);
    print_side(theirs);
    printf("%s\n", slip ? "\tslip" : "");
    if (slip) {
        tally->slipped[kind]++;
        return;
    }
    tally->differ[kind]++;
    char *finding = mem_printf("%s %s", fact->rule, fact->finding);
    if (*fact->finding && (!context->wrong || strcmp(context->wrong, finding) != 0))
        tally->wrong_findings++;
    free(context->wrong);
    context->wrong = finding;
}

static bool near(double a, double b, double tolerance)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

static void compare_pair(struct context *context, const struct fact *ours,
                         const struct fact *theirs)
{
    struct tally *tally = context->tally;
    size_t kind = kind_index(theirs->kind);
    double tolerance = strcmp(theirs->kind, "speedup") == 0 ? 0.01 : 1e-6;
    tally->compared[kind]++;
    tally->exact[kind] += near(ours->number, theirs->number, 1e-9);
    if (strcmp(ours->text, theirs->text) != 0 || !near(ours->number, theirs->number, tolerance))
        differ(context, NULL, ours, theirs);
}

static bool is_finding(const struct fact *fact)
{
    return strcmp(fact->what, "finding") == 0;
}

/* Whether the other side lacks the finding of this fact, or all findings of its rule: that is said
 * once. */
static bool lacks_whole(const struct facts *other, const struct fact *fact)
{
    struct fact whole = *fact;
    if (!*fact->finding)
        return strcmp(fact->kind, "rule") == 0 && facts_find(other, fact) == other->count;
    whole.what = "finding";
    return !is_finding(fact) && facts_find(other, &whole) == other->count;
}

/* What belongs together stands in the same order on both sides. */
static bool in_order(const struct context *context, size_t theirs, size_t ours)
{
    const struct fact *fact = &context->theirs->list[theirs];
    if (!is_finding(fact) && strcmp(fact->kind, "focus") != 0)
        return true;
    while (theirs--) {
        const struct fact *before = &context->theirs->list[theirs];
        if (before->kind != fact->kind || is_finding(before) != is_finding(fact) ||
            strcmp(before->rule, fact->rule) != 0 ||
            (!is_finding(fact) && strcmp(before->finding, fact->finding) != 0))
            continue;
        size_t at = facts_find(context->ours, before);
        if (at < context->ours->count)
            return at < ours;
    }
    return true;
}

static void compare(struct context *context)
{
    const struct facts *ours = context->ours, *theirs = context->theirs;
    for (size_t i = 0; i < theirs->count; i++) {
        const struct fact *fact = &theirs->list[i];
        size_t at = facts_find(ours, fact);
        context->tally->findings += is_finding(fact);
        if (lacks_whole(ours, fact))
            continue;
        if (at == ours->count) {
            differ(context, NULL, NULL, fact);
            continue;
        }
        compare_pair(context, &ours->list[at], fact);
        if (!in_order(context, i, at))
            differ(context, "order", &ours->list[at], fact);
    }
    for (size_t i = 0; i < ours->count; i++) {
        const struct fact *fact = &ours->list[i];
        if (facts_find(theirs, fact) == theirs->count && !lacks_whole(theirs, fact))
            differ(context, NULL, fact, NULL);
    }
}

static const Rep__RuleResult *stored_rule(const struct result *result, const char *identifier)
{
    for (size_t i = 0; i < result->rule_count; i++)
        if (strcmp(result->rules[i]->identifier, identifier) == 0)
            return result->rules[i];
    return NULL;
}

static struct ran *ran(struct tally *tally, const char *rule)
{
    size_t i = 0;
    while (i < tally->ran_count && strcmp(tally->ran[i].rule, rule) != 0)
        i++;
    if (i == tally->ran_count && i < MOST_RAN - 1)
        tally->ran[tally->ran_count++].rule = mem_strdup(rule);
    return &tally->ran[i];
}

static void count_ran(struct tally *tally, const struct result *result,
                      const struct rule_findings *found)
{
    for (size_t i = 0; i < result->rule_count; i++)
        ran(tally, result->rules[i]->identifier)->theirs++;
    for (size_t i = 0; i < found->count; i++)
        ran(tally, found->results[i]->identifier)->ours++;
}

/* The facts of ours, of those rules that ncu ran, too. */
static void take_ours(struct context *context, struct facts *facts, const struct fact_form *form,
                      const struct rule_findings *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (stored_rule(context->result, found->results[i]->identifier))
            facts_add(facts, form, found->results[i]);
        else if (!form->brief && found->results[i]->body)
            context->tally->outside += found->results[i]->body->n_items;
}

static void compare_stored(struct context *context, const struct rule_findings *found)
{
    const struct fact_form form = {0};
    struct facts ours = {0}, theirs = {0};
    take_ours(context, &ours, &form, found);
    for (size_t i = 0; i < context->result->rule_count; i++)
        facts_add(&theirs, &form, context->result->rules[i]);
    context->ours = &ours;
    context->theirs = &theirs;
    compare(context);
    facts_free(&ours);
    facts_free(&theirs);
}

static void compare_expected(struct context *context, const struct rule_findings *found,
                             const char *folder)
{
    const Rep__ProfileMetricResult *pcs =
        result_metric_instances(context->result, "launch__function_pcs");
    struct fact_form form = {.brief = true};
    struct facts ours = {0}, theirs = {0};
    if (pcs && pcs->n_metricvaluelist)
        form.base = pcs->metricvaluelist[0]->elementvalue->uint64value;
    take_ours(context, &ours, &form, found);
    context->file = "rules-expected.tsv";
    context->ours = &ours;
    context->theirs = &theirs;
    context->tally->broken |= !facts_expected(&theirs, folder, context->result->id);
    compare(context);
    facts_free(&ours);
    facts_free(&theirs);
}

static void compare_report(struct tally *tally, const struct rule_library *library,
                           struct report *report, const char *folder)
{
    const char *slash = strrchr(report_path(report), '/');
    const char *file = slash ? slash + 1 : report_path(report);
    struct rule_source *source = rule_source_new(report);
    for (size_t i = 0; i < report_count(report); i++) {
        struct error error;
        struct rule_findings found = {0};
        struct result *result = report_result(report, i, &error);
        if (!result) {
            printf("%s: %s\n", file, error.text);
            tally->broken = true;
            continue;
        }
        if (result->rule_count) {
            struct context context = {.tally = tally, .file = file, .result = result};
            tally->results++;
            rule_run(library, result, source, &found);
            count_ran(tally, result, &found);
            compare_stored(&context, &found);
            if (strcmp(file, "all_full.ncu-rep") == 0)
                compare_expected(&context, &found, folder);
            free(context.wrong);
            rule_findings_free(&found);
        }
        report_drop(report, i);
    }
    rule_source_free(source);
}

static void read_slips(struct tally *tally, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t room = 0, rows = 0;
    while (file && getline(&line, &room, file) > 0) {
        char *rest = line, *fields[5];
        size_t n = 0;
        line[strcspn(line, "\r\n")] = '\0';
        while (n < 5 && (fields[n] = strsep(&rest, "\t")))
            n++;
        if (!rows++ || *line == '#')
            continue;
        if (n < 5) {
            printf("%s: row %zu has %zu columns\n", path, rows, n);
            tally->broken = true;
            continue;
        }
        mem_grow(&tally->slips, tally->slip_count, &tally->slip_capacity, sizeof *tally->slips);
        tally->slips[tally->slip_count++] =
            (struct slip){mem_strdup(fields[0]), mem_strdup(fields[1]), mem_strdup(fields[4]), 0};
    }
    if (!file) {
        printf("%s cannot be read\n", path);
        tally->broken = true;
    } else
        fclose(file);
    free(line);
}

static size_t print_tally(const struct tally *tally)
{
    size_t wrong = 0, slipped = 0;
    for (size_t i = 0; i < tally->ran_count; i++)
        if (tally->ran[i].ours != tally->ran[i].theirs)
            printf("ran: %s in %zu results, ncu in %zu\n", tally->ran[i].rule, tally->ran[i].ours,
                   tally->ran[i].theirs);
    for (size_t i = 0; i < tally->slip_count; i++)
        printf("slip: %s \"%s\" (%s) explains %zu\n", tally->slips[i].rule, tally->slips[i].title,
               tally->slips[i].changes, tally->slips[i].used);
    for (size_t i = 0; i < KINDS; i++) {
        printf("%s: %zu compared, %zu equal to 1e-9, %zu differ, %zu are slips\n", kinds[i],
               tally->compared[i], tally->exact[i], tally->differ[i], tally->slipped[i]);
        wrong += tally->differ[i];
        slipped += tally->slipped[i];
    }
    printf("%zu results, %zu findings of rules that only we ran, %zu differences, %zu slips\n",
           tally->results, tally->outside, wrong, slipped);
    printf("%zu findings compared, %zu differ\n", tally->findings, tally->wrong_findings);
    return wrong;
}

static void free_tally(struct tally *tally)
{
    for (size_t i = 0; i < tally->ran_count; i++)
        free((char *)tally->ran[i].rule);
    for (size_t i = 0; i < tally->slip_count; i++) {
        free(tally->slips[i].rule);
        free(tally->slips[i].title);
        free(tally->slips[i].changes);
    }
    free(tally->slips);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    struct rule_library library;
    if (argc < 4) {
        fputs("usage: rules FOLDER SLIPS REPORT...\n", stderr);
        return 2;
    }
    read_slips(&tally, argv[2]);
    rule_library_init(&library);
    for (int i = 3; i < argc; i++) {
        struct error error;
        struct report *report = report_open(argv[i], &error);
        if (!report) {
            printf("%s\n", error.text);
            tally.broken = true;
            continue;
        }
        compare_report(&tally, &library, report, argv[1]);
        report_close(report);
    }
    rule_library_free(&library);
    size_t wrong = print_tally(&tally);
    bool failed = wrong || tally.broken || !tally.findings;
    free_tally(&tally);
    return failed;
}
