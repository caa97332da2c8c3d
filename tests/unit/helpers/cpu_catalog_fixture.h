/* cpu_catalog_fixture: the built-in catalog of CPU events and metrics, for tests that look things
 * up in it: open_catalog() and close_catalog() are the set-up and the end of a group of tests. */
#ifndef ROOFTOP_TESTS_CPU_CATALOG_FIXTURE_H
#define ROOFTOP_TESTS_CPU_CATALOG_FIXTURE_H

#include "cpu/data/cpu_catalog.h"

extern struct cpu_catalog catalog;

int open_catalog(void **state);
int close_catalog(void **state);

#endif
