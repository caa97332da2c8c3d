#!/bin/sh
# demo.sh BUILD CUDA_HOME: the main job, shown. With a GPU and nvcc a sample is built and profiled; elsewhere the bundled
# report, recorded on an H200, is opened. Without a terminal the details page is printed.
build=$1 nvcc=$2/bin/nvcc
here=$(dirname "$0")/..
report=$here/tests/data/samples.ncu-rep
if [ -x "$nvcc" ] && nvidia-smi -L >/dev/null 2>&1; then
    echo "rooftop: building and profiling a sample on $(nvidia-smi -L | head -n 1)"
    "$nvcc" -arch=native -O2 -o "$build/demo" "$here/tests/gpu/demo/demo.cu" || exit 1
    exec "$build/rooftop" --clock-control none "$build/demo"
fi
echo "rooftop: no GPU here: opening a report recorded on an NVIDIA H200"
exec "$build/rooftop" "$report"
