#include "collect/inject/nvtx/nvtx.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include "collect/inject/base/guard.h"
#include "collect/inject/nvtx/nvtx_listener.h"
#include "collect/inject/nvtx/nvtx_state.h"

static atomic_bool stopped;

/* Also in a child of fork(), where locks may be held by threads that are not there and CUDA does
 * not work. */
void nvtx_stop(void)
{
    atomic_store(&stopped, true);
}

/* Whether the call is the program's and is looked at; then guard_leave() follows. */
static bool enter(void)
{
    return !atomic_load(&stopped) && guard_enter(GUARD_CALL);
}

struct text {
    char bytes[NVTX_MOST_TEXT + 1];
};

/* Cut where a character ends. */
static const char *narrow(struct text *to, const char *from)
{
    size_t length = from ? strnlen(from, NVTX_MOST_TEXT + 1) : 0;
    if (length > NVTX_MOST_TEXT)
        for (length = NVTX_MOST_TEXT; length && ((unsigned char)from[length] & 0xc0) == 0x80;)
            length--;
    if (from)
        memcpy(to->bytes, from, length);
    to->bytes[length] = '\0';
    return to->bytes;
}

static const char *wide(struct text *to, const wchar_t *from)
{
    size_t length = 0;
    for (; from && *from && length + 4 <= NVTX_MOST_TEXT; from++) {
        uint32_t c = (uint32_t)*from;
        if (c >= 0x110000 || (c >= 0xd800 && c < 0xe000))
            c = 0xfffd;
        unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
        to->bytes[length++] = (char)(lead[more] | c >> 6 * more);
        while (more-- > 0)
            to->bytes[length++] = (char)(0x80 | (c >> 6 * more & 0x3f));
    }
    to->bytes[length] = '\0';
    return to->bytes;
}

/* Attributes of a later version are longer; of a shorter one nothing is known. */
static const nvtxEventAttributes_t *known(const nvtxEventAttributes_t *event)
{
    return event && event->size >= sizeof *event ? event : NULL;
}

static const char *message(struct text *to, const nvtxEventAttributes_t *event)
{
    if (!known(event))
        return "";
    switch (event->messageType) {
    case NVTX_MESSAGE_TYPE_ASCII:
        return narrow(to, event->message.ascii);
    case NVTX_MESSAGE_TYPE_UNICODE:
        return wide(to, event->message.unicode);
    case NVTX_MESSAGE_TYPE_REGISTERED:
        return nvtx_state_registered((uint64_t)(uintptr_t)event->message.registered);
    default:
        return "";
    }
}

static uint32_t domain_of(nvtxDomainHandle_t handle)
{
    uintptr_t number = (uintptr_t)handle;
    return number < NVTX_NO_DOMAIN ? (uint32_t)number : NVTX_NO_DOMAIN;
}

/* Calls `call` with the text's UTF-8 as `name`; a value of type `type` is returned, or `none`. */
#define WITH_TEXT(type, none, convert, given, call)                                                \
    struct text text;                                                                              \
    type result = none;                                                                            \
    if (!enter())                                                                                  \
        return result;                                                                             \
    const char *name = convert(&text, given);                                                      \
    result = call;                                                                                 \
    guard_leave();                                                                                 \
    return result

static _Atomic(const struct nvtx_listener *) listener;

void nvtx_listen(const struct nvtx_listener *wanted)
{
    atomic_store(&listener, wanted);
}

static struct nvtx_event event_of(uint32_t domain, const char *name,
                                  const nvtxEventAttributes_t *event)
{
    const bool colored = event && event->colorType == NVTX_COLOR_ARGB;
    return (struct nvtx_event){name, nvtx_state_domain_name(domain), domain,
                               colored ? event->color : 0};
}

static int push(uint32_t domain, const char *name, const nvtxEventAttributes_t *event)
{
    const struct nvtx_listener *l = atomic_load(&listener);
    const struct nvtx_event told = event_of(domain, name, event);
    if (l)
        l->push(&told);
    return nvtx_state_push(domain, name, event);
}

static nvtxRangeId_t start(uint32_t domain, const char *name, const nvtxEventAttributes_t *event)
{
    const struct nvtx_listener *l = atomic_load(&listener);
    const struct nvtx_event told = event_of(domain, name, event);
    const nvtxRangeId_t range = nvtx_state_start(domain, name, event);
    if (l && range)
        l->start(range, &told);
    return range;
}

static int mark(uint32_t domain, const char *name, const nvtxEventAttributes_t *event)
{
    const struct nvtx_listener *l = atomic_load(&listener);
    const struct nvtx_event told = event_of(domain, name, event);
    if (l)
        l->mark(&told);
    return 0;
}

static int NVTX_API push_ex(const nvtxEventAttributes_t *event)
{
    WITH_TEXT(int, NVTX_NO_PUSH_POP_TRACKING, message, event, push(0, name, known(event)));
}

static int NVTX_API push_a(const char *given)
{
    WITH_TEXT(int, NVTX_NO_PUSH_POP_TRACKING, narrow, given, push(0, name, NULL));
}

static int NVTX_API push_w(const wchar_t *given)
{
    WITH_TEXT(int, NVTX_NO_PUSH_POP_TRACKING, wide, given, push(0, name, NULL));
}

static int NVTX_API domain_push_ex(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    WITH_TEXT(int, NVTX_NO_PUSH_POP_TRACKING, message, event,
              push(domain_of(domain), name, known(event)));
}

static int NVTX_API domain_pop(nvtxDomainHandle_t domain)
{
    if (!enter())
        return NVTX_NO_PUSH_POP_TRACKING;
    const struct nvtx_listener *l = atomic_load(&listener);
    if (l)
        l->pop(domain_of(domain));
    int level = nvtx_state_pop(domain_of(domain));
    guard_leave();
    return level;
}

static int NVTX_API pop(void)
{
    return domain_pop(NULL);
}

static nvtxRangeId_t NVTX_API start_ex(const nvtxEventAttributes_t *event)
{
    WITH_TEXT(nvtxRangeId_t, 0, message, event, start(0, name, known(event)));
}

static nvtxRangeId_t NVTX_API start_a(const char *given)
{
    WITH_TEXT(nvtxRangeId_t, 0, narrow, given, start(0, name, NULL));
}

static nvtxRangeId_t NVTX_API start_w(const wchar_t *given)
{
    WITH_TEXT(nvtxRangeId_t, 0, wide, given, start(0, name, NULL));
}

static nvtxRangeId_t NVTX_API domain_start_ex(nvtxDomainHandle_t domain,
                                              const nvtxEventAttributes_t *event)
{
    WITH_TEXT(nvtxRangeId_t, 0, message, event, start(domain_of(domain), name, known(event)));
}

static void NVTX_API end(nvtxRangeId_t range)
{
    if (!enter())
        return;
    const struct nvtx_listener *l = atomic_load(&listener);
    if (l)
        l->end(range);
    nvtx_state_end(range);
    guard_leave();
}

/* A mark has no result: the one of the macro is dropped. */
static int take_mark(const nvtxEventAttributes_t *event, uint32_t domain)
{
    WITH_TEXT(int, 0, message, event, mark(domain, name, known(event)));
}

static void NVTX_API mark_ex(const nvtxEventAttributes_t *event)
{
    take_mark(event, 0);
}

static void NVTX_API domain_mark_ex(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
{
    take_mark(event, domain_of(domain));
}

static int take_mark_a(const char *given)
{
    WITH_TEXT(int, 0, narrow, given, mark(0, name, NULL));
}

static void NVTX_API mark_a(const char *given)
{
    take_mark_a(given);
}

static int take_mark_w(const wchar_t *given)
{
    WITH_TEXT(int, 0, wide, given, mark(0, name, NULL));
}

static void NVTX_API mark_w(const wchar_t *given)
{
    take_mark_w(given);
}

static void NVTX_API domain_end(nvtxDomainHandle_t domain, nvtxRangeId_t range)
{
    (void)domain;
    end(range);
}

static nvtxDomainHandle_t NVTX_API domain_create_a(const char *given)
{
    WITH_TEXT(nvtxDomainHandle_t, NULL, narrow, given,
              (nvtxDomainHandle_t)(uintptr_t)nvtx_state_domain(name));
}

static nvtxDomainHandle_t NVTX_API domain_create_w(const wchar_t *given)
{
    WITH_TEXT(nvtxDomainHandle_t, NULL, wide, given,
              (nvtxDomainHandle_t)(uintptr_t)nvtx_state_domain(name));
}

static nvtxStringHandle_t NVTX_API register_a(nvtxDomainHandle_t domain, const char *given)
{
    WITH_TEXT(nvtxStringHandle_t, NULL, narrow, given,
              (nvtxStringHandle_t)(uintptr_t)nvtx_state_register(domain_of(domain), name));
}

static nvtxStringHandle_t NVTX_API register_w(nvtxDomainHandle_t domain, const wchar_t *given)
{
    WITH_TEXT(nvtxStringHandle_t, NULL, wide, given,
              (nvtxStringHandle_t)(uintptr_t)nvtx_state_register(domain_of(domain), name));
}

#define NAMING(function, before, domain, family, id, character, convert)                           \
    static void NVTX_API function(before uint32_t id, const character *given)                      \
    {                                                                                              \
        struct text text;                                                                          \
        if (!enter())                                                                              \
            return;                                                                                \
        nvtx_state_name(domain, family, id, convert(&text, given));                                \
        guard_leave();                                                                             \
    }
#define IN_DOMAIN nvtxDomainHandle_t domain,
NAMING(category_a, , 0, NVTX_CATEGORY, category, char, narrow)
NAMING(category_w, , 0, NVTX_CATEGORY, category, wchar_t, wide)
NAMING(thread_a, , 0, NVTX_OS_THREAD, thread, char, narrow)
NAMING(thread_w, , 0, NVTX_OS_THREAD, thread, wchar_t, wide)
NAMING(domain_category_a, IN_DOMAIN, domain_of(domain), NVTX_CATEGORY, category, char, narrow)
NAMING(domain_category_w, IN_DOMAIN, domain_of(domain), NVTX_CATEGORY, category, wchar_t, wide)

struct hook {
    unsigned id;
    NvtxFunctionPointer function;
};

#define HOOK(id, function)                                                                         \
    {                                                                                              \
        NVTX_CBID_##id, (NvtxFunctionPointer)(function)                                            \
    }

static const struct hook core[] = {
    HOOK(CORE_MarkEx, mark_ex),
    HOOK(CORE_MarkA, mark_a),
    HOOK(CORE_MarkW, mark_w),
    HOOK(CORE_RangePushEx, push_ex),
    HOOK(CORE_RangePushA, push_a),
    HOOK(CORE_RangePushW, push_w),
    HOOK(CORE_RangePop, pop),
    HOOK(CORE_RangeStartEx, start_ex),
    HOOK(CORE_RangeStartA, start_a),
    HOOK(CORE_RangeStartW, start_w),
    HOOK(CORE_RangeEnd, end),
    HOOK(CORE_NameCategoryA, category_a),
    HOOK(CORE_NameCategoryW, category_w),
    HOOK(CORE_NameOsThreadA, thread_a),
    HOOK(CORE_NameOsThreadW, thread_w),
};

static const struct hook core2[] = {
    HOOK(CORE2_DomainMarkEx, domain_mark_ex),
    HOOK(CORE2_DomainRangePushEx, domain_push_ex),
    HOOK(CORE2_DomainRangePop, domain_pop),
    HOOK(CORE2_DomainRangeStartEx, domain_start_ex),
    HOOK(CORE2_DomainRangeEnd, domain_end),
    HOOK(CORE2_DomainNameCategoryA, domain_category_a),
    HOOK(CORE2_DomainNameCategoryW, domain_category_w),
    HOOK(CORE2_DomainRegisterStringA, register_a),
    HOOK(CORE2_DomainRegisterStringW, register_w),
    HOOK(CORE2_DomainCreateA, domain_create_a),
    HOOK(CORE2_DomainCreateW, domain_create_w),
};

static bool put(const NvtxExportTableCallbacks *callbacks, NvtxCallbackModule module,
                const struct hook *hooks, size_t count)
{
    NvtxFunctionTable table = NULL;
    unsigned size = 0;
    if (!callbacks->GetModuleFunctionTable(module, &table, &size) || !table)
        return false;
    /* The table of an older NVTX is shorter. */
    for (size_t i = 0; i < count; i++)
        if (hooks[i].id < size && table[hooks[i].id])
            *table[hooks[i].id] = hooks[i].function;
    return true;
}

bool nvtx_attach(void *get_export_table)
{
    NvtxGetExportTableFunc_t get = NULL;
    memcpy(&get, &get_export_table, sizeof get);
    const NvtxExportTableCallbacks *callbacks = get ? get(NVTX_ETID_CALLBACKS) : NULL;
    if (!callbacks || callbacks->struct_size < sizeof *callbacks)
        return false;
    pthread_atfork(NULL, NULL, nvtx_stop);
    return put(callbacks, NVTX_CB_MODULE_CORE, core, sizeof core / sizeof *core) &&
           put(callbacks, NVTX_CB_MODULE_CORE2, core2, sizeof core2 / sizeof *core2);
}
