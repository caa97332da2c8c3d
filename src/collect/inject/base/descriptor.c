#include "collect/inject/base/descriptor.h"

#include <fcntl.h>
#include <unistd.h>

int descriptor_raise(int descriptor)
{
    int high = fcntl(descriptor, F_DUPFD_CLOEXEC, 200);
    if (high < 0)
        return descriptor;
    close(descriptor);
    return high;
}
