#!/usr/bin/env bash
# build_test.sh: what the Makefile and its tools do, on doubles of the compiler, of Debian's tools and of a machine with a
# GPU. A double writes its command line to a log; that of the compiler makes empty files.
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=/dev/null
. "$root/tests/e2e/results.sh"
work=$(mktemp -d /tmp/rt-build.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
log=$work/log
# The make around this script has other variables.
unset MAKEFLAGS MFLAGS MAKELEVEL CUDA_HOME CFLAGS CPPFLAGS LDFLAGS STATIC SANITIZE OPT

check() { name=$1 why=; }
done_check() { say_result "$name"; }
contains() { case $2 in *"$3"*) ;; *) wrong "$1 lacks \"$3\": $(head -c 300 <<<"$2")" ;; esac; }
lacks() { case $2 in *"$3"*) wrong "$1 has \"$3\"" ;; esac; }

# double FOLDER/NAME [LINE...]: a program that logs how it was called and does this.
double()
{
    local file=$work/$1
    shift
    mkdir -p "${file%/*}"
    printf '%s\n' '#!/bin/sh' "echo \"\${0##*/} \$*\" >>'$log'" "$@" >"$file"
    chmod +x "$file"
}
double cc 'while [ $# -gt 0 ]; do case $1 in -o) : >"$2" ;; esac; shift; done'
mkdir -p "$work/cuda/include"
: >"$work/cuda/include/cupti_range_profiler.h"

# built WORD...: make with these words; what it prints is in $out, its compilations and its links are in $compiled and $linked.
built()
{
    : >"$log"
    out=$(make --no-print-directory -C "$root" -j"$(nproc)" BUILD="$work/build" CC="$work/cc" "$@" 2>&1) ||
        wrong "make $* failed: $(tail -n 3 <<<"$out")"
    compiled=$(grep -- ' -c ' "$log" | grep -v '\.S$') linked=$(grep -- ' -o [^ ]*/rooftop ' "$log")
}
count() { grep -c . <<<"$1"; }

check "what is built is built once"
built CUDA_HOME="$work/cuda"
contains "the link" "$linked" " -lncursesw "
contains "the link" "$linked" "src/collect/profile.o"
all=$(count "$compiled")
[ "$all" -gt 300 ] || wrong "only $all files were compiled"
lacks "what make prints" "$out" viewer
built CUDA_HOME="$work/cuda"
same "what is done again" "$(<"$log")" ""
done_check

check "STATIC=1 after a plain make links again, and nothing else; so does a plain make after that"
built CUDA_HOME="$work/cuda" STATIC=1
contains "the link" "$linked" " -l:libncursesw.a "
same "the number of commands" "$(wc -l <"$log")" 1
built CUDA_HOME="$work/cuda" STATIC=1
same "what is done again" "$(<"$log")" ""
built CUDA_HOME="$work/cuda"
contains "the link" "$linked" " -lncursesw "
same "the number of commands" "$(wc -l <"$log")" 1
done_check

check "other flags compile everything again"
for flags in OPT=-O1 SANITIZE=-fsanitize=address CPPFLAGS=-DNDEBUG; do
    built CUDA_HOME="$work/cuda" "$flags"
    same "the number of files with $flags" "$(count "$compiled")" "$all"
    contains "the commands" "$compiled" " ${flags#*=} "
    [ -n "$linked" ] || wrong "no link"
done
done_check

check "without CUDA headers the same folder becomes a viewer, which is said, and with them it profiles again"
built CUDA_HOME=/nowhere
contains "what make prints" "$out" \
    "rooftop: built as a viewer: no CUDA 13 headers under /nowhere (set CUDA_HOME to the toolkit to profile)"
lacks "a command" "$compiled" ROOFTOP_COLLECT
lacks "the link" "$linked" src/collect/profile.o
lacks "what is embedded" "$(<"$work/build/gen/embedded_data.S")" librooftop-inject
built CUDA_HOME="$work/cuda"
lacks "what make prints" "$out" viewer
same "the number of files" "$(count "$compiled")" "$all"
contains "the link" "$linked" src/collect/profile.o
contains "what is embedded" "$(<"$work/build/gen/embedded_data.S")" librooftop-inject.so
done_check

check "make install puts the program and every manual page into their places"
built install CUDA_HOME="$work/cuda" DESTDIR="$work/to" PREFIX=/usr
same "what is installed" "$(cd "$work/to" && find . -type f | sort)" \
    "$(cd "$root/man" && { echo ./usr/bin/rooftop; for page in *; do echo "./usr/share/man/man${page##*.}/$page"; done; } | sort)"
done_check

# ---- packages ----

# Of these doubles dpkg-query knows the packages in $work/installed; the rest do as the variables say.
double debian/dpkg-query 'for package; do :; done' "grep -qx \"\$package\" '$work/installed' && echo 'install ok installed'"
double debian/apt-get '[ "${APT-0}" = 0 ] || { echo "E: no network"; exit "$APT"; }'
double debian/sudo '[ "$SUDO" = yes ] || exit 1' 'shift' '[ "$1" = true ] || "$@"'
double debian/id 'echo "$ME"'
# packages USER SUDO PACKAGE...: tools/deps.sh as this user; what it says is in $out, its status in $status.
packages()
{
    local user=$1 sudo=$2
    shift 2
    : >"$log"
    out=$(PATH=$work/debian:$PATH ME=$user SUDO=$sudo sh "$root/tools/deps.sh" "$@" 2>&1)
    status=$?
}
printf 'make\ngit\n' >"$work/installed"

check "packages: with all of them there nothing is said or done"
packages 1000 no make git
same status $status 0
same "what is said" "$out" ""
lacks "what is called" "$(<"$log")" apt-get
done_check

check "packages: without the right to install, the command is said"
packages 1000 no make gcc libc6-dev
same status $status 1
same "what is said" "$out" "rooftop: missing packages; install them with: sudo apt-get install gcc libc6-dev"
lacks "what is called" "$(<"$log")" apt-get
done_check

check "packages: root, and a sudo that asks nothing, install what is missing"
for as in "0 no" "1000 yes"; do
    packages $as make gcc libc6-dev
    same "status of $as" $status 0
    same "what is said" "$out" "rooftop: installing gcc libc6-dev"
    same "what is called" "$(grep '^apt-get' "$log")" "apt-get update -qq
apt-get install -y -qq gcc libc6-dev"
done
done_check

check "packages: an installation that fails says why, and the command"
APT=100 packages 0 no gcc
same status $status 1
contains "what is said" "$out" "E: no network"
contains "what is said" "$out" "rooftop: could not install them; try: apt-get install gcc"
done_check

check "packages: those of the build and of the tests are complete, the compiler among them"
missing()
{
    PATH=$work/debian:$PATH ME=1000 SUDO=no make --no-print-directory -C "$root" BUILD="$work/build" "$@" 2>&1 |
        sed -n 's/.*apt-get install//p'
}
for package in gcc libc6-dev libncurses-dev libprotobuf-c-dev protobuf-c-compiler libyaml-dev libiberty-dev; do
    contains "what make installs" "$(missing deps) " " $package "
done
contains "what make check installs" "$(missing test-deps) " " tmux "
lacks "what make CC=clang installs" "$(missing deps CC=clang) " " gcc "
done_check

# ---- the demonstration ----

double bin/rooftop 'echo "shows $*"'
double gpu/nvidia-smi 'echo "GPU 0: NVIDIA H200"' 'echo "GPU 1: NVIDIA H200"'
double none/nvidia-smi 'echo "No devices were found"; exit 6'
double cuda/bin/nvcc
# demo FOLDER CUDA_HOME KIND
demo() { out=$(PATH=$work/$1:$PATH sh "$root/tools/demo.sh" "$work/bin" "$2" "$3" 2>&1 </dev/null); }

check "the demonstration profiles where that can be, and says what is missing elsewhere"
demo gpu "$work/cuda" cuda
same "with a GPU" "$out" "rooftop: building and profiling a sample on GPU 0: NVIDIA H200
shows --clock-control none $work/bin/demo"
opening="opening a report recorded on an NVIDIA H200"
demo none "$work/cuda" cuda
contains "without a GPU it" "$out" "rooftop: no GPU here: $opening"
contains "without a GPU it" "$out" "tests/data/samples.ncu-rep"
demo gpu /nowhere cuda
contains "without nvcc it" "$out" "rooftop: no compiler for the sample: /nowhere/bin/nvcc is missing: $opening"
demo gpu /nowhere viewer
contains "a viewer" "$out" "rooftop: built as a viewer, which cannot profile: $opening"
done_check

check "documents: the files that they name exist"
find "$root" -path "$root/.git" -prune -o -type f -printf '%f\n' >"$work/files"
for file in $(grep -ohE '`([a-z_0-9/]+/)?[a-z_0-9]+\.(c|h|sh|cu|tsv|proto|md)`' "$root/ARCHITECTURE.md" "$root/README.md" |
        tr -d '`' | sort -u); do
    grep -qxF "${file##*/}" "$work/files" || wrong "there is no $file"
done
done_check
summary
