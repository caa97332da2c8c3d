#include "cpu/counts/cpu_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/cpu_spelling.h"
#include "cpu/counts/perf_output.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/yaml_map.h"

enum { HEAD = 256, MOST_GROUPS = 1 << 20 };

bool cpu_file_is(const char *text, size_t length)
{
    static const char schema[] = "\"rooftop-cpu\"";
    const size_t head = length < HEAD ? length : HEAD;
    return memmem(text, head, schema, strlen(schema)) != NULL;
}

static const char *member(struct yaml_reader *reader, const yaml_node_t *map, const char *key)
{
    const yaml_node_t *node = yaml_find(reader, map, key);
    const char *text = node ? yaml_text_scalar(node) : NULL;
    return text && strcmp(text, "null") != 0 ? text : NULL;
}

static double number(struct yaml_reader *reader, const yaml_node_t *map, const char *key)
{
    const char *text = member(reader, map, key);
    char *end;
    const double value = text ? strtod(text, &end) : NAN;
    return text && !*end && isfinite(value) ? value : NAN;
}

/* Tells of a value that is neither a number nor null. */
static double told_number(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *map,
                          const char *key)
{
    const char *text = member(reader, map, key);
    const double value = number(reader, map, key);
    if (text && isnan(value)) {
        char *subject = mem_printf("\"%s\": %s", key, text);
        cpu_gaps_add_broken(&run->gaps, reader->file,
                            yaml_find(reader, map, key)->start_mark.line + 1, subject,
                            "a number or null is expected");
        free(subject);
    }
    return value;
}

static enum cpu_state absent_state(struct cpu_run *run, struct yaml_reader *reader,
                                   const yaml_node_t *map)
{
    const char *word = member(reader, map, "state");
    for (int i = 0; word && i < CPU_COUNTED; i++)
        if (strcmp(word, cpu_state_words[i]) == 0)
            return (enum cpu_state)i;
    /* The word "counted" comes with a value, whose loss is told. */
    if (word && strcmp(word, cpu_state_words[CPU_COUNTED]) != 0)
        cpu_gaps_add_broken(&run->gaps, reader->file,
                            yaml_find(reader, map, "state")->start_mark.line + 1, word,
                            "this is no reason that rooftop cpu -o writes");
    return CPU_NOT_COUNTED;
}

static void check_event(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *node,
                        const char *name)
{
    struct error error;
    if (strcmp(name, "duration_time") != 0 && !cpu_spelling_is_known(run->catalog, name, &error))
        cpu_gaps_add_unknown(&run->gaps, reader->file, node->start_mark.line + 1, name, error.text);
}

static bool read_event(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *node,
                       struct cpu_key *key)
{
    const char *name = member(reader, node, "name");
    const double socket = told_number(run, reader, node, "socket"),
                 value = told_number(run, reader, node, "value"),
                 enabled = told_number(run, reader, node, "enabled_ns"),
                 running = told_number(run, reader, node, "running_ns");
    if (!name || !*name)
        return yaml_fail(reader, node, "an event needs \"name\"");
    if (!isnan(socket) && (socket < 0 || socket > 1023 || socket != floor(socket)))
        return yaml_fail(reader, node, "a socket is a whole number from 0 to 1023");
    const struct cpu_value one = {.state =
                                      !isnan(value) ? CPU_COUNTED : absent_state(run, reader, node),
                                  .value = isnan(value) ? 0 : value,
                                  .enabled = isnan(enabled) || enabled < 0 ? 0 : enabled,
                                  .running = isnan(running) || running < 0 ? 0 : running};
    const double group = told_number(run, reader, node, "group");
    check_event(run, reader, node, name);
    *key = (struct cpu_key){name, isnan(socket) ? CPU_ANY_SOCKET : (int)socket,
                            group > 0 && group < MOST_GROUPS ? (int)group : 0};
    cpu_run_add(run, *key, &one);
    const double duration = told_number(run, reader, node, "duration_ns");
    if (duration > 0)
        cpu_run_time(run, *key, duration);
    return true;
}

/* A value of a step: "12", or "null" where there is none. */
static struct cpu_value read_value(struct cpu_run *run, struct yaml_reader *reader,
                                   const yaml_node_t *node)
{
    const char *text = yaml_text_scalar(node);
    char *end = NULL;
    const double value = text ? strtod(text, &end) : NAN;
    if (text && *text && !*end && isfinite(value))
        return (struct cpu_value){CPU_COUNTED, value, 0, 0};
    if (!text || strcmp(text, "null") != 0)
        cpu_gaps_add_broken(&run->gaps, reader->file, node->start_mark.line + 1,
                            text ? text : "a list or a map", "a number or null is expected");
    return (struct cpu_value){CPU_NOT_COUNTED, 0, 0, 0};
}

static bool read_step(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *node,
                      const struct cpu_key *keys, size_t count)
{
    const yaml_node_t *values = yaml_find(reader, node, "values");
    const double at = number(reader, node, "at_ns");
    if (!values || isnan(at) || at < 0 || yaml_count(values) > count)
        return yaml_fail(reader, node,
                         "a step needs \"at_ns\", and \"values\", one for each event");
    for (size_t i = 0; i < yaml_count(values); i++) {
        const struct cpu_value one = read_value(run, reader, yaml_element(reader, values, i));
        cpu_run_add_step(run, at, keys[i], &one);
    }
    return true;
}

static bool read_events(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *root)
{
    const yaml_node_t *events = yaml_find(reader, root, "events"),
                      *steps = yaml_find(reader, root, "steps");
    const size_t count = events ? yaml_count(events) : 0;
    if (!count)
        return yaml_fail(reader, root, "the file has no \"events\"");
    struct cpu_key *keys = mem_alloc(count * sizeof *keys);
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = read_event(run, reader, yaml_element(reader, events, i), &keys[i]);
    for (size_t i = 0; steps && i < yaml_count(steps) && good; i++)
        good = read_step(run, reader, yaml_element(reader, steps, i), keys, count);
    free(keys);
    return good;
}

static bool read_machine(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *root)
{
    const yaml_node_t *machine = yaml_find(reader, root, "machine");
    const char *command = member(reader, root, "command");
    if (command)
        run->command = mem_strdup(command);
    run->duration = number(reader, root, "duration_ns");
    if (!machine)
        return true;
    const char *text = member(reader, machine, "text"), *kind = member(reader, machine, "kind"),
               *whole = member(reader, machine, "whole");
    const double sockets = number(reader, machine, "sockets");
    if (text)
        run->machine = mem_strdup(text);
    for (int i = 0; kind && cpu_chip_words[i]; i++)
        if (strcmp(cpu_chip_words[i], kind) == 0)
            run->chip = (enum cpu_chip)i;
    run->whole_machine = whole && strcmp(whole, "true") == 0;
    if (sockets >= 0 && sockets < 1024)
        run->sockets = (size_t)sockets;
    return true;
}

static void read_notes(struct cpu_run *run, struct yaml_reader *reader, const yaml_node_t *root)
{
    const yaml_node_t *notes = yaml_find(reader, root, "notes");
    for (size_t i = 0; notes && i < yaml_count(notes); i++) {
        const char *text = yaml_text_scalar(yaml_element(reader, notes, i));
        if (text)
            cpu_run_note(run, "%s", text);
    }
}

bool cpu_file_read(struct cpu_run *run, const char *file, const char *text, size_t length,
                   struct error *error)
{
    struct yaml_reader reader = {.file = file, .error = error};
    const size_t before = run->gaps.broken;
    if (!yaml_text_load(&reader.document, file, text, length, error))
        return false;
    const yaml_node_t *root = yaml_document_get_root_node(&reader.document);
    const bool good = root && root->type == YAML_MAPPING_NODE
                          ? read_machine(run, &reader, root) && read_events(run, &reader, root)
                          : error_set(error, "%s: an object is expected", file);
    const size_t broken = run->gaps.broken - before;
    if (broken)
        cpu_run_note(run, "%zu value%s of %s %s broken and left out", broken,
                     broken == 1 ? "" : "s", file, broken == 1 ? "is" : "are");
    if (good)
        read_notes(run, &reader, root);
    yaml_document_delete(&reader.document);
    return good;
}

bool cpu_file_open(struct cpu_run *run, const char *path, struct error *error)
{
    size_t length;
    char *text = file_bytes(path, &length, error);
    if (!text)
        return false;
    const bool good = cpu_file_is(text, length) ? cpu_file_read(run, path, text, length, error)
                                                : perf_output_read(run, path, text, length, error);
    free(text);
    return good;
}
