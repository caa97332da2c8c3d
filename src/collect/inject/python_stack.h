/* python_stack: what the Python interpreter of this process runs on this thread.
 *
 * Most launches come from code that has given up the interpreter's lock for the call (ctypes, and
 * what PyTorch makes of an operator), and waiting for it here could wait for ever: its owner may
 * wait for us. So nothing is called that needs the lock, touches a count of references or raises an
 * exception. The frames of a thread stand still while it is in a call, lock or not: they are read
 * as plain memory, through the kernel, which refuses what is not mapped, and an object is believed
 * only if its type is the right one. Of the interpreter's functions only those are called that just
 * read: the state of the thread, characters of a text, the line of an instruction.
 *
 * Facts: where CPython 3.8 to 3.14 keep their frames, from its headers. Builds of another layout
 * (free-threaded ones, PyPy) are told apart and refused. */
#ifndef ROOFTOP_INJECT_PYTHON_STACK_H
#define ROOFTOP_INJECT_PYTHON_STACK_H

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
    int (*frame_line)(void *);     /* of a frame, up to 3.10 and from 3.12 on */
    int (*code_line)(void *, int); /* of an instruction of a code object, 3.11 */
    void *text_type, *code_type, *frame_type;
    const struct python_layout *layout;
    size_t frames_at;          /* where a thread has its frames, once that was found */
    bool believed;             /* frames were read */
    _Atomic(char *) problem;   /* why it cannot be read, for the user; or NULL */
    unsigned long long looked; /* after so many files were loaded */
    atomic_flag looking;
    atomic_bool found; /* and everything above is there */
};

/* The longest text that is kept of a file's or a function's name. */
enum { PYTHON_TEXT = 1024 };

struct python_frame {
    char file[PYTHON_TEXT], function[PYTHON_TEXT];
    uint32_t line; /* 0: not known */
};

/* Looks for an interpreter among what is loaded, if something was loaded since the last time.
 * Without the library's lock: it takes the linker's, which a thread holds that loads a library
 * whose set-up may be waiting for ours. */
void python_look(struct python *python);

/* Calls use() for each frame, innermost first, at most `most` times. false: what was read is no
 * stack, and problem is set. Without an interpreter, and in a thread that runs no Python, there are
 * no frames. */
typedef bool python_use(void *context, const struct python_frame *frame);
bool python_frames(struct python *python, size_t most, python_use *use, void *context);

#endif
