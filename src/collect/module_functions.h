/* module_functions: which functions a module has and where they stand, for its entry in a report.
 *
 * Readers find what a launch ran by address: launch__function_pcs of the result among the addresses
 * in the module's entry. Without these the reference takes every function of the module to have
 * run, all of them at address 0, and shows the source lines of one at the instructions of another.
 * The driver tells no address to anybody, so ours is the place of the code in the module's file:
 * it tells functions apart, and an instruction stands as far behind it as in memory. */
#ifndef ROOFTOP_MODULE_FUNCTIONS_H
#define ROOFTOP_MODULE_FUNCTIONS_H

#include <stdint.h>

#include "report.h"

/* Adds the functions of its binary to a source entry; none if that is no readable module. */
void module_functions_add(Rep__SourceData *source);

/* The address of a function in a module of a report; 0: it is not there. */
uint64_t module_function_address(struct report *report, uint32_t process, uint64_t reference,
                                 const char *mangled);

#endif
