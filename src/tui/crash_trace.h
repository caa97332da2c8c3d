/* crash_trace: what is left of a crash of this program: where it was, in a file, and a sentence on
 * the standard error that names the file.
 *
 * The file is $XDG_STATE_HOME/rooftop/crash-PID.txt, by default below ~/.local/state, and
 * rooftop-crash-PID.txt in $TMPDIR or /tmp where it cannot be made there. It has the version, the
 * signal, the address that was accessed and the calls, each as file and offset for addr2line(1);
 * nothing of a report. */
#ifndef ROOFTOP_CRASH_TRACE_H
#define ROOFTOP_CRASH_TRACE_H

#include <signal.h>

/* Once, before a crash: what may not be done in one. */
void crash_trace_prepare(void);

/* In the handler of the signal. */
void crash_trace_write(int signal_number, const siginfo_t *info);

#endif
