#!/bin/bash
# shellcheck source-path=SCRIPTDIR
# Tests rooftop on a GPU, against Nsight Compute:
#
#   bash tests/gpu/run.sh [ROOFTOP_BINARY] [OUT_DIR]     (build/rooftop, a new temporary folder)
#
# Prints one line for each check, "ok   NAME ..." or "FAIL NAME ..." (or "skip NAME ..."), and last
# "N passed, N failed"; status 0 if none failed. All output is under OUT_DIR, which is new or from
# an earlier run; OUT_DIR/RESULTS.part.md is the record to paste into RESULTS.md. Clocks, power and
# partitions of the GPU stay as they are.
#
# Environment:
#   STAGES         which stages to run, of: samples timing behaviour read compare, and, not run otherwise, windows (what
#                  many launches at a time cost, and a transformer in PyTorch), in_place (launches that are measured
#                  where the program makes them; WINDOWS: a rooftop that replays them), links (on a machine with several GPUs),
#                  placement (how much it matters where memory lies), caches (what they hold when a kernel starts),
#                  trace (rooftop trace beside CUPTI's own records and PyTorch's profiler),
#                  trace_rare (of that the records that few programs make: two minutes),
#                  auto (--auto beside a report that has every launch; AUTO_LOOPS, AUTO_LONG: see stage_auto.sh),
#                  programs (as people run them, beside ncu), peers (programs with several GPUs or processes: their
#                  output without a profiler and in several modes), source (what happened inside of kernels, beside ncu),
#                  lines (published command lines, what scripts see of them) and record, which makes the recordings of
#                  tests/data/counters
#   PROGRAMS       of the stage programs (all), PROGRAM_LIMIT: seconds for a run of one (60), NCU_LAUNCHES: that ncu
#                  measures of each (60; 0: none)
#   PEERS          programs of the stage peers (all), PEER_MODES: of basic full one gemm window1 application trace (basic),
#                  PEER_REPEATS: runs in each mode (1), PEER_LIMIT: seconds for a run (60), PEER_NCU: 1 also runs ncu, for
#                  NCU_LAUNCHES launches (0)
#   LINES          command lines of the stage lines (20), LINES_FROM: the first of them (1)
#   PLACEMENT      samples of the stage placement (tiny20 spills), HELD: MiB that are held meanwhile
#   PLACES         MiB that another process holds in the stage compare: while ncu runs for
#                  its noise, and while first rooftop and then ncu do (14 2 0 6 34 62 126 510 10 30;
#                  empty: none)
#   BEHAVIOUR      parts of the stage behaviour (all)
#   RECORD_LIMIT   most bytes that the images of the recordings may take (500000)
#   SAMPLES        the samples to compare in full with ncu (all but `tiny`)
#   SET            of metrics to compare (basic)
#   AGREE          share of its values that have to agree, % (100: as many as in the worst
#                  of ncu's runs, against the others)
#   APPLICATION    of these, for which one of ncu's runs replays the application (tiny20 streams
#                  spills graph_capture graph_built cluster_shapes ranges calls printf threads global_var
#                  dynsmem)
#   NCU_RUNS       how often rooftop and ncu are run on each of them (3), and the latter once more for
#                  its noise
#   AGAIN          further runs of both for a sample whose values do not agree then (6)
#   TIME_LIMIT     seconds after which no further sample is compared, but skipped (510)
#   COMMAND_LIMIT  seconds after which a single command is ended (60)
#   READ_MODES     reports of ncu to make in the stage read, by name (all)
#   REPORTS        a folder of further reports for the stage read, LARGE: the one that it times, by its full path
#   RATIO_LIMIT    most that tiny20 may take, as a share of ncu's time (0.60)
#   TRACE_LAUNCHES, TRACE_STEPS  launches (50000) and training steps (150) of the stage trace
#   NCU, NVCC, CC, ARCH, JOBS  tools, nvcc's -arch, and files compiled at a time
set -u
export LC_ALL=C

HERE=$(cd "$(dirname "$0")" && pwd)
ROOFTOP=${1:-$HERE/../../build/rooftop}
OUT=${2:-$(mktemp -d "${TMPDIR:-/tmp}/rooftop-gpu.XXXXXX")}
STAGES=${STAGES:-samples timing behaviour read compare}
NCU_RUNS=${NCU_RUNS:-3}
SET=${SET:-basic}
AGREE=${AGREE:-100}
AGAIN=${AGAIN:-6}
TIME_LIMIT=${TIME_LIMIT:-510}
COMMAND_LIMIT=${COMMAND_LIMIT:-60}
RATIO_LIMIT=${RATIO_LIMIT:-0.60}
RECORD_LIMIT=${RECORD_LIMIT:-500000}
PATH=$PATH:/usr/local/cuda/bin
for ncu in "${NCU:-}" "$(command -v ncu)" /opt/nvidia/nsight-compute/*/ncu; do
    NCU=$ncu
    [ -x "$NCU" ] && break
    NCU=
done

mkdir -p "$OUT" || exit 1
OUT=$(cd "$OUT" && pwd)
ROOFTOP=$(command -v "$ROOFTOP") || { echo "run.sh: no program '${1:-build/rooftop}'" >&2; exit 1; }
case $ROOFTOP in /*) ;; *) ROOFTOP=$PWD/$ROOFTOP ;; esac

. "$HERE/lib.sh"
. "$HERE/stage_samples.sh"
. "$HERE/stage_timing.sh"
. "$HERE/stage_behaviour.sh"
. "$HERE/stage_read.sh"
. "$HERE/stage_compare.sh"
. "$HERE/stage_windows.sh"
. "$HERE/stage_in_place.sh"
. "$HERE/stage_links.sh"
. "$HERE/stage_placement.sh"
. "$HERE/stage_caches.sh"
. "$HERE/stage_trace.sh"
. "$HERE/stage_auto.sh"
. "$HERE/stage_programs.sh"
. "$HERE/stage_peers.sh"
. "$HERE/stage_python.sh"
. "$HERE/stage_source.sh"
. "$HERE/stage_lines.sh"
. "$HERE/stage_record.sh"
. "$HERE/record.sh"

cd "$OUT" || exit 1
export XDG_CACHE_HOME=$OUT/cache
if [ -n "$(ls -A)" ] && ! [ -f checks.txt ]; then
    echo "run.sh: '$OUT' holds something else than the output of this script" >&2
    exit 1
fi
rm -rf runs timing behaviour read compare windows in_place links placement caches programs peers trace trace_rare auto lines record counters cache one-sided.txt samples.txt
mkdir -p runs timing behaviour compare
: >checks.txt
describe_machine | tee machine.txt
if [ -z "$NCU" ]; then
    fail setup "no ncu found: set NCU"
    finish
fi
if bash "$HERE/build.sh" "$OUT" >build.txt 2>&1; then
    ok build "$(grep -c warning build.txt) warnings, $SECONDS s"
else
    cat build.txt
    fail build "see build.txt"
    finish
fi

for stage in $STAGES; do
    case $stage in
    samples | timing | behaviour | read | compare | windows | in_place | links | placement | caches | programs | peers | trace | trace_rare | auto | python | source | lines | record) "stage_$stage" ;;
    *) fail "$stage" "no stage has this name" ;;
    esac
done
finish
