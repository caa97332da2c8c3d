#!/bin/sh
# check_builds.sh [NAME...]: builds rooftop in other ways than usual and compares what it says of a report; without names, all:
#   clang, o3, lto: other compilers and options; the injection library, too
#   paths: the archive of make dist-static, of two copies of the sources in other folders, is the same byte for byte
#   arm64: a viewer for another machine, whose pages and screens qemu-user shows; needs gcc-aarch64-linux-gnu and qemu-user-static
# Each has a folder of its own, build-NAME. Beside `make check`, which has the plain build.
set -u
cd "$(dirname "$0")/.." || exit 1
plain=${BUILD:-build}/rooftop
report=tests/data/samples.ncu-rep
status=0
[ -x "$plain" ] || { echo "check_builds: $plain is missing: make all"; exit 2; }
[ $# -gt 0 ] || set -- clang o3 lto paths arm64

built() { # NAME WORD...: make all
    name=$1
    shift
    mkdir -p "build-$name"
    make --no-print-directory -j"$(nproc)" all BUILD="build-$name" WERROR=1 "$@" >"build-$name/check.log" 2>&1 && return
    tail -n 20 "build-$name/check.log"
    return 1
}

# same NAME COMMAND...: whether this rooftop prints what the plain one prints.
same() {
    name=$1
    shift
    for page in "raw --csv" "details --print-details all" "source" "summary --json" "session" "hotspots --markdown"; do
        # shellcheck disable=SC2086
        "$plain" -i $report --page $page >"build-$name/check.wanted" 2>/dev/null
        # shellcheck disable=SC2086
        "$@" -i $report --page $page >"build-$name/check.is" 2>/dev/null || { echo "$name: --page $page fails"; return 1; }
        cmp "build-$name/check.wanted" "build-$name/check.is" || { echo "$name: --page $page differs"; return 1; }
    done
    rm -f "build-$name/check.wanted" "build-$name/check.is" "build-$name/check.log"
}

# The archive of a copy of the sources in this folder, as a path.
archive_from() { # FOLDER
    mkdir -p "$1"
    tar -c --exclude=./.git --exclude=./build --exclude='./build-*' . | tar -x -C "$1"
    # An object of a cache would be the same by itself.
    if ! CCACHE_DISABLE=1 make --no-print-directory -C "$1" -j"$(nproc)" dist-static >"$1.log" 2>&1; then
        tail -n 20 "$1.log" >&2
        return 1
    fi
    ls "$1"/build-dist/rooftop-*-linux.tar.xz
}

paths() {
    rm -rf build-paths
    one=$(archive_from build-paths/one) && another=$(archive_from build-paths/another/folder) && cmp "$one" "$another" &&
        rm -rf build-paths
}

# The Debian packages of arm64 below build-arm64.root, by a list of packages of its own: nothing is installed here.
arm64_root() {
    root=$PWD/build-arm64.root
    [ ! -e "$root/complete" ] || return 0
    mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial" && : >"$root/apt/status"
    cat >"$root/apt/conf" <<END
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Dir::State "$root/apt";
Dir::State::status "$root/apt/status";
Dir::Cache "$root/apt/cache";
APT::Sandbox::User "root";
END
    (
        cd "$root/apt/cache" && export APT_CONFIG="$root/apt/conf" && apt-get -qq update &&
            apt-get -qq download libc6 libc6-dev linux-libc-dev libgcc-s1 libcrypt1 libncurses-dev libncursesw6 libtinfo6 \
                libprotobuf-c-dev libprotobuf-c1 libyaml-dev libyaml-0-2 libpcre2-dev libpcre2-8-0 libiberty-dev \
                zlib1g-dev zlib1g libzstd-dev libzstd1
    ) >"$root/log" 2>&1 || { tail -n 5 "$root/log"; return 1; }
    for package in "$root"/apt/cache/*.deb; do
        dpkg-deb -x "$package" "$root" || return 1
    done
    # Links of packages may be absolute. Where one leads to nothing, the linker takes the archive beside it: of libtinfo, which is
    # not the library that libncursesw works with.
    find "$root" -type l -lname '/*' | while read -r link; do
        ln -sfn "$root$(readlink "$link")" "$link"
    done
    touch "$root/complete"
}

arm64() {
    for tool in aarch64-linux-gnu-gcc qemu-aarch64-static; do
        command -v $tool >/dev/null || { echo "arm64 needs $tool: apt-get install gcc-aarch64-linux-gnu qemu-user-static"; return 1; }
    done
    arm64_root || return 1
    libraries=$root/usr/lib/aarch64-linux-gnu
    built arm64 CC=aarch64-linux-gnu-gcc CUDA_HOME=/nowhere OPT="-O2 --sysroot=$root" \
        LDFLAGS="-L$libraries -Wl,-rpath-link,$root/lib/aarch64-linux-gnu:$libraries" &&
        same arm64 qemu-aarch64-static -L "$root" build-arm64/rooftop && arm64_screens
}

# The screens of a viewer, which CI compares for this machine. What makes their reports is this machine's.
arm64_screens() {
    screens=$PWD/build-arm64/screens
    make --no-print-directory -j"$(nproc)" keys-tests WERROR=1 >build-arm64/check.log 2>&1 || { tail -n 20 build-arm64/check.log; return 1; }
    mkdir -p "$screens" && ln -sfn "$(realpath "$(dirname "$plain")/unit")" "$screens/unit"
    cat >"$screens/rooftop" <<END
#!/bin/sh
exec $(command -v qemu-aarch64-static) -L "$root" "$PWD/build-arm64/rooftop" "\$@"
END
    chmod +x "$screens/rooftop"
    ONLY=viewer,samples,numbers,occupancy,rules bash tests/e2e/screen_test.sh "$screens" viewer >build-arm64/check.log 2>&1 ||
        { grep -A 8 ^FAIL build-arm64/check.log; return 1; }
    tail -n 1 build-arm64/check.log
}

for way in "$@"; do
    case $way in
    clang) built clang CC=clang && same clang build-clang/rooftop ;;
    o3) built o3 OPT="-O3" && same o3 build-o3/rooftop ;;
    # When gcc links, it warns of variables that only seem to be without a value.
    lto) built lto WERROR= OPT="-O2 -flto=auto" AR=gcc-ar && same lto build-lto/rooftop ;;
    paths) paths ;;
    arm64) arm64 ;;
    *) echo "check_builds: clang, o3, lto, paths or arm64, not $way"; exit 2 ;;
    esac && echo "ok   $way" || { echo "FAIL $way"; status=1; }
done
exit $status
