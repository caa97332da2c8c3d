/* replay FOLDER...: what ROOFTOP_RECORD wrote, scheduled and evaluated again by the code that did
 * it then, with the CUPTI that cupti_library_open() finds and without a GPU.
 *
 *   schedule    each group's metrics give as many passes and as large a config image as before
 *   sections    all that the request asks for now is accepted by the chip
 *   values      every value of every launch is the one recorded, to the last bit
 *   threads     several threads at once give the same values as one, to the last bit
 *   alone       each launch has the same values, to the last bit, where its range is put into
 *               counter data of its own (counter_merge.h)
 *   side by side  threads put ranges into counter data of their own as one does
 *   lacking     the queries of the device leave out the units of CHIP.lacking, if there is one, and
 *               no others of the chip's
 *   reference   values of reference.tsv (launch, metric, value), if there is one, are ours
 *   damage      cut and strange counter images give an error or no value, never a wrong one
 *
 * GENERATE=1 writes the values anew instead: after a change of formulas, with the reason known. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "checks.h"
#include "collect/cupti/counter_merge.h"
#include "collect/os/in_parallel.h"
#include "collect/plan/query.h"
#include "collect/plan/schedule_names.h"
#include "collect/result/evaluators.h"
#include "collect/result/recorder.h"
#include "collect/result/result_builder.h"
#include "no_deepbind.h"
#include "recording.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"

struct replay {
    struct checks *checks;
    struct cupti_library *cupti;
    struct section_library sections;
    const char *folder;
    struct strbuf launches; /* the values of all launches, each after a line "launch N" */
    size_t launch_count;
    size_t windows; /* of the folder that were evaluated */
};

/* A chip of the recording, opened and planned again. */
struct replayed_chip {
    struct recorded_chip recorded;
    struct cupti_chip *chip;
    struct plan plan;
    struct chip_plan now, then; /* of the request as it is today; with the recorded groups */
};

static void note(struct replay *r, const char *subject, const char *what, bool good,
                 const struct error *error)
{
    char *name = mem_printf("%s%s%s: %s", r->folder, *subject ? "/" : "", subject, what);
    checks_note(r->checks, good, name, "%s", error->text);
    free(name);
}

static bool same_schedule(struct cupti_chip *chip, const struct plan_group *group,
                          struct error *error)
{
    uint8_t *image;
    size_t size;
    unsigned passes;
    size_t count;
    const char **names = schedule_names(group->metrics, group->count, &count);
    bool good = cupti_chip_config(chip, names, count, &image, &size, &passes, error);
    free(names);
    if (!good)
        return false;
    free(image);
    if (passes == group->passes && size == group->image_size)
        return true;
    return error_set(error, "%u passes and a config image of %zu bytes, recorded are %u and %zu",
                     passes, size, group->passes, group->image_size);
}

static void close_chip(struct replayed_chip *c)
{
    free(c->then.groups);
    chip_plan_free(&c->now);
    plan_free(&c->plan);
    cupti_chip_close(c->chip);
    recorded_chip_free(&c->recorded);
}

static bool open_chip(struct replay *r, struct replayed_chip *c, const char *name,
                      struct error *error)
{
    *c = (struct replayed_chip){0};
    if (!recorded_chip_read(&c->recorded, r->folder, name, error))
        return false;
    const Wire__Device *device = c->recorded.device;
    struct section_scope scope = result_scope(device, c->recorded.driver);
    c->chip = cupti_chip_open(r->cupti, device->chip, device->availability.data,
                              device->availability.len, error);
    if (!c->chip || !plan_make(&c->plan, &r->sections, &c->recorded.request, error) ||
        !chip_plan_make(&c->now, &c->plan, c->chip, &scope, error))
        return false;
    plan_show_requested(&c->plan, &c->now);
    c->then = c->now;
    c->then.group_count = c->recorded.group_count;
    c->then.groups = mem_alloc(c->then.group_count * sizeof *c->then.groups);
    memcpy(c->then.groups, c->recorded.groups, c->then.group_count * sizeof *c->then.groups);
    return true;
}

static void check_schedule(struct replay *r, const struct replayed_chip *c, const char *name)
{
    struct error error = {""};
    bool good = true;
    for (size_t i = 0; i < c->recorded.group_count && good; i++)
        good = same_schedule(c->chip, &c->recorded.groups[i], &error);
    note(r, name, "schedule", good, &error);
    if (c->now.refused_count)
        error_set(&error, "the chip refuses %s", c->now.refused[0]);
    note(r, name, "sections", !c->now.refused_count, &error);
}

/* The line of that name, without its end; NULL: there is none. */
static char *find_value(const char *values, const char *name)
{
    char *start = mem_printf("\n%s ", name);
    const char *at = strstr(values, start);
    char *line = at ? mem_strndup(at + 1, strcspn(at + 1, "\n")) : NULL;
    free(start);
    return line;
}

/* Every recorded line is among the values. Both begin with an empty line. */
static bool same_values(const char *recorded, const char *values, struct error *error)
{
    for (const char *at = recorded + 1; *at;) {
        size_t length = strcspn(at, "\n");
        char *line = mem_strndup(at, length), *whole = mem_printf("\n%s\n", line);
        if (!strstr(values, whole)) {
            char *name = mem_strndup(line, strcspn(line, " ")), *ours = find_value(values, name);
            error_set(error, "\"%s\" instead of \"%s\"", ours ? ours : "nothing", line);
            free(name);
            free(ours);
        }
        bool good = strstr(values, whole) != NULL;
        free(line);
        free(whole);
        if (!good)
            return false;
        at += length + (at[length] == '\n');
    }
    return true;
}

static bool evaluate(struct replay *r, const struct replayed_chip *c, const Wire__Window *window,
                     size_t index, struct strbuf *values, struct error *error)
{
    if (index >= window->n_results || !window->results[index]->facts)
        return error_set(error, "the window has no launch %zu", index);
    const struct counter_source source = {&c->then, window, window->results[index]};
    double *counters = mem_alloc(counter_values_count(&c->then) * sizeof *counters);
    if (!counter_values(&source, c->chip, counters, error)) {
        free(counters);
        return false;
    }
    struct report *report = report_new("");
    struct packed_sections sections = {0};
    struct result_input input = {.report = report,
                                 .plan = &c->plan,
                                 .sections = &sections,
                                 .chip_plan = &c->then,
                                 .values = counters,
                                 .device = c->recorded.device,
                                 .result = window->results[index],
                                 .window = window,
                                 .driver = c->recorded.driver};
    size_t length;
    uint8_t *packed = result_build(&input, &length);
    strbuf_adds(values, "\n");
    recorder_values(values, report, packed, length);
    strbuf_addf(&r->launches, "\nlaunch %zu%s", r->launch_count++, values->data);
    free(packed);
    free(counters);
    packed_sections_forget(&sections);
    report_close(report);
    return true;
}

/* text: "chip NAME", then for each launch "launch INDEX" and its values. */
static bool check_values(struct replay *r, const struct replayed_chip *c,
                         const Wire__Window *window, const char *text, struct strbuf *anew,
                         struct error *error)
{
    static const char head[] = "\nlaunch ";
    const char *at = strstr(text, head);
    if (!at)
        return error_set(error, "the values of no launch are recorded");
    strbuf_add(anew, text, (size_t)(at - text));
    while (at) {
        size_t index = strtoul(at + strlen(head), NULL, 10);
        const char *from = strchrnul(at + 1, '\n'), *to = strstr(from, head);
        char *recorded = mem_strndup(from, to ? (size_t)(to - from) + 1 : strlen(from));
        struct strbuf values = {0};
        bool good = evaluate(r, c, window, index, &values, error);
        if (good && !getenv("GENERATE"))
            good = same_values(recorded, values.data, error);
        strbuf_addf(anew, "\nlaunch %zu", index);
        if (good)
            strbuf_add(anew, values.data, values.length - 1);
        strbuf_free(&values);
        free(recorded);
        if (!good)
            return error_prefix(error, "launch %zu", index);
        at = to;
    }
    strbuf_adds(anew, "\n");
    return true;
}

/* Many at once: the launches over and over, in two evaluations that overlap. */
enum { THREADS = 4, AT_ONCE = 64 };

static bool same_counters(struct evaluation *evaluation, const struct replayed_chip *c,
                          const Wire__Window *window, struct error *error)
{
    const size_t count = counter_values_count(&c->then), size = count * sizeof(double);
    double *alone = mem_alloc(size);
    bool good = true;
    for (size_t i = 0; i < AT_ONCE && good; i++) {
        const Wire__Result *result = window->results[i % window->n_results];
        const struct counter_source source = {&c->then, window, result};
        const double *values = evaluation_values(evaluation, i, error);
        good = values && counter_values(&source, c->chip, alone, error) &&
               (memcmp(values, alone, size) == 0 ||
                error_set(error, "launch %zu has other values by a thread", i));
    }
    free(alone);
    return good;
}

static bool check_threads(const struct replayed_chip *c, const Wire__Window *window,
                          struct error *error)
{
    struct evaluators_launch launches[AT_ONCE] = {0};
    struct evaluators *evaluators = evaluators_new(THREADS);
    for (size_t i = 0; i < AT_ONCE; i++)
        launches[i] = (struct evaluators_launch){
            {&c->then, window, window->results[i % window->n_results]}, c->chip};
    struct evaluation *first = evaluation_begin(evaluators, launches, AT_ONCE);
    struct evaluation *second = evaluation_begin(evaluators, launches, AT_ONCE);
    const bool good =
        same_counters(first, c, window, error) && same_counters(second, c, window, error);
    evaluation_free(first);
    evaluation_free(second);
    evaluators_free(evaluators);
    return good;
}

/* The range of a launch in all groups of the window by itself; lone gets groups that are to be
 * freed. */
static bool put_alone(struct counter_merge *merge, const Wire__Window *window, size_t range,
                      Wire__Window *lone, Wire__GroupData *groups, struct error *error)
{
    bool good = true;
    for (size_t i = 0; i < window->n_groups; i++) {
        const ProtobufCBinaryData *from = &window->groups[i]->image;
        groups[i] = *window->groups[i];
        groups[i].image = (ProtobufCBinaryData){0};
        groups[i].ranges = 1;
        lone->groups[i] = &groups[i];
        good = good && (!groups[i].has_image ||
                        counter_merge_add(merge, &groups[i].image.data, &groups[i].image.len,
                                          from->data, from->len, range, error));
    }
    return good;
}

static bool same_alone(struct counter_merge *merge, const struct replayed_chip *c,
                       const Wire__Window *window, const Wire__Result *result, struct error *error)
{
    const size_t size = counter_values_count(&c->then) * sizeof(double);
    double *together = mem_alloc(size), *alone = mem_alloc(size);
    Wire__GroupData *groups = mem_alloc((window->n_groups + 1) * sizeof *groups);
    Wire__Window lone = *window;
    Wire__Result first = *result;
    lone.groups = mem_alloc((window->n_groups + 1) * sizeof *lone.groups);
    first.range = 0;
    const struct counter_source from = {&c->then, window, result}, to = {&c->then, &lone, &first};
    const bool good = put_alone(merge, window, result->range, &lone, groups, error) &&
                      counter_values(&from, c->chip, together, error) &&
                      counter_values(&to, c->chip, alone, error) &&
                      (memcmp(together, alone, size) == 0 ||
                       error_set(error, "launch %llu has other values alone",
                                 (unsigned long long)result->launch));
    for (size_t i = 0; i < window->n_groups; i++)
        free(groups[i].image.data);
    free(lone.groups);
    free(groups);
    free(together);
    free(alone);
    return good;
}

static bool check_alone(const struct replay *r, const struct replayed_chip *c,
                        const Wire__Window *window, struct error *error)
{
    struct counter_merge *merge = counter_merge_open(cupti_library_path(r->cupti), error);
    bool good = merge != NULL;
    for (size_t i = 0; i < window->n_results && good; i++)
        good = same_alone(merge, c, window, window->results[i], error);
    uint8_t *none = NULL;
    size_t size = 0;
    if (good && counter_merge_add(merge, &none, &size, window->groups[0]->image.data,
                                  window->groups[0]->image.len, 1 << 20, error))
        good = error_set(error, "a range that is not there was found");
    free(none);
    counter_merge_close(merge);
    return good;
}

/* Sums that threads make at a time, each of the range of a launch. */
struct sums {
    struct counter_merge *merge;
    const Wire__Window *window;
    const uint8_t *blank;
    size_t size;
    uint8_t *of[AT_ONCE];
    bool good[AT_ONCE];
};

static void make_sum(void *context, size_t index)
{
    struct sums *sums = context;
    const Wire__Window *window = sums->window;
    const ProtobufCBinaryData *from = &window->groups[0]->image;
    struct error error;
    sums->of[index] = memcpy(mem_alloc(sums->size), sums->blank, sums->size);
    sums->good[index] =
        counter_merge_add(sums->merge, &sums->of[index], &sums->size, from->data, from->len,
                          window->results[index % window->n_results]->range, &error);
}

static bool check_side_by_side(const struct replay *r, const Wire__Window *window,
                               struct error *error)
{
    const ProtobufCBinaryData *from = &window->groups[0]->image;
    struct sums sums = {.merge = counter_merge_open(cupti_library_path(r->cupti), error),
                        .window = window};
    bool good = sums.merge != NULL;
    if (good)
        sums.blank = counter_merge_blank(sums.merge, from->data, from->len, &sums.size, error);
    good = sums.blank != NULL;
    if (good)
        in_parallel(THREADS, AT_ONCE, make_sum, &sums);
    for (size_t i = 0; i < AT_ONCE && good; i++) {
        uint8_t *alone = NULL;
        size_t size = 0;
        good = sums.good[i] &&
               counter_merge_add(sums.merge, &alone, &size, from->data, from->len,
                                 window->results[i % window->n_results]->range, error) &&
               size == sums.size && memcmp(alone, sums.of[i], size) == 0;
        free(alone);
        if (!good)
            error_set(error, "launch %zu is another by a thread", i);
    }
    for (size_t i = 0; i < AT_ONCE; i++)
        free(sums.of[i]);
    counter_merge_close(sums.merge);
    return good;
}

static bool write_text(const char *path, const struct strbuf *text, struct error *error)
{
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(text->data, 1, text->length, file) == text->length;
    if (file && fclose(file) != 0)
        good = false;
    return good || error_set(error, "%s cannot be written", path);
}

/* A window of this chip; *window gets it. false: it is another chip's. */
static bool check_window(struct replay *r, const struct replayed_chip *c, const char *name,
                         Wire__Window **window)
{
    struct error error = {""};
    struct strbuf anew = {0};
    char *values = mem_printf("%s/%s.values", r->folder, name);
    char *image = mem_printf("%s/%s.window", r->folder, name);
    size_t length;
    char *text = file_bytes(values, &length, &error);
    char *head = mem_printf("chip %s\n", c->recorded.device->chip);
    bool ours = !text || strncmp(text, head, strlen(head)) == 0;
    if (ours) {
        bool good = text && (*window = recorded_window(image, &error)) &&
                    check_values(r, c, *window, text, &anew, &error);
        if (good && getenv("GENERATE"))
            good = write_text(values, &anew, &error);
        r->windows++;
        note(r, name, "values", good, &error);
        if (good)
            note(r, name, "threads", check_threads(c, *window, &error), &error);
        if (good)
            note(r, name, "alone", check_alone(r, c, *window, &error), &error);
        if (good)
            note(r, name, "side by side", check_side_by_side(r, *window, &error), &error);
    }
    strbuf_free(&anew);
    free(head);
    free(text);
    free(image);
    free(values);
    return ours;
}

/* ---- damage, each in a process of its own: a crash in the library is a failure here ---- */

struct damage {
    const struct replayed_chip *c;
    const struct plan_group *group;
    const uint8_t *image;
    size_t image_size;
    size_t range;
};

static bool survives(bool (*act)(const struct damage *), const struct damage *damage,
                     struct error *error)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(act(damage) ? 0 : 1);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return error_set(error, "no process could be made for it");
    if (WIFSIGNALED(status))
        return error_set(error, "the evaluation ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) == 0 || error_set(error, "there are wrong values");
}

/* What is cut off is zero for those who read on. */
static bool cut_images_give_no_wrong_value(const struct damage *d)
{
    const char *const *names = (const char *const *)d->group->metrics;
    double *whole = mem_alloc(d->group->count * sizeof *whole);
    double *values = mem_alloc(d->group->count * sizeof *values);
    const size_t lengths[] = {0, 8, 64, d->image_size / 2 & ~(size_t)7, d->image_size - 8};
    bool good = cupti_chip_evaluate(d->c->chip, d->image, d->image_size, d->range, names,
                                    d->group->count, whole, NULL);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths && good; i++) {
        uint8_t *cut = mem_alloc(d->image_size);
        memcpy(cut, d->image, lengths[i]);
        bool evaluated = cupti_chip_evaluate(d->c->chip, cut, lengths[i], d->range, names,
                                             d->group->count, values, NULL);
        for (size_t j = 0; j < d->group->count && evaluated; j++)
            good = good && (isnan(values[j]) || values[j] == whole[j]);
        free(cut);
    }
    free(values);
    free(whole);
    return good;
}

static void check_refused(struct replay *r, const struct replayed_chip *c, const char *name,
                          const char *what, const Wire__Window *window, const char *why)
{
    struct error error = {""};
    struct strbuf values = {0};
    size_t count = r->launch_count;
    bool refused = !evaluate(r, c, window, 0, &values, &error);
    r->launch_count = count;
    note(r, name, what, refused && strstr(error.text, why), &error);
    strbuf_free(&values);
}

static void check_damage(struct replay *r, const struct replayed_chip *c, const char *name,
                         const Wire__Window *window)
{
    static const struct {
        const char *what;
        bool (*act)(const struct damage *);
    } acts[] = {
        {"cut images", cut_images_give_no_wrong_value},
    };
    if (!window->n_groups || !window->n_results || window->groups[0]->image.len < 16)
        return;
    struct damage damage = {c, &c->recorded.groups[0], window->groups[0]->image.data,
                            window->groups[0]->image.len, window->results[0]->range};
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        struct error error = {""};
        note(r, name, acts[i].what, survives(acts[i].act, &damage, &error), &error);
    }
    /* The program sends fewer images than it was asked for, or ranges that they have no room for.
     */
    Wire__Window wrong = *window;
    wrong.n_groups = 0;
    check_refused(r, c, name, "no image at all", &wrong, "counter images");
    wrong = *window;
    Wire__GroupData *group = wrong.groups[0];
    protobuf_c_boolean had = group->has_ranges;
    uint64_t ranges = group->ranges;
    group->has_ranges = true;
    group->ranges = window->results[0]->range;
    check_refused(r, c, name, "a range that the image does not hold", &wrong, "range");
    group->has_ranges = had;
    group->ranges = ranges;
}

/* ---- folders ---- */

/* The units of all metrics of the chip that are not among those of the device, each once. */
static bool lacking_units(struct replay *r, const Wire__Device *device, struct strbuf *units,
                          struct error *error)
{
    struct query_rows all, present = {0};
    struct query query = {.collection = QUERY_PROFILING};
    if (!query_make(&all, r->cupti, device->chip, &query, error))
        return false;
    query.availability = device->availability.data;
    query.availability_size = device->availability.len;
    bool good = query_make(&present, r->cupti, device->chip, &query, error);
    size_t at = 0, last = 0;
    strbuf_adds(units, "");
    for (size_t i = 0; i < all.count && good; i++) {
        const char *name = all.rows[i].name;
        if (at < present.count && strcmp(present.rows[at].name, name) == 0) {
            at++;
            continue;
        }
        char *unit = mem_printf("%.*s\n", (int)(strstr(name, "__") - name), name);
        if (units->length == last || strcmp(units->data + last, unit) != 0) {
            last = units->length;
            strbuf_adds(units, unit);
        }
        free(unit);
    }
    query_free(&all);
    query_free(&present);
    return good;
}

static void check_lacking(struct replay *r, const struct replayed_chip *c, const char *name)
{
    struct error error = {""};
    struct strbuf units = {0};
    size_t length;
    char *path = mem_printf("%s/%s.lacking", r->folder, name);
    if (access(path, F_OK) == 0) {
        char *text = file_bytes(path, &length, &error);
        bool good = text && lacking_units(r, c->recorded.device, &units, &error);
        if (good && strcmp(text, units.data) != 0)
            good = error_set(&error, "it lacks\n%snot\n%s", units.data, text);
        note(r, name, "lacking", good, &error);
        free(text);
    }
    strbuf_free(&units);
    free(path);
}

static void check_chip(struct replay *r, const char *name, char *const *windows, size_t count)
{
    struct error error = {""};
    struct replayed_chip c;
    bool opened = open_chip(r, &c, name, &error), damaged = false;
    if (!opened) {
        note(r, name, "opened", false, &error);
        close_chip(&c);
        return;
    }
    check_schedule(r, &c, name);
    check_lacking(r, &c, name);
    for (size_t i = 0; i < count; i++) {
        Wire__Window *window = NULL;
        if (check_window(r, &c, windows[i], &window) && window && !damaged) {
            damaged = true;
            check_damage(r, &c, windows[i], window);
        }
        if (window)
            wire__window__free_unpacked(window, NULL);
    }
    close_chip(&c);
}

static bool same_as_reference(struct replay *r, char *text, size_t *compared, struct error *error)
{
    for (char *line, *rest = text; (line = strsep(&rest, "\n"));) {
        char *launch = strsep(&line, "\t"), *name = strsep(&line, "\t");
        if (!name || !line) {
            if (*launch)
                return error_set(error, "\"%s\" is not launch, metric and value", launch);
            continue;
        }
        char *head = mem_printf("\nlaunch %s\n", launch);
        const char *values = r->launches.data ? strstr(r->launches.data, head) : NULL;
        const char *end = values ? strstr(values + 1, "\nlaunch ") : NULL;
        char *own = values ? mem_strndup(values, end ? (size_t)(end - values) : strlen(values))
                           : mem_strdup("");
        char *ours = find_value(own, name);
        bool good = ours && strtod(ours + strlen(name), NULL) == strtod(line, NULL);
        if (!good)
            error_set(error, "launch %s: %s is %s, ncu's value %s", launch, name,
                      ours ? ours + strlen(name) + 1 : "missing", line);
        free(ours);
        free(own);
        free(head);
        if (!good)
            return false;
        ++*compared;
    }
    return *compared || error_set(error, "it holds no values");
}

static void check_reference(struct replay *r)
{
    struct error error = {""};
    size_t length, compared = 0;
    char *path = mem_printf("%s/reference.tsv", r->folder);
    if (access(path, F_OK) == 0) {
        char *text = file_bytes(path, &length, &error);
        note(r, "reference.tsv", "values", text && same_as_reference(r, text, &compared, &error),
             &error);
        free(text);
    }
    free(path);
}

static void check_folder(struct replay *r, const char *folder)
{
    struct error error = {""};
    size_t chip_count = 0, window_count = 0;
    r->folder = folder;
    char **chips = recorded_names(folder, ".plan", &chip_count, &error);
    char **windows = chips ? recorded_names(folder, ".values", &window_count, &error) : NULL;
    if (chips && (!chip_count || !window_count))
        error_set(&error, "it holds no recording (CHIP.plan and NNNN.values)");
    if (!chip_count || !window_count)
        note(r, "", "recording", false, &error);
    for (size_t i = 0; i < chip_count; i++)
        check_chip(r, chips[i], windows, window_count);
    if (chip_count && window_count) {
        error_set(&error, "%zu of %zu are of chips that are not here", window_count - r->windows,
                  window_count);
        note(r, "", "every window", r->windows == window_count, &error);
        check_reference(r);
    }
    for (size_t i = 0; i < chip_count; i++)
        free(chips[i]);
    for (size_t i = 0; i < window_count; i++)
        free(windows[i]);
    free(chips);
    free(windows);
    strbuf_free(&r->launches);
    r->launch_count = r->windows = 0;
}

int main(int argc, char **argv)
{
    struct checks checks = {0};
    struct error error = {""};
    struct replay r = {.checks = &checks, .cupti = cupti_library_open(&error)};
    if (argc < 2 || !r.cupti) {
        fprintf(stderr, "replay: %s\n", r.cupti ? "usage: replay FOLDER..." : error.text);
        cupti_library_close(r.cupti);
        return 2;
    }
    section_library_init(&r.sections);
    for (int i = 1; i < argc; i++)
        check_folder(&r, argv[i]);
    section_library_free(&r.sections);
    cupti_library_close(r.cupti);
    return checks_sum(&checks);
}
