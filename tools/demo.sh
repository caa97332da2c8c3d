#!/bin/sh
# demo.sh BUILD CUDA_HOME cuda|viewer: the main job, shown. With a GPU and nvcc a sample is built and profiled; elsewhere
# the bundled report, recorded on an H200, is opened. Without a terminal the details page is printed.
build=$1 nvcc=$2/bin/nvcc kind=$3
here=$(dirname "$0")/..
report=$here/tests/data/samples.ncu-rep
lacks=
if ! gpus=$(nvidia-smi -L 2>/dev/null); then
    lacks="no GPU here"
elif [ "$kind" = viewer ]; then
    lacks="built as a viewer, which cannot profile"
elif ! [ -x "$nvcc" ]; then
    lacks="no compiler for the sample: $nvcc is missing"
fi
if [ -z "$lacks" ]; then
    echo "rooftop: building and profiling a sample on $(echo "$gpus" | head -n 1)"
    "$nvcc" -arch=native -O2 -o "$build/demo" "$here/tests/gpu/demo/demo.cu" || exit 1
    exec "$build/rooftop" --clock-control none "$build/demo"
fi
echo "rooftop: $lacks: opening a report recorded on an NVIDIA H200"
exec "$build/rooftop" "$report"
