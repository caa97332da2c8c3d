/* What filters ask of a launch, read from the bytes of its result. */
#include <stdlib.h>

#include "report/file/metric_peek.h"
#include "report/file/report_wire.h"

/* Reads what only kernels have. Returns false if the field is something else. */
static bool read_kernel(struct result_launch *launch, const struct wire_field *field)
{
    const char **const names[] = {&launch->mangled, &launch->function, &launch->demangled};
    if (field->number >= KERNEL_MANGLED && field->number <= KERNEL_DEMANGLED) {
        unsigned place = field->number - KERNEL_MANGLED;
        free(launch->own[place]);
        *names[place] = launch->own[place] = text_peek(field);
    } else if (field->number == KERNEL_GRID) {
        size_peek(field, launch->grid);
    } else if (field->number == KERNEL_BLOCK) {
        size_peek(field, launch->block);
    } else {
        return false;
    }
    return true;
}

static void read_number(struct result_launch *launch, const struct result_fields *fields,
                        const struct wire_field *field)
{
    if (field->number == fields->context) {
        launch->context = (uint32_t)field->value;
    } else if (field->number == fields->stream) {
        launch->stream = (uint32_t)field->value;
        launch->has_stream = true;
    } else if (field->number == fields->thread) {
        launch->thread = (uint32_t)field->value;
    }
}

/* NVTX state and stacks stay encoded until a filter asks for them. */
static void read_message(struct result_launch *launch, const struct result_fields *fields,
                         const struct wire_field *field)
{
    const unsigned stacks[] = {fields->native_stack, fields->python_stack};
    if (field->number == fields->nvtx) {
        launch->nvtx = field->data;
        launch->nvtx_length = field->length;
    }
    for (int i = 0; i < 2; i++)
        if (field->number == stacks[i]) {
            launch->stacks[i] = field->data;
            launch->stack_lengths[i] = field->length;
        }
}

void report_launch(const struct report *report, size_t i, struct result_launch *launch)
{
    const struct entry *entry = &report->rows[i].entry;
    const struct result_fields *fields = result_fields(entry->kind);
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    *launch = (struct result_launch){0};
    launch->demangled = launch->function = launch->mangled = entry_kind_name(entry->kind);
    while (wire_walk_next(&walk, &field)) {
        if (field.type == WIRE_VARINT)
            read_number(launch, fields, &field);
        else if (field.type == WIRE_BYTES &&
                 !(entry->kind == ENTRY_KERNEL && read_kernel(launch, &field)))
            read_message(launch, fields, &field);
    }
}

void result_launch_free(struct result_launch *launch)
{
    for (size_t i = 0; i < sizeof launch->own / sizeof *launch->own; i++)
        free(launch->own[i]);
}
