/* fault: failures that a test asks for, and a log of what the doubles refuse.
 *
 * FAKEGPU_FAIL="cuInit=100,cuMemAlloc=2@3" makes a function return a code: always, or from its N-th
 * call on when @N is given. A name stands for all versions of a function (cuMemAlloc:
 * cuMemAlloc_v2). FAKEGPU_SLOW="cuMemcpyHtoD=20@2" makes a function wait 20 milliseconds
 * before it does anything, from its second call on. FAKEGPU_FAULTS names a file that gets one line
 * for each failure that was made, FAKEGPU_LOG one for each call refused for breaking the protocol.
 */
#ifndef FAKEGPU_FAULT_H
#define FAKEGPU_FAULT_H

#include <stdbool.h>

/* True when the function named has to fail now; *code is what it returns. */
bool fault_wanted(const char *function, int *code);

/* Sleeps if the function named is to be slow now. */
void fault_delay(const char *function);

void fault_log(const char *function, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
