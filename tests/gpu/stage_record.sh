# shellcheck shell=bash
# Recordings of counters for tests/cupti, which evaluates them again without a GPU:
#
#   make all cupti-tests
#   STAGES=record bash tests/gpu/run.sh build/rooftop OUT
#   rm -rf tests/data/counters && cp -r OUT/counters tests/data/counters
#   bash tests/cupti/run.sh build
#
# OUT/counters gets a folder for each recording, whose images xz makes forty times smaller; all of
# them take at most RECORD_LIMIT bytes: recordings of the basic set are left out until that holds.
# `exact` is a recording of counters that are the same in every run; ncu counts them as
# well (reference.tsv: launch, metric, value).

# Deterministic in the samples chosen below: they follow from code and data.
EXACT=smsp__inst_executed.sum,smsp__thread_inst_executed.sum,smsp__warps_launched.sum,sm__ctas_launched.sum
EXACT=$EXACT,smsp__inst_executed_op_global_ld.sum,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
EXACT=$EXACT,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
EXACT_LAUNCH=launch__grid_size,launch__block_size,launch__registers_per_thread,launch__waves_per_multiprocessor
EXACT_LAUNCH=$EXACT_LAUNCH,launch__occupancy_limit_registers,launch__occupancy_limit_warps

stage_record() {
    rm -rf record counters
    mkdir -p record counters
    record basic 1 vector_add sgemm_tiled atomics --set basic
    record exact 3 inplace --disable-extra-suffixes --metrics "$EXACT"
    record_reference
    record_replays
    find counters -name '*.window' -exec xz -9 {} +
    record_is_small
}

# The first LAUNCHES of each sample, each sample in a folder of its own.
record() { # NAME LAUNCHES SAMPLE... OPTION...
    local name=$1 launches=$2 sample folder
    local -a samples=()
    shift 2
    while [ $# -gt 0 ] && [ "${1#-}" = "$1" ]; do
        samples+=("$1")
        shift
    done
    for sample in "${samples[@]}"; do
        folder=counters/$name-$sample
        mkdir -p "$folder"
        ROOFTOP_RECORD=$OUT/$folder with_rooftop "record/$name-$sample" \
            --launch-count "$launches" "$@" ./samples "$sample"
        check "record $name $sample" "status $STATUS, $(windows "$folder") windows," \
            [ "$STATUS" = 0 -a "$(windows "$folder")" -gt 0 ]
    done
}

windows() { # FOLDER
    find "$1" -name '*.window' | wc -l
}

bytes_of() { # FOLDER: of the images
    find "$1" -name '*.window.xz' -exec cat {} + | wc -c
}

# ncu's values of the same launches, made in a run of its own.
record_reference() {
    local folder=counters/exact-inplace
    with_ncu record/reference --launch-count 3 --metrics "$EXACT,$EXACT_LAUNCH" ./samples inplace
    raw_page "$NCU" record/reference.ncu-rep record/reference.csv
    awk -f "$HERE/csv.awk" -v names="$EXACT,$EXACT_LAUNCH" -f <(cat <<'AWK'
BEGIN {
    csv_read(1, ARGV[1])
    count = split(names, metric, ",")
    for (r = 1; r <= rows[1]; r++)
        for (i = 1; i <= count; i++) {
            value = csv_value(1, r, metric[i])
            if (csv_is_number(value) && value !~ /\./) {
                gsub(/,/, "", value)
                print (r - 1) "\t" metric[i] "\t" value
            }
        }
    exit 0
}
AWK
    ) record/reference.csv >"$folder/reference.tsv"
    check "record reference" "$(wc -l <"$folder/reference.tsv") values of ncu" \
        [ -s "$folder/reference.tsv" ]
}

# Leaves out whole recordings of the basic set, the largest first, but never the last one.
record_is_small() {
    local largest
    while [ "$(bytes_of counters)" -gt "$RECORD_LIMIT" ] && [ "$(find counters -name 'basic-*' | wc -l)" -gt 1 ]; do
        largest=$(for folder in counters/basic-*; do echo "$(bytes_of "$folder") $folder"; done | sort -n | tail -n 1)
        skip "${largest#* }" "left out: ${largest% *} bytes are too many"
        rm -rf "${largest#* }"
    done
    find counters -type f -printf '%10s %p\n' | sort -k 2 >record/sizes.txt
    check "record size" "$(bytes_of counters) bytes of $RECORD_LIMIT allowed (record/sizes.txt)" \
        [ "$(bytes_of counters)" -le "$RECORD_LIMIT" ]
}

# Here already, beside the driver: what fails now would fail everywhere.
record_replays() {
    local replay
    replay=$(dirname "$ROOFTOP")/cupti/replay
    if ! [ -x "$replay" ]; then
        skip "record replay" "no $replay: make cupti-tests"
        return
    fi
    launch record/replay.log "$replay" counters/*
    check "record replay" "$(tail -n 1 record/replay.log) (record/replay.log)" [ "$STATUS" = 0 ]
}
