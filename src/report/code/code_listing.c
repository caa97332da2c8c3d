#include "report/code/code_listing.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/base/message.h"
#include "report/code/sass_wait.h"

/* Limits for one result, because the sections of a damaged module may overlap: functions, bytes of
 * code, lines per instruction. */
enum {
    KEPT_LISTINGS = 16,
    MOST_FUNCTIONS = 4096,
    MOST_CODE = 16 << 20,
    LINES_PER_INSTRUCTION = 16
};

/* What nvdisasm printed for a function, or why it printed nothing. */
struct listing {
    const struct source_module *module;
    char *function, *text; /* text: NULL if there is none */
    char *why;
    size_t length;
};

struct source_set {
    struct source_options options;
    char *tool;        /* identity of nvdisasm */
    struct error hung; /* not "": it once took too long and is not run again */
    struct source_modules modules;
    struct listing listings[KEPT_LISTINGS];
    size_t next_listing;
    struct source_files files;
    char **notes;
    size_t note_count, note_capacity;
};

const char *const source_kind_names[SOURCE_KINDS + 1] = {"sass", "ptx", "cuda", "cuda,sass", NULL};

struct source_set *source_set_new(struct report *report, const struct source_options *options)
{
    struct source_set *set = mem_alloc(sizeof *set);
    set->modules.report = report;
    set->options = *options;
    set->tool = options->nvdisasm ? nvdisasm_identity(options->nvdisasm) : NULL;
    set->files = (struct source_files){
        .named = options->named_files, .folders = options->folders, .disk = options->disk};
    return set;
}

static void forget(struct listing *listing)
{
    free(listing->function);
    free(listing->text);
    free(listing->why);
    *listing = (struct listing){0};
}

void source_set_free(struct source_set *set)
{
    for (size_t i = 0; i < KEPT_LISTINGS; i++)
        forget(&set->listings[i]);
    for (size_t i = 0; i < set->note_count; i++)
        free(set->notes[i]);
    source_files_free(&set->files);
    source_modules_free(&set->modules);
    free(set->notes);
    free(set->tool);
    free(set);
}

struct source_files *source_set_files(struct source_set *set)
{
    return &set->files;
}

void source_note(struct source_set *set, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < set->note_count; i++)
        if (strcmp(set->notes[i], text) == 0)
            return;
    mem_grow(&set->notes, set->note_count, &set->note_capacity, sizeof *set->notes);
    set->notes[set->note_count++] = mem_strdup(text);
    if (set->options.notes)
        message_tell(set->options.notes, -1, text);
}

struct sought {
    const char *name; /* of the function; NULL: look it up by address */
    uint64_t address;
};

static bool is_named(void *context, const Rep__RelocationSymbolEntry *function)
{
    struct sought *sought = context;
    if (!function->symbolname || strcmp(function->symbolname, sought->name) != 0)
        return false;
    sought->address = function->address;
    return true;
}

static bool is_at(void *context, const Rep__RelocationSymbolEntry *function)
{
    struct sought *sought = context;
    if (!function->symbolname || function->address != sought->address)
        return false;
    sought->name = function->symbolname;
    return true;
}

/* Finds the module, name and address of a function by its name or its address. */
static bool locate(struct source_set *set, const struct result *result, struct sought *sought,
                   struct code_listing *view)
{
    bool by_name = sought->name;
    *view = (struct code_listing){0};
    for (size_t i = 0; i < result->reference_count; i++) {
        const struct source_module *module = source_modules_of(&set->modules, result, i);
        if (*module->damage.text)
            source_note(set, "%s: %s", report_path(set->modules.report), module->damage.text);
        if (!source_modules_loaded(&set->modules, module, by_name ? is_named : is_at, sought) &&
            !by_name)
            continue;
        view->module = module;
        view->mangled = mem_strdup(sought->name);
        view->address = view->labels = sought->address;
        return module->code && cubin_function(&module->cubin, view->mangled, &view->code);
    }
    return false;
}

static struct listing *find_listing(struct source_set *set, const struct code_listing *view)
{
    for (size_t i = 0; i < KEPT_LISTINGS; i++) {
        struct listing *listing = &set->listings[i];
        if (listing->module == view->module && strcmp(listing->function, view->mangled) == 0)
            return listing;
    }
    return NULL;
}

/* Stores a text, which the set then owns, or the reason why there is none. Replaces the oldest
 * listing. */
static const struct listing *add_listing(struct source_set *set, const struct code_listing *view,
                                         char *text, size_t length, const char *why)
{
    struct listing *listing = &set->listings[set->next_listing++ % KEPT_LISTINGS];
    forget(listing);
    *listing = (struct listing){.module = view->module,
                                .function = mem_strdup(view->mangled),
                                .text = text,
                                .why = text ? NULL : mem_strdup(why),
                                .length = length};
    return listing;
}

static struct disk_cache_key key_of(const struct code_listing *view)
{
    const ProtobufCBinaryData *code = &view->module->code->binary;
    struct disk_cache_hash hash;
    disk_cache_begin(&hash);
    disk_cache_add(&hash, code->data, code->len);
    disk_cache_add_text(&hash, view->mangled);
    disk_cache_add_text(&hash, "with registers");
    return disk_cache_key(&hash);
}

/* Returns what is known without running nvdisasm, or NULL. */
static const struct listing *known_listing(struct source_set *set, const struct code_listing *view)
{
    const struct source_options *options = &set->options;
    const struct listing *listing = find_listing(set, view);
    if (listing)
        return listing;
    size_t length;
    struct disk_cache_key key = key_of(view);
    char *text = disk_cache_get(options->cache, &key, set->tool, &length);
    if (text)
        return add_listing(set, view, text, length, "");
    if (!options->nvdisasm)
        return add_listing(
            set, view, NULL, 0,
            "nvdisasm was not found; install NVIDIA's package cuda-nvdisasm, name the program with "
            "--nvdisasm, or open the report where the CUDA Toolkit is installed");
    return *set->hung.text ? add_listing(set, view, NULL, 0, set->hung.text) : NULL;
}

static struct nvdisasm *start(const struct source_set *set, const struct code_listing *view,
                              struct error *error)
{
    const ProtobufCBinaryData *code = &view->module->code->binary;
    return nvdisasm_start_registers(set->options.nvdisasm, code->data, code->len, view->code.symbol,
                                    error);
}

/* Where nvdisasm cannot say which registers live, it can print the instructions. Returns its
 * output, or NULL with the error and errno. */
static char *without_registers(const struct source_set *set, const struct code_listing *view,
                               size_t *length, struct error *error)
{
    const ProtobufCBinaryData *code = &view->module->code->binary;
    int failed = errno;
    if (failed == ETIMEDOUT)
        return NULL;
    return nvdisasm_run(set->options.nvdisasm, code->data, code->len, view->code.symbol, length,
                        error);
}

/* Stores the output of nvdisasm. If text is NULL, the error and errno say why. */
static const struct listing *new_listing(struct source_set *set, const struct code_listing *view,
                                         char *text, size_t length, struct error *error)
{
    if (!text && errno == ETIMEDOUT)
        set->hung = *error;
    if (text && !sass_text_has(text, length, view->mangled)) {
        error_set(error, "%s printed no code of %s", set->options.nvdisasm, view->mangled);
        free(text);
        text = NULL;
    } else if (text) {
        struct disk_cache_key key = key_of(view);
        disk_cache_put(set->options.cache, &key, set->tool, text, length);
    }
    return add_listing(set, view, text, length, error->text);
}

/* With registers, nvdisasm leaves out the instructions that fill up the end of the section. */
static void add_padding(struct code_listing *view)
{
    static const uint64_t opcode = 0xfff, nop = 0x918;
    size_t count = view->sass.count, at = count ? view->sass.lines[count - 1].offset : 0;
    if (!count || view->step != SASS_BYTES)
        return;
    for (at += SASS_BYTES; at + SASS_BYTES <= view->code.text.length; at += SASS_BYTES) {
        uint64_t low;
        memcpy(&low, view->code.text.data + at, sizeof low);
        if ((low & opcode) == nop)
            sass_text_add(&view->sass, at, "NOP");
    }
}

static void read_listing(struct code_listing *view, const struct listing *listing)
{
    if (listing->text) {
        sass_text_read(&view->sass, listing->text, listing->length, view->mangled, view->labels);
        add_padding(view);
    }
    view->no_text = listing->why;
}

struct nvdisasm *code_listing_ask(struct source_set *set, struct code_listing *view)
{
    struct error error = {""};
    const struct listing *listing = known_listing(set, view);
    struct nvdisasm *run = listing ? NULL : start(set, view, &error);
    if (!run)
        read_listing(view, listing ? listing : add_listing(set, view, NULL, 0, error.text));
    return run;
}

void code_listing_answer(struct source_set *set, struct code_listing *view, struct nvdisasm *run)
{
    struct error error = {""};
    size_t length = 0;
    char *text = nvdisasm_end(run, &length, &error);
    if (!text)
        text = without_registers(set, view, &length, &error);
    read_listing(view, new_listing(set, view, text, length, &error));
}

void code_listing_read(struct source_set *set, struct code_listing *view)
{
    struct nvdisasm *run = code_listing_ask(set, view);
    if (run) {
        struct error error = {""};
        size_t length = 0;
        char *text = nvdisasm_wait(run, &length, &error);
        if (!text)
            text = without_registers(set, view, &length, &error);
        read_listing(view, new_listing(set, view, text, length, &error));
    }
    if (view->no_text)
        source_note(set, "instructions are shown without their text: %s", view->no_text);
}

static void view_free(struct code_listing *view)
{
    free(view->mangled);
    sass_text_free(&view->sass);
    source_metrics_free(&view->metrics);
    line_table_free(&view->lines);
}

struct views {
    struct code_listing *items;
    size_t count, capacity, code;
};

/* Adds the function that is sought unless it is there already. Returns false if its code is not in
 * the report, or is too much. */
static bool add_view(struct views *views, struct source_set *set, const struct result *result,
                     struct sought *sought)
{
    struct code_listing view;
    bool found =
        locate(set, result, sought, &view) && view.code.text.length <= MOST_CODE - views->code;
    bool is_new = found;
    for (size_t i = 0; i < views->count && is_new; i++)
        is_new = views->items[i].module != view.module ||
                 views->items[i].code.section != view.code.section;
    if (!is_new) {
        view_free(&view);
        return found;
    }
    view.step = source_module_step(view.module);
    view.instructions = view.code.text.length / view.step;
    mem_grow(&views->items, views->count, &views->capacity, sizeof *views->items);
    views->items[views->count++] = view;
    views->code += view.code.text.length;
    return true;
}

static int by_section(const void *a, const void *b)
{
    const struct code_listing *x = a, *y = b;
    if (x->module->reference != y->module->reference)
        return x->module->reference > y->module->reference ? 1 : -1;
    return (x->code.section > y->code.section) - (x->code.section < y->code.section);
}

/* Reads what this kind of source page needs. */
static void fill(struct source_set *set, struct code_listing *view, const struct result *result,
                 const struct metric_choice *metrics)
{
    enum source_kind kind = set->options.kind;
    if (kind == SOURCE_SASS || kind == SOURCE_CUDA_SASS) {
        code_listing_read(set, view);
        source_metrics_read(&view->metrics, result, view->address, view->instructions, view->step,
                            metrics);
        if (!view->metrics.count && metrics)
            source_note(set, "%s %zu has no metrics of instructions that --metrics chooses",
                        entry_kind_name(result->kind), result->id);
        else if (!view->metrics.count)
            source_note(set,
                        "%s %zu has no source metrics; they come with --set full or --section "
                        "SourceCounters",
                        entry_kind_name(result->kind), result->id);
    }
    if (kind == SOURCE_CUDA || kind == SOURCE_CUDA_SASS || set->options.lines)
        line_table_read(&view->lines, &view->module->cubin, view->mangled);
}

size_t code_listing_find(struct source_set *set, const struct result *result,
                         struct code_listing **out)
{
    const Rep__ProfileMetricResult *pcs = result_metric_instances(result, "launch__function_pcs");
    struct views views = {0};
    bool is_kernel = result->kind == ENTRY_KERNEL, whole = is_kernel || pcs;
    for (size_t i = 0; pcs && i < pcs->n_metricvaluelist && i < MOST_FUNCTIONS; i++) {
        struct sought sought = {.address = pcs->metricvaluelist[i]->elementvalue->uint64value};
        whole &= add_view(&views, set, result, &sought);
    }
    if (!views.count && is_kernel)
        whole = add_view(&views, set, result, &(struct sought){.name = result->mangled});
    if (!whole)
        source_note(set, "%s: the code of %s %zu, %s, is not in the report",
                    report_path(set->modules.report), entry_kind_name(result->kind), result->id,
                    result->name);
    if (views.count)
        qsort(views.items, views.count, sizeof *views.items, by_section);
    *out = views.items;
    return views.count;
}

size_t code_listing_open(struct source_set *set, const struct result *result, const char *metrics,
                         struct code_listing **out)
{
    struct metric_choice *choice;
    size_t count = code_listing_find(set, result, out);
    metric_choice_new(&choice, metrics, NULL);
    metric_choice_learn(choice, result->report, result->index, 1);
    for (size_t i = 0; i < count; i++)
        fill(set, &(*out)[i], result, choice);
    metric_choice_free(choice);
    return count;
}

void code_listing_free(struct code_listing *views, size_t count)
{
    for (size_t i = 0; i < count; i++)
        view_free(&views[i]);
    free(views);
}

const char *code_listing_text(const struct code_listing *view, size_t instruction)
{
    const char *text = sass_text_at(&view->sass, (uint64_t)instruction * view->step);
    return text ? text : "-";
}

struct pair {
    uint32_t file, line;
    size_t instruction;
};

static int by_line(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    if (x->file != y->file)
        return x->file > y->file ? 1 : -1;
    if (x->line != y->line)
        return x->line > y->line ? 1 : -1;
    return (x->instruction > y->instruction) - (x->instruction < y->instruction);
}

/* Returns a pair for every instruction in every span, up to a limit. */
static struct pair *pairs_of(const struct code_listing *view, size_t *count)
{
    struct pair *pairs = NULL;
    size_t capacity = 0, most = view->instructions * LINES_PER_INSTRUCTION;
    *count = 0;
    for (size_t i = 0; i < view->lines.span_count; i++) {
        const struct line_span *span = &view->lines.spans[i];
        size_t at = span->start / view->step;
        for (; at < view->instructions && at * view->step < span->end && *count < most; at++) {
            mem_grow(&pairs, *count, &capacity, sizeof *pairs);
            pairs[(*count)++] = (struct pair){span->file, span->line, at};
        }
    }
    if (*count)
        qsort(pairs, *count, sizeof *pairs, by_line);
    return pairs;
}

void source_lines_read(struct source_lines *lines, const struct code_listing *view)
{
    size_t count;
    struct pair *pairs = pairs_of(view, &count);
    *lines = (struct source_lines){.instructions = mem_alloc((count + 1) * sizeof(size_t))};
    for (size_t i = 0; i < count; i++) {
        lines->instructions[i] = pairs[i].instruction;
        if (!i || pairs[i].file != pairs[i - 1].file || pairs[i].line != pairs[i - 1].line) {
            mem_grow(&lines->lines, lines->count, &lines->capacity, sizeof *lines->lines);
            lines->lines[lines->count++] =
                (struct source_line){pairs[i].file, pairs[i].line, &lines->instructions[i], 0};
        }
        lines->lines[lines->count - 1].count++;
    }
    free(pairs);
}

void source_lines_free(struct source_lines *lines)
{
    free(lines->lines);
    free(lines->instructions);
    *lines = (struct source_lines){0};
}
