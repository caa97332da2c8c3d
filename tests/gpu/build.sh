#!/bin/bash
# Builds `samples` and `spawn`: bash tests/gpu/build.sh OUT_DIR
# NVCC, CC: the compilers. ARCH: nvcc's -arch, else that of the GPU here, else sm_90.
# JOBS: files compiled at a time, all processors if not set.
set -u

here=$(cd "$(dirname "$0")" && pwd)
out=${1:?usage: build.sh OUT_DIR}
mkdir -p "$out/obj" || exit 1
out=$(cd "$out" && pwd)

PATH=$PATH:/usr/local/cuda/bin
NVCC=${NVCC:-nvcc}
ARCH=${ARCH:-}
if [ -z "$ARCH" ]; then
    ARCH=sm_90
    nvidia-smi -L >/dev/null 2>&1 && ARCH=native
fi
export NVCC ARCH

cd "$here" || exit 1
printf '%s\n' *.cu | sed 's/\.cu$//' | xargs -P "${JOBS:-$(nproc)}" -I NAME \
    "$NVCC" -arch="$ARCH" -std=c++17 -O2 -lineinfo \
    -Xcompiler -Wall,-Wextra,-Wno-unknown-pragmas,-pthread -c -o "$out/obj/NAME.o" NAME.cu || exit 1
"$NVCC" -arch="$ARCH" -Xcompiler -pthread -o "$out/samples" "$out"/obj/*.o || exit 1
"$NVCC" -arch="$ARCH" -O2 -shared -Xcompiler -fPIC -o "$out/libcalls.so" python/calls.cu || exit 1
"${CC:-cc}" -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Wall -Wextra -o "$out/spawn" spawn.c
