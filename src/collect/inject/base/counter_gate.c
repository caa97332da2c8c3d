/* CUPTI has the kernel driver set some bits of the monitors' registers before each range and clear
 * them after it. This file learns that pair from the calls that it sees: the same two calls, twice
 * in a row. From then on it holds a clearing call back and drops it if the opening call follows.
 * Any other call to the monitors, and the end of the pass, makes the held one first. What it does
 * not recognise passes unchanged. */
#include "collect/inject/base/counter_gate.h"

#include <string.h>

enum { CLASS_PROFILER = 0xb0cc, REGISTER_OPERATIONS = 0xb0cc010a, WRITE = 1 };

/* How often the gate sees a pair before it leaves its calls out. */
enum { SURE = 2 };

static_assert(sizeof(struct register_operation) == 32, "NV2080_CTRL_GPU_REG_OP");
static_assert(sizeof(struct register_operations) == 3980, "NVB0CC_CTRL_EXEC_REG_OPS_PARAMS");

void counter_gate_init(struct counter_gate *gate,
                       int (*ask)(int file, unsigned long request, void *parameters))
{
    memset(gate, 0, sizeof *gate);
    gate->ask = ask;
    pthread_mutex_init(&gate->lock, NULL);
}

void counter_gate_forked(struct counter_gate *gate)
{
    if (gate->ask)
        counter_gate_init(gate, gate->ask);
}

static struct register_operations *operations_of(const struct rm_control *request)
{
    return (struct register_operations *)(uintptr_t)request->parameters;
}

static bool writes_few(const struct rm_control *request)
{
    if (request->command != REGISTER_OPERATIONS ||
        request->size != sizeof(struct register_operations) || !request->parameters)
        return false;
    const struct register_operations *operations = operations_of(request);
    for (uint32_t i = 0; i < operations->count && i < GATE_REGISTERS; i++)
        if (operations->of[i].kind != WRITE)
            return false;
    return operations->count > 0 && operations->count <= GATE_REGISTERS;
}

static bool same_object(const struct gate_call *call, int file, const struct rm_control *request)
{
    return call->file == file && call->request.client == request->client &&
           call->request.object == request->object && call->request.flags == request->flags;
}

/* Compares all members except the members that the driver fills in. */
static bool same_operation(const struct register_operation *a, const struct register_operation *b,
                           bool with_values)
{
    return a->kind == b->kind && a->type == b->type && a->quad == b->quad &&
           a->groups == b->groups && a->subgroups == b->subgroups && a->offset == b->offset &&
           a->mask_high == b->mask_high && a->mask_low == b->mask_low &&
           (!with_values || (a->high == b->high && a->low == b->low));
}

static bool same_operations(const struct register_operations *a,
                            const struct register_operations *b, bool with_values)
{
    if (a->count != b->count || a->mode != b->mode || a->direct != b->direct)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!same_operation(&a->of[i], &b->of[i], with_values))
            return false;
    return true;
}

static bool is(const struct gate_call *call, int file, const struct rm_control *request)
{
    return same_object(call, file, request) &&
           same_operations(&call->asked, operations_of(request), true);
}

static bool same_call(const struct gate_call *a, const struct gate_call *b)
{
    return same_object(a, b->file, &b->request) && same_operations(&a->asked, &b->asked, true);
}

/* The second call clears every bit that it writes; the first one sets some bits of each register.
 */
static bool clears(const struct gate_call *open, int file, const struct rm_control *request)
{
    const struct register_operations *operations = operations_of(request);
    if (!same_object(open, file, request) || !same_operations(&open->asked, operations, false))
        return false;
    for (uint32_t i = 0; i < operations->count; i++) {
        const struct register_operation *set = &open->asked.of[i], *clear = &operations->of[i];
        if ((clear->low & clear->mask_low) || (clear->high & clear->mask_high) ||
            !((set->low & set->mask_low) | (set->high & set->mask_high)))
            return false;
    }
    return true;
}

static void make_kept_back(struct counter_gate *gate)
{
    if (!gate->kept_back)
        return;
    struct register_operations operations = gate->close.asked;
    struct rm_control request = gate->close.request;
    request.parameters = (uintptr_t)&operations;
    gate->kept_back = false;
    gate->calls++;
    if (gate->ask(gate->close.file, RM_CONTROL, &request) != 0 || request.status != 0)
        gate->failed = true;
}

static int answer(struct counter_gate *gate, const struct gate_call *call,
                  struct rm_control *request, bool keep_back)
{
    *operations_of(request) = call->answered;
    request->status = 0;
    gate->kept_back = keep_back;
    gate->last_is_open = !keep_back;
    gate->spared++;
    return 0;
}

/* Makes a call that writes few registers, and learns from it. */
static int make(struct counter_gate *gate, int file, struct rm_control *request)
{
    struct gate_call call = {.file = file, .request = *request, .asked = *operations_of(request)};
    const bool closes = gate->last_is_open && clears(&gate->candidate, file, request);
    int result = gate->ask(file, RM_CONTROL, request);
    gate->calls++;
    gate->last_is_open = false;
    if (result != 0 || request->status != 0) {
        gate->pairs = 0;
        return result;
    }
    call.answered = *operations_of(request);
    if (!closes) {
        gate->candidate = call;
        gate->last_is_open = true;
        return result;
    }
    const bool again = gate->pairs > 0 && same_call(&gate->open, &gate->candidate) &&
                       same_call(&gate->close, &call);
    gate->pairs = again ? gate->pairs + 1 : 1;
    gate->open = gate->candidate;
    gate->close = call;
    return result;
}

static int call_locked(struct counter_gate *gate, int file, struct rm_control *request)
{
    if (request->command >> 16 != CLASS_PROFILER)
        return gate->ask(file, RM_CONTROL, request);
    if (!writes_few(request)) {
        make_kept_back(gate);
        gate->last_is_open = false;
        gate->calls++;
        return gate->ask(file, RM_CONTROL, request);
    }
    const bool sure = gate->pairs >= SURE;
    if (sure && gate->kept_back && is(&gate->open, file, request))
        return answer(gate, &gate->open, request, false);
    if (sure && !gate->kept_back && gate->last_is_open &&
        same_call(&gate->candidate, &gate->open) && is(&gate->close, file, request))
        return answer(gate, &gate->close, request, true);
    make_kept_back(gate);
    return make(gate, file, request);
}

int counter_gate_call(struct counter_gate *gate, int file, unsigned long request, void *parameters)
{
    if (request != RM_CONTROL || !__atomic_load_n(&gate->passing, __ATOMIC_ACQUIRE))
        return gate->ask(file, request, parameters);
    pthread_mutex_lock(&gate->lock);
    int result = call_locked(gate, file, parameters);
    pthread_mutex_unlock(&gate->lock);
    return result;
}

void counter_gate_begin(struct counter_gate *gate)
{
    if (!gate->ask)
        return;
    pthread_mutex_lock(&gate->lock);
    gate->last_is_open = gate->failed = false;
    __atomic_store_n(&gate->passing, true, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&gate->lock);
}

bool counter_gate_end(struct counter_gate *gate)
{
    if (!gate->ask)
        return true;
    pthread_mutex_lock(&gate->lock);
    make_kept_back(gate);
    __atomic_store_n(&gate->passing, false, __ATOMIC_RELEASE);
    const bool whole = !gate->failed;
    pthread_mutex_unlock(&gate->lock);
    return whole;
}
