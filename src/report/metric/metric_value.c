#include "report/metric/metric_value.h"

bool metric_value_number(const Rep__ProfileMetricValue *value, double *number)
{
    if (!value || value->stringvalue)
        return false;
    if (value->has_floatvalue)
        *number = value->floatvalue;
    else if (value->has_doublevalue)
        *number = value->doublevalue;
    else if (value->has_uint32value)
        *number = value->uint32value;
    else if (value->has_uint64value)
        *number = (double)value->uint64value;
    else
        return false;
    return true;
}
