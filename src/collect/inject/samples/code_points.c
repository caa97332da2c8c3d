#include "collect/inject/samples/code_points.h"

#include <stdlib.h>
#include <string.h>

void code_points_init(struct code_points *points)
{
    *points = (struct code_points){0};
    wire__instructions__init(&points->message);
}

void code_points_free(struct code_points *points)
{
    for (size_t i = 0; i < points->message.n_functions; i++)
        free(points->message.functions[i]);
    free(points->message.functions);
    free(points->message.function);
    free(points->message.offset);
    code_points_init(points);
}

bool code_points_grow(void **items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    const size_t wanted = *room ? 2 * *room : 64;
    void *larger = realloc(*items, wanted * size);
    if (!larger)
        return false;
    *items = larger;
    *room = wanted;
    return true;
}

/* Records of a function mostly come one after the other. */
static bool find_function(struct code_points *points, const char *function, uint32_t *number)
{
    Wire__Instructions *m = &points->message;
    for (size_t i = m->n_functions; i > 0; i--)
        if (strcmp(m->functions[i - 1], function) == 0) {
            *number = (uint32_t)(i - 1);
            return true;
        }
    char *copy = strdup(function);
    void *functions = m->functions;
    if (!copy ||
        !code_points_grow(&functions, m->n_functions, &points->function_room, sizeof(char *))) {
        free(copy);
        return false;
    }
    m->functions = functions;
    *number = (uint32_t)m->n_functions;
    m->functions[m->n_functions++] = copy;
    return true;
}

static bool grow(struct code_points *points)
{
    Wire__Instructions *m = &points->message;
    if (m->n_offset < points->room)
        return true;
    const size_t wanted = points->room ? 2 * points->room : 64;
    uint32_t *function = realloc(m->function, wanted * sizeof *function);
    if (!function)
        return false;
    m->function = function;
    uint32_t *offset = realloc(m->offset, wanted * sizeof *offset);
    if (!offset)
        return false;
    m->offset = offset;
    points->room = wanted;
    return true;
}

static bool is_at(const Wire__Instructions *m, size_t i, uint32_t function, uint32_t offset)
{
    return i < m->n_offset && m->offset[i] == offset && m->function[i] == function;
}

bool code_points_add(struct code_points *points, const char *function, uint32_t offset,
                     uint32_t *at)
{
    Wire__Instructions *m = &points->message;
    uint32_t number;
    if (!find_function(points, function, &number))
        return false;
    size_t i = points->last;
    if (!is_at(m, i, number, offset) && !is_at(m, ++i, number, offset))
        for (i = 0; i < m->n_offset && !is_at(m, i, number, offset);)
            i++;
    points->last = i;
    *at = (uint32_t)i;
    if (i < m->n_offset)
        return true;
    if (!grow(points))
        return false;
    m->function[m->n_function++] = number;
    m->offset[m->n_offset++] = offset;
    return true;
}
