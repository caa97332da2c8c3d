#include "fault.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAULTS_MAX = 64 };

struct fault {
    char name[64];
    int code;
    unsigned from;
    unsigned calls;
};

struct fault_list {
    struct fault faults[FAULTS_MAX];
    int count;
};

static struct fault_list failing, slow;
static pthread_once_t parsed = PTHREAD_ONCE_INIT;

static void parse_list(struct fault_list *list, const char *text)
{
    while (text && *text && list->count < FAULTS_MAX) {
        struct fault *fault = &list->faults[list->count];
        int used = 0;
        if (sscanf(text, " %63[A-Za-z0-9_]=%d%n", fault->name, &fault->code, &used) != 2)
            break;
        text += used;
        if (sscanf(text, "@%u%n", &fault->from, &used) == 1)
            text += used;
        list->count++;
        text += *text == ',';
    }
}

static void parse(void)
{
    parse_list(&failing, getenv("FAKEGPU_FAIL"));
    parse_list(&slow, getenv("FAKEGPU_SLOW"));
}

static bool names(const struct fault *fault, const char *function)
{
    size_t length = strlen(fault->name);
    if (strncmp(function, fault->name, length) != 0)
        return false;
    const char *rest = function + length;
    return *rest == '\0' || strncmp(rest, "_v", 2) == 0 || strncmp(rest, "_pt", 3) == 0;
}

static bool wanted(struct fault_list *list, const char *function, int *code)
{
    pthread_once(&parsed, parse);
    for (int i = 0; i < list->count; i++) {
        struct fault *fault = &list->faults[i];
        if (!names(fault, function))
            continue;
        unsigned call = __atomic_add_fetch(&fault->calls, 1, __ATOMIC_RELAXED);
        if (call < fault->from)
            continue;
        *code = fault->code;
        return true;
    }
    return false;
}

static FILE *open_lines(const char *variable)
{
    const char *path = getenv(variable);
    return path ? fopen(path, "a") : NULL;
}

bool fault_wanted(const char *function, int *code)
{
    bool made = wanted(&failing, function, code);
    FILE *file = made ? open_lines("FAKEGPU_FAULTS") : NULL;
    if (file) {
        fprintf(file, "%s\n", function);
        fclose(file);
    }
    return made;
}

void fault_delay(const char *function)
{
    int milliseconds;
    if (wanted(&slow, function, &milliseconds))
        usleep((useconds_t)milliseconds * 1000);
}

void fault_log(const char *function, const char *format, ...)
{
    FILE *file = open_lines("FAKEGPU_LOG");
    if (!file)
        return;
    va_list list;
    va_start(list, format);
    fprintf(file, "%s: ", function);
    vfprintf(file, format, list);
    fputc('\n', file);
    va_end(list);
    fclose(file);
}
