#!/bin/sh
# run_one.sh OUT NAME KEY DOUBLES: runs a unit test and keeps what it says in OUT/log/NAME. A test that passed in the last three days
# says the same again while its program, KEY (what tests read beside, see data_key.sh; DOUBLES with the doubles of the driver and
# CUPTI, for a program that names them) and the settings of the sanitizers are the same: then that is shown instead. An empty KEY: it
# always runs.
out=$1 name=$2 key=$3 log=$1/log/$2 said=
[ -z "$key" ] || ! grep -q fakegpu/libcupti "$out/$name" || key=$4
if [ -n "$key" ]; then
    folder=${XDG_CACHE_HOME:-$HOME/.cache}/rooftop/unit
    said=$folder/$({ echo "$name $key $ASAN_OPTIONS ${LSAN_OPTIONS##*/}" && cat "$out/$name"; } | sha256sum | cut -d ' ' -f 1)
    [ -z "$(find "$said" -mtime -3 2>/dev/null)" ] || { cp "$said" "$log" && exit; }
fi
"$out/$name" >"$log" 2>&1 || { echo "$name (exit status $?)" >"$log.failed" && exit; }
[ -z "$said" ] || ! mkdir -p "$folder" || { cp "$log" "$said.$$" && mv "$said.$$" "$said"; }
