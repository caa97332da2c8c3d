/* The three kinds of messages have nearly the same fields under different numbers. So the kernel's
 * message is filled, and the others get the fields that have the same names. */
#include "collect/result/result_message.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/result/proto_field.h"
#include "report/base/mem.h"

static Rep__Uint64x3 dimensions(const Wire__Dimensions *from)
{
    Rep__Uint64x3 d = REP__UINT64X3__INIT;
    d.has_x = d.has_y = d.has_z = true;
    d.x = from ? from->x : 0;
    d.y = from ? from->y : 0;
    d.z = from ? from->z : 0;
    return d;
}

/* What only a kernel has. */
static void fill_kernel(struct result_message *m, const struct result_input *input, char *full,
                        char *function)
{
    const Wire__Facts *facts = input->result->facts;
    Rep__ProfileResult *r = &m->kernel;
    m->offset = dimensions(NULL);
    m->grid = dimensions(facts->grid);
    m->block = dimensions(facts->block);
    m->source.has_reference = facts->has_module;
    m->source.reference = facts->module;
    m->series.seriesid = input->series;
    m->series.combinationstr = input->result->variant;
    r->programhandle = facts->module;
    r->kernelid = facts->function;
    r->kernelmangledname = facts->mangled;
    r->kernelfunctionname = function;
    r->kerneldemangledname = full;
    r->renameddemangledname = "";
    r->workdimensions = 3;
    r->globalworkoffset = &m->offset;
    r->gridsize = &m->grid;
    r->blocksize = &m->block;
    r->source = &m->source;
    r->seriesinfo = input->result->variant ? &m->series : NULL;
}

/* What graphs and ranges have, too, as far as their messages have such fields. */
static void fill_common(struct result_message *m, const struct result_input *input)
{
    const Wire__Facts *facts = input->result->facts;
    Rep__ProfileResult *r = &m->kernel;
    m->clock.requestedlock = input->clock_requested;
    m->clock.executedlocked = input->clock_locked;
    r->threadid = facts->thread;
    r->apicallid = input->result->launch;
    r->has_creationtime = r->has_api = r->has_contextid = r->has_kmdversion = true;
    r->creationtime = (uint64_t)time(NULL);
    r->contextid = facts->context;
    r->has_streamid = facts->has_stream;
    r->streamid = facts->stream;
    r->clockstatus = &m->clock;
    r->nvtx = input->nvtx;
    r->cpustack = input->cpu_stack;
    r->pythonstack = input->python_stack;
    r->kmdversion = input->driver;
}

/* Copies the fields that both messages have under the same name, but no repeated ones. */
static void copy_fields(ProtobufCMessage *to, const ProtobufCMessage *from)
{
    for (unsigned i = 0; i < to->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &to->descriptor->fields[i];
        const ProtobufCFieldDescriptor *other =
            protobuf_c_message_descriptor_get_field_by_name(from->descriptor, field->name);
        if (!other || other->type != field->type || field->label == PROTOBUF_C_LABEL_REPEATED)
            continue;
        memcpy((char *)to + field->offset, (const char *)from + other->offset,
               proto_field_size(field->type));
        if (field->quantifier_offset && other->quantifier_offset)
            memcpy((char *)to + field->quantifier_offset,
                   (const char *)from + other->quantifier_offset, sizeof(protobuf_c_boolean));
    }
}

/* The modules of the kernels, each once. */
static size_t list_modules(const Wire__WholeGraph *graph, uint64_t *modules)
{
    size_t count = 0;
    for (size_t i = 0; i < graph->n_kernels; i++) {
        size_t at = 0;
        while (at < count && modules[at] != graph->kernels[i]->module)
            at++;
        if (at == count && graph->kernels[i]->has_module)
            modules[count++] = graph->kernels[i]->module;
    }
    return count;
}

static void fill_range(struct result_message *m, const struct result_input *input, size_t modules)
{
    copy_fields(&m->range.base, &m->kernel.base);
    if (!m->range.nvtx)
        m->range.nvtx = range_nvtx_none(&m->no_nvtx, input->result->facts->thread);
    m->range.cpustack = m->range.pythonstack = NULL; /* they belong to one launch */
    m->range.n_references = modules;
    m->range.references = m->modules;
}

static void fill_graph(struct result_message *m, size_t modules)
{
    copy_fields(&m->graph.base, &m->kernel.base);
    m->graph.n_references = modules;
    m->graph.references = m->modules;
}

const ProtobufCMessage *result_message_fill(struct result_message *m,
                                            const struct result_input *input, char *full,
                                            char *function)
{
    const Wire__WholeGraph *graph = input->result->graph;
    *m = (struct result_message){.kernel = REP__PROFILE_RESULT__INIT,
                                 .graph = REP__GRAPH_RESULT__INIT,
                                 .range = REP__RANGE_RESULT__INIT,
                                 .source = REP__SOURCE_DATA__INIT,
                                 .clock = REP__PROFILER_CLOCK_STATUS_MESSAGE__INIT,
                                 .series = REP__PROFILE_SERIES_INFO_MESSAGE__INIT};
    fill_common(m, input);
    if (!graph) {
        fill_kernel(m, input, full, function);
        return &m->kernel.base;
    }
    m->modules = mem_alloc((graph->n_kernels + 1) * sizeof *m->modules);
    const size_t modules = list_modules(graph, m->modules);
    if (input->result->is_range) {
        fill_range(m, input, modules);
        return &m->range.base;
    }
    fill_graph(m, modules);
    return &m->graph.base;
}

void result_message_free(struct result_message *m)
{
    free(m->modules);
}
