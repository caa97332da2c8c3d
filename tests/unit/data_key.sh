#!/bin/sh
# data_key.sh FILE...: one word for all that unit tests read beside their programs, but for documents and sources (UNIT_ALWAYS in
# unit.mk): data of the project, these files and folders, which are built, and the packages of the system.
find "${XDG_CACHE_HOME:-$HOME/.cache}/rooftop/unit" -type f -mtime +3 -delete 2>/dev/null
{
    find cpu cpu_rules rules sections themes trace_rules python tests/data tests/lsan.supp tests/unit/samples "$@" \
        -type f ! -name '*.pyc' ! -path '*/obj/*' -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 sha256sum | cut -d ' ' -f 1
    ls -lR /usr/local/cuda/lib64/ /var/lib/dpkg/status /etc/os-release 2>/dev/null
    uname -r
} | sha256sum | cut -d ' ' -f 1
