#!/bin/bash
# Every PTX text of the injection library goes through ptxas: tests/cupti/assemble.sh PTXAS FOLDER
# One that the driver's compiler refuses would show on a GPU only. Prints checks, and their sum last.
set -u
work=$(mktemp -d /tmp/rt-ptx.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
mapfile -t sources < <(find "$2" -name '*.c' | sort)
# A text begins with its .version and ends with the statement of C; a string is a line of it, or a part of one. Macros are expanded before; includes are left out, since only macros of the file itself make such texts.
for source in "${sources[@]}"; do
    grep -v '^#include' "$source" | cpp -P -w - 2>"$work/log" || cat "$work/log" >&2
done | awk -v out="$work/" '
    {
        while (match($0, /"([^"\\]|\\.)*"/)) {
            line = substr($0, RSTART + 1, RLENGTH - 2)
            $0 = substr($0, RSTART + RLENGTH)
            gsub(/\\n/, "\n", line)
            if (line ~ /^\.version/)
                file = out sprintf("%02d", ++n) ".ptx"
            if (file)
                printf "%s", line >file
        }
        if (file && /^[ ]*;/) {
            close(file)
            file = ""
        }
    }'
for text in "$work"/*.ptx; do
    name=$(sed -n 's/^\.visible \.entry \([a-z_0-9]*\).*/\1/p' "$text" | paste -sd ' ')
    if "$1" -arch=sm_90 -o "$work/out.cubin" "$text" >"$work/log" 2>&1 && [ -n "$name" ]; then
        echo "ok   ptx: $name"
        passed=$((passed + 1))
    else
        echo "FAIL ptx: $name"
        sed 's/^/    | /' "$work/log"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
