/* python_stack: reads the call stack of the Python interpreter on the current thread.
 *
 * Most launches come from code that has released the interpreter's lock for the call (ctypes, or an
 * operator of PyTorch). Waiting for the lock here could last for ever, because its owner may be
 * waiting for us. So nothing is called that needs the lock, changes a reference count or raises an
 * exception. The frames of a thread do not change while it is in a call, with or without the lock.
 * They are read as plain memory through the kernel, which refuses unmapped addresses, and an object
 * is used only if it has the right type. The only functions of the interpreter that are called are
 * the ones that just read: the state of the thread, the characters of a text, the line of an
 * instruction.
 *
 * The layout of frames in CPython 3.8 to 3.14 comes from its headers. Builds with another layout
 * (free-threaded CPython, PyPy) are recognised and refused. */
#ifndef ROOFTOP_COLLECT_INJECT_STACKS_PYTHON_STACK_H
#define ROOFTOP_COLLECT_INJECT_STACKS_PYTHON_STACK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct python_layout;

struct python {
    void *(*thread_state)(void);
    int (*initialized)(void);
    long (*text_length)(void *);
    uint32_t (*text_character)(void *, long);
    int (*frame_line)(void *);     /* line of a frame, up to 3.10 and from 3.12 on */
    int (*code_line)(void *, int); /* line of an instruction of a code object, 3.11 */
    void *text_type, *code_type, *frame_type;
    const struct python_layout *layout;
    size_t frames_at;          /* offset of the frames in the thread state, once it was found */
    bool believed;             /* frames were read successfully */
    _Atomic(char *) problem;   /* why stacks cannot be read, for the user; NULL: no problem */
    unsigned long long looked; /* how many files had been loaded at the last look */
    atomic_flag looking;
    atomic_bool found; /* an interpreter was found, and the members above are set */
};

/* The most bytes that are kept of the name of a file or function. */
enum { PYTHON_TEXT = 1024 };

struct python_frame {
    char file[PYTHON_TEXT], function[PYTHON_TEXT];
    uint32_t line; /* 0: not known */
};

/* Looks for an interpreter if something was loaded since the last time. Call it without the
 * library's lock: it takes the linker's lock, and a thread that holds that may be loading a library
 * whose initialisation waits for ours. */
void python_look(struct python *python);

/* Calls use() for each frame, innermost first, at most `most` times. Without an interpreter, or on
 * a thread that runs no Python, there are no frames. Returns false if the memory held no stack, and
 * sets problem. */
typedef bool python_use(void *context, const struct python_frame *frame);
bool python_frames(struct python *python, size_t most, python_use *use, void *context);

#endif
