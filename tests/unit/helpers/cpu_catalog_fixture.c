#include "cpu_catalog_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct cpu_catalog catalog;

int open_catalog(void **state)
{
    struct error error;
    (void)state;
    if (!cpu_catalog_add_built_in(&catalog, &error) || !cpu_catalog_check(&catalog, &error))
        fail_msg("%s", error.text);
    return 0;
}

int close_catalog(void **state)
{
    (void)state;
    cpu_catalog_free(&catalog);
    return 0;
}
