#include "collect/inject/stacks/python_stack.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Offsets of members. UNKNOWN: looked for. */
enum { UNKNOWN = 0, FIRST_PLACE = 24, LAST_PLACE = 192, FRAME_BYTES = 72, CODE_BYTES = 128 };
enum { OBJECT_TYPE = 8 };

struct python_layout {
    int first, last;      /* minor versions */
    size_t thread_frames; /* thread: its innermost frame */
    size_t pointed_frame; /* 0, or where a record that the thread points to has the frame, + 1 */
    size_t code, back;    /* of a frame */
    bool objects;         /* frames are objects */
    size_t instruction;   /* of a frame: the one that runs; 0: the frame is asked for its line */
    size_t file, name;    /* of a code object */
    size_t instructions;  /* where they begin in a code object */
};

static const struct python_layout layouts[] = {
    {8, 10, 24, 0, 32, 24, true, 0, 104, 112, 0},
    {11, 11, 56, 8 + 1, 32, 48, false, 56, 112, 120, 184},
    {12, 12, 56, 0 + 1, 0, 8, false, 0, 112, 120, 0},
    {13, 13, 72, 0, 0, 8, false, 0, 112, 120, 0},
    {14, 14, UNKNOWN, 0, 0, 8, false, 0, 112, 120, 0},
};

static bool read_memory(uint64_t address, void *to, size_t length)
{
    struct iovec here = {to, length}, there = {(void *)(uintptr_t)address, length};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)length;
}

static uint64_t word(const uint8_t *bytes, size_t at)
{
    uint64_t value;
    memcpy(&value, bytes + at, sizeof value);
    return value;
}

static bool read_word(uint64_t address, uint64_t *value)
{
    return read_memory(address, value, sizeof *value);
}

static bool has_type(uint64_t object, const void *type)
{
    uint64_t found;
    return object && read_word(object + OBJECT_TYPE, &found) && found == (uint64_t)(uintptr_t)type;
}

/* References on the stack of 3.14 have marks in their lowest bits. */
static uint64_t unmarked(uint64_t reference)
{
    return reference & ~(uint64_t)3;
}

static bool is_frame(const struct python *python, uint64_t frame)
{
    const struct python_layout *layout = python->layout;
    uint64_t code;
    return frame && (!layout->objects || has_type(frame, python->frame_type)) &&
           read_word(frame + layout->code, &code) && has_type(unmarked(code), python->code_type);
}

/* The library of an interpreter that a program loaded for itself. */
static int on_object(struct dl_phdr_info *info, size_t size, void *user)
{
    const char *name = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    (void)size;
    if (!name || strncmp(name, "/libpython3", 11) != 0)
        return 0;
    snprintf(user, PATH_MAX, "%s", info->dlpi_name);
    return 1;
}

static void *find_library(void)
{
    char path[PATH_MAX] = "";
    if (dlsym(RTLD_DEFAULT, "Py_GetVersion"))
        return RTLD_DEFAULT;
    dl_iterate_phdr(on_object, path);
    return *path ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static bool refuse(struct python *python, const char *why, const char *version)
{
    char text[256];
    snprintf(text, sizeof text, "no Python call stacks: %s (%.80s)", why, version);
    atomic_store(&python->problem, strdup(text));
    atomic_store(&python->found, false);
    return false;
}

static bool read_symbols(struct python *python, void *library)
{
    *(void **)&python->thread_state = dlsym(library, "PyGILState_GetThisThreadState");
    *(void **)&python->initialized = dlsym(library, "Py_IsInitialized");
    *(void **)&python->text_length = dlsym(library, "PyUnicode_GetLength");
    *(void **)&python->text_character = dlsym(library, "PyUnicode_ReadChar");
    *(void **)&python->code_line = dlsym(library, "PyCode_Addr2Line");
    *(void **)&python->frame_line =
        dlsym(library, python->layout->objects ? "PyFrame_GetLineNumber"
                                               : "PyUnstable_InterpreterFrame_GetLine");
    python->text_type = dlsym(library, "PyUnicode_Type");
    python->code_type = dlsym(library, "PyCode_Type");
    python->frame_type = dlsym(library, "PyFrame_Type");
    return python->thread_state && python->initialized && python->text_length &&
           python->text_character && python->text_type && python->code_type && python->frame_type &&
           (python->layout->instruction ? (void *)python->code_line : (void *)python->frame_line);
}

static void find(struct python *python)
{
    const char *(*get_version)(void);
    int major = 0, minor = 0;
    void *library = find_library();
    *(void **)&get_version =
        library || dlsym(RTLD_DEFAULT, "Py_GetVersion") ? dlsym(library, "Py_GetVersion") : NULL;
    if (!get_version)
        return;
    const char *version = get_version();
    sscanf(version, "%d.%d", &major, &minor);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
        if (major == 3 && minor >= layouts[i].first && minor <= layouts[i].last)
            python->layout = &layouts[i];
    python->frames_at = python->layout ? python->layout->thread_frames : UNKNOWN;
    if (!python->layout)
        refuse(python, "the frames of this Python version are not known", version);
    else if (strstr(version, "free-threading"))
        refuse(python, "the frames of free-threaded Python are not known", version);
    else if (!read_symbols(python, library))
        refuse(python, "this interpreter hides its functions", version);
    else
        atomic_store(&python->found, true);
}

static int count_loads(struct dl_phdr_info *info, size_t size, void *user)
{
    (void)size;
    *(unsigned long long *)user = info->dlpi_adds;
    return 1;
}

void python_look(struct python *python)
{
    unsigned long long loads = 0;
    if (atomic_load(&python->found) || atomic_load(&python->problem) ||
        atomic_flag_test_and_set(&python->looking))
        return;
    dl_iterate_phdr(count_loads, &loads);
    if (python->looked != loads) {
        python->looked = loads;
        find(python);
    }
    atomic_flag_clear(&python->looking);
}

/* The innermost frame of a thread, 0 if it runs nothing. */
static bool innermost(const struct python *python, uint64_t thread, size_t at, uint64_t *frame)
{
    size_t pointed = python->layout->pointed_frame;
    return read_word(thread + at, frame) &&
           (!*frame || !pointed || read_word(*frame + pointed - 1, frame));
}

static bool find_innermost(struct python *python, uint64_t thread, uint64_t *frame)
{
    if (python->frames_at)
        return innermost(python, thread, python->frames_at, frame);
    for (size_t at = FIRST_PLACE; at <= LAST_PLACE; at += sizeof thread) {
        if (!innermost(python, thread, at, frame))
            return false;
        if (is_frame(python, *frame)) {
            python->frames_at = at;
            return true;
        }
    }
    *frame = 0;
    return true;
}

static size_t put_character(char *to, size_t room, uint32_t c)
{
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (length > room)
        return 0;
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        to[i] = (char)(0x80 | (c & 0x3f));
    static const uint8_t heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(heads[length] | c);
    return length;
}

/* Characters that are no text (halves of pairs, for bytes of a name that are no UTF-8) become "?".
 */
static void copy_text(const struct python *python, uint64_t object, char to[PYTHON_TEXT])
{
    void *text = (void *)(uintptr_t)object;
    size_t used = 0;
    long length = python->text_length(text);
    for (long i = 0; i < length; i++) {
        uint32_t c = python->text_character(text, i);
        size_t added =
            put_character(to + used, PYTHON_TEXT - 1 - used, c >= 0xd800 && c < 0xe000 ? '?' : c);
        if (!added)
            break;
        used += added;
    }
    to[used] = '\0';
}

/* Whether both objects are texts, which is asked of the kernel in one call. */
static bool are_texts(const struct python *python, uint64_t a, uint64_t b)
{
    uint64_t types[2], wanted = (uint64_t)(uintptr_t)python->text_type;
    const struct iovec here = {types, sizeof types};
    const struct iovec there[] = {{(void *)(uintptr_t)(a + OBJECT_TYPE), sizeof *types},
                                  {(void *)(uintptr_t)(b + OBJECT_TYPE), sizeof *types}};
    return process_vm_readv(getpid(), &here, 1, there, 2, 0) == sizeof types &&
           types[0] == wanted && types[1] == wanted;
}

static int line_of(const struct python *python, uint64_t address, const uint8_t *frame,
                   uint64_t code)
{
    const struct python_layout *layout = python->layout;
    if (!layout->instruction)
        return python->frame_line((void *)(uintptr_t)address);
    uint64_t done = word(frame, layout->instruction) - code - layout->instructions;
    return python->code_line((void *)(uintptr_t)code, (int)done);
}

/* Frames of the interpreter's own have no code, or code of no file ("<shim>" in 3.12, the
 * function's name later): *named is false. */
static bool read_frame(const struct python *python, uint64_t address, struct python_frame *to,
                       bool *named, uint64_t *back)
{
    const struct python_layout *layout = python->layout;
    uint8_t frame[FRAME_BYTES], bytes[CODE_BYTES];
    *named = false;
    if (!read_memory(address, frame, sizeof frame) ||
        (layout->objects && word(frame, OBJECT_TYPE) != (uint64_t)(uintptr_t)python->frame_type))
        return false;
    *back = word(frame, layout->back);
    uint64_t code = unmarked(word(frame, layout->code));
    if (!code || !read_memory(code, bytes, sizeof bytes) ||
        word(bytes, OBJECT_TYPE) != (uint64_t)(uintptr_t)python->code_type)
        return true;
    uint64_t file = word(bytes, layout->file), name = word(bytes, layout->name);
    if (file == name)
        return true;
    if (!are_texts(python, file, name))
        return false;
    copy_text(python, file, to->file);
    copy_text(python, name, to->function);
    if (strcmp(to->file, "<shim>") == 0)
        return true;
    int line = line_of(python, address, frame, code);
    to->line = line > 0 ? (uint32_t)line : 0;
    return *named = true;
}

bool python_frames(struct python *python, size_t most, python_use *use, void *context)
{
    struct python_frame frame;
    uint64_t thread = atomic_load(&python->found) && python->initialized()
                          ? (uint64_t)(uintptr_t)python->thread_state()
                          : 0;
    uint64_t at = 0, back = 0;
    size_t count = 0;
    bool good = !thread || find_innermost(python, thread, &at), named;
    for (; good && at && count < most; at = back, count++) {
        good = read_frame(python, at, &frame, &named, &back);
        python->believed = python->believed || (good && named);
        if (good && named && !use(context, &frame))
            break;
    }
    if (!good)
        return refuse(python, "the interpreter's memory does not look like this version's",
                      "process_vm_readv");
    if (count && !python->believed)
        return refuse(python, "the interpreter's frames are not where they should be",
                      "it may be built in another way");
    return true;
}
