# shellcheck shell=bash
# What the caches hold when a kernel starts: kernels that only read, and that only write, from 1 to
# 256 MiB, and what device memory reads and writes meanwhile. It measures with the caches flushed, with enough
# counters that ncu needs several passes, and with the caches left alone. One run of ncu
# replays the application. And whether a kernel that does nearly nothing counts anything
# that goes on behind the flush.

stage_caches() {
    local few="dram__bytes_read.sum,dram__bytes_write.sum,dram__cycles_active.avg,gpu__time_duration.sum"
    mkdir -p caches
    caches_after all all "$few"
    caches_after several all "$few,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,\
lts__t_sectors_srcunit_ltcfabric.sum,lts__d_sectors_fill_device.sum,lts__t_sectors.sum"
    caches_after none none "$few"
    quiet_start lts__d_sectors_fill_device.sum lts__t_sectors_lookup_miss.sum
}

quiet_start() { # METRIC...
    local base=caches/quiet text status
    with_rooftop $base.ours --metrics "$(tr ' ' , <<<"$*")" ./samples tiny20
    with_ncu $base.theirs --metrics "$(tr ' ' , <<<"$*")" ./samples tiny20
    caches_page tiny20 $base.ours && caches_page tiny20 $base.theirs || return
    text=$(awk -f "$HERE/csv.awk" -f "$HERE/quiet.awk" $base.ours.csv $base.theirs.csv "$@" 2>&1)
    status=$?
    check "caches quiet" "$(tr '\n' ';' <<<"$text")" [ $status = 0 ]
}

caches_after() { # NAME CACHE_CONTROL METRICS
    local how=$1 run base left=0
    local -a ours=() theirs=() wanted=(--cache-control "$2" --metrics "$3")
    [ "$2" = all ] || left=1
    for run in $(seq "$NCU_RUNS"); do
        base=caches/$how.our$run
        with_rooftop "$base" "${wanted[@]}" ./samples cached
        caches_page cached "$base" && ours+=("$base.csv")
        base=caches/$how.ncu$run
        with_ncu "$base" "${wanted[@]}" ./samples cached
        caches_page cached "$base" && theirs+=("$base.csv")
    done
    base=caches/$how.app
    with_ncu "$base" "${wanted[@]}" --replay-mode application ./samples cached
    caches_page cached "$base" && theirs+=("$base.csv")
    {
        echo "| kernel, caches: $how | MiB | read, KiB | ncu | written, KiB | ncu | |"
        echo "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
        awk -f "$HERE/csv.awk" -f "$HERE/caches.awk" -v runs="${#ours[@]}" -v left=$left "${ours[@]}" "${theirs[@]}"
        echo $? >"caches/$how.status"
    } >"caches/$how.md"
    check "caches $how" "$(grep -c OFF "caches/$how.md") launches off, see caches/$how.md" \
        [ "$(cat "caches/$how.status")" = 0 ]
}

caches_page() { # SAMPLE BASE
    if self_check_passed "$1" "$2.log" && raw_page "$ROOFTOP" "$2.ncu-rep" "$2.csv"; then
        return 0
    fi
    fail "caches $2" "no results, or the sample failed: see $2.log"
    return 1
}
