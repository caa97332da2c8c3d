/* crash_trace: writes a trace of a crash of this program to a file, and names the file on standard
 * error.
 *
 * The file is $XDG_STATE_HOME/rooftop/crash-PID.txt, by default below ~/.local/state, or else
 * rooftop-crash-PID.txt in $TMPDIR or /tmp. It has the version, the signal, the address that was
 * accessed and the calls, each as file and offset for addr2line(1). It has nothing from a
 * report. */
#ifndef ROOFTOP_TUI_TERM_CRASH_TRACE_H
#define ROOFTOP_TUI_TERM_CRASH_TRACE_H

#include <signal.h>

/* Does what must not be done during a crash. Call it once before. */
void crash_trace_prepare(void);

/* Writes the trace. Call it in the handler of the signal. */
void crash_trace_write(int signal_number, const siginfo_t *info);

#endif
