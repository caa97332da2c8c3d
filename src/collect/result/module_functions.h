/* module_functions: which functions a module has and where they stand, for the module's entry in a
 * report.
 *
 * Readers find what a launch ran by its address: launch__function_pcs of the result among the
 * addresses in the module's entry. Without these addresses ncu takes all functions of the module to
 * have run, all of them at address 0, and shows the source lines of one function at the
 * instructions of another. The driver tells nobody the address of a function in memory. So our
 * address is the place of the code in the module's file: it tells functions apart, and each
 * instruction has the same distance from it as in memory. */
#ifndef ROOFTOP_COLLECT_RESULT_MODULE_FUNCTIONS_H
#define ROOFTOP_COLLECT_RESULT_MODULE_FUNCTIONS_H

#include <stdint.h>

#include "report/file/report.h"

/* Adds the functions of a source entry's binary to the entry; none if the binary is no readable
 * module. */
void module_functions_add(Rep__SourceData *source);

/* The address of a function in a module of a report. 0: it is not there. */
uint64_t module_function_address(struct report *report, uint32_t process, uint64_t reference,
                                 const char *mangled);

#endif
