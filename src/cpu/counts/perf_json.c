/* A line of perf stat -j: one object. JSON is YAML, so libyaml reads it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/perf_line.h"
#include "report/base/yaml_map.h"

static const char *member(struct yaml_reader *reader, const yaml_node_t *root, const char *key)
{
    const yaml_node_t *node = yaml_find(reader, root, key);
    return node ? yaml_text_scalar(node) : NULL;
}

static double number(struct yaml_reader *reader, const yaml_node_t *root, const char *key)
{
    const char *text = member(reader, root, key);
    char *end;
    const double value = text ? strtod(text, &end) : NAN;
    return text && *text && !*end && isfinite(value) ? value : NAN;
}

/* Whether what stands there is a number, or nothing does. */
static bool is_number(struct yaml_reader *reader, const yaml_node_t *root, const char *key)
{
    return !member(reader, root, key) || !isnan(number(reader, root, key));
}

static bool read_count(struct perf_reader *perf, struct yaml_reader *reader,
                       const yaml_node_t *root)
{
    struct perf_count count = {.cpu = -1, .state = CPU_COUNTED};
    const char *value = member(reader, root, "counter-value"),
               *socket = member(reader, root, "socket"), *unit = member(reader, root, "unit");
    count.event = member(reader, root, "event");
    if (!value || !count.event || !*count.event)
        return false;
    count.value = number(reader, root, "counter-value");
    if (!perf_is_absent(value, &count.state) && isnan(count.value))
        return false;
    if (!is_number(reader, root, "event-runtime") || !is_number(reader, root, "pcnt-running") ||
        !is_number(reader, root, "interval"))
        return false;
    const char *cpu = member(reader, root, "cpu"), *core = member(reader, root, "core");
    count.cpu = cpu ? atoi(cpu) : core ? atoi(core) : -1;
    count.unit = unit ? unit : "";
    count.socket = socket ? perf_socket(socket) : CPU_ANY_SOCKET;
    count.runtime = number(reader, root, "event-runtime");
    count.percent = number(reader, root, "pcnt-running");
    count.at = number(reader, root, "interval") * 1e9;
    perf_line_add(perf, &count);
    return true;
}

bool perf_json_line(struct perf_reader *perf, const char *line)
{
    struct error error;
    struct yaml_reader reader = {.file = "perf", .error = &error};
    if (!yaml_text_load(&reader.document, "perf", line, strlen(line), &error))
        return false;
    const yaml_node_t *root = yaml_document_get_root_node(&reader.document);
    const bool found = root && root->type == YAML_MAPPING_NODE && read_count(perf, &reader, root);
    yaml_document_delete(&reader.document);
    return found;
}
