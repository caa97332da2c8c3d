#include "report/file/rule_findings.h"

#include <stdlib.h>

void rule_findings_free(struct rule_findings *findings)
{
    free(findings->results);
    arena_free(&findings->arena);
    *findings = (struct rule_findings){0};
}
