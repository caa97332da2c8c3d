#!/usr/bin/env bash
# build_test.sh: what the Makefile and its tools do, on doubles of the compiler, of Debian's tools and of a machine with a
# GPU. A double writes its command line to a log; that of the compiler makes empty files,
# which do nothing when they are run.
# Scripts of doubles stand in single quotes, to expand when they run. Lists of words and A && B || wrong are meant.
# shellcheck disable=SC2015,SC2016,SC2086
root=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=/dev/null
. "$root/tests/e2e/results.sh"
work=$(mktemp -d /tmp/rt-build.XXXXXX) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
log=$work/log
# The make around this script has other variables.
export CCACHE=
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
double cc 'while [ "$1" != -o ]; do [ $# != 0 ] || exit 0; shift; done' ': >"$2"' 'case $2 in *.o) ;; *) chmod +x "$2" ;; esac'
mkdir -p "$work/cuda/include"
: >"$work/cuda/include/cupti_range_profiler.h"

# built WORD...: make in the folder $tree with these words. What it prints is in $out, its compilations are in $compiled and
# the link of the program is in $linked.
tree=$root
built()
{
    : >"$log"
    out=$(make --no-print-directory -C "$tree" -j"$(nproc)" BUILD="$work/build" CC="$work/cc" "$@" 2>&1) ||
        wrong "make $* failed: $(tail -n 3 <<<"$out")"
    compiled=$(grep -- ' -c ' "$log" | grep -v '\.S$') linked=$(grep -- ' -o [^ ]*/rooftop ' "$log")
}
count() { grep -c . <<<"$1"; }

check "what is built is built once"
built CUDA_HOME="$work/cuda"
contains "the link" "$linked" " -lncursesw "
contains "the link" "$linked" "src/collect/run/profile.o"
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

check "what unpacks reports is linked as far as it is there, also where it comes later"
# compressors LINE...: what is linked where the compiler does this when it is asked for a header.
compressors()
{
    double asked/cc "$@"
    rm -rf "$work/asked/build"
    asked "$work/asked/build/gen/compressors.h" >"$work/said" 2>&1 || wrong "make failed: $(tail -n 3 "$work/said")"
    out=$(asked -f - words 2>&1 <<<'include Makefile
words: ; @echo " $(LIBRARIES) "')
}
asked() { make --no-print-directory -C "$root" BUILD="$work/asked/build" CC="$work/asked/cc" "$@"; }
compressors 'exit 0'
contains "with both, what is linked" "$out" " -lz -lzstd "
compressors '! grep -q zstd'
contains "without libzstd, what is linked" "$out" " -lz "
lacks "without libzstd, what is linked" "$out" " -lzstd "
compressors 'exit 1'
contains "without both, what is linked" "$out" " -liberty "
lacks "without both, what is linked" "$out" " -lz"
double asked/cc
asked ASKED_WITH=anew "$work/asked/build/gen/compressors.h" >"$work/said" 2>&1
same "what is known later" "$(cat "$work/asked/build/gen/compressors.h")" "#define HAVE_ZLIB
#define HAVE_ZSTD"
# What stands in for a library needs nothing of it.
mkdir "$work/without" && : >"$work/without/compressors.h"
for file in unpack_zlib unpack_zstd; do
    gcc -D_GNU_SOURCE -std=c11 -Wall -Wextra -Werror -I"$work/without" -I"$root/src" -c -o "$work/$file.o" \
        "$root/src/report/base/$file.c" 2>"$work/said" || wrong "$file: $(head -n 3 "$work/said")"
    same "what $file needs" "$(nm -u "$work/$file.o" | grep -v -e unpack_ -e error_set -e _GLOBAL_OFFSET)" ""
done
done_check

# A copy, so that files can come and go, and one with a few files of each room, of which all can be compiled again and again.
mkdir -p "$work/tree" "$work/few"
(cd "$root" && cp -pr Makefile src tools sections rules trace_rules cpu cpu_rules themes python "$work/tree" &&
    cp -p --parents tests/*/*.mk "$work/tree")
cp -pr "$work/tree/." "$work/few"
tree=$work/few
(cd "$tree" && { grep -oE 'src/[a-z_0-9/]+\.c' Makefile; echo src/collect/run/profile.c; } >"$work/named" &&
    find src -name '*.c' | sort | awk 'NR % 12' | grep -vxF -f "$work/named" | xargs rm)
built CUDA_HOME="$work/cuda" BUILD="$work/few.build"
some=$(count "$compiled")

check "all is compiled and linked with the headers and libraries of another machine, where OPT names its folder"
[ "$some" -gt 50 ] || wrong "only $some files were compiled"
built CUDA_HOME="$work/cuda" BUILD="$work/other" OPT="-O2 --sysroot=/other"
same "the number of files" "$(count "$compiled")" "$some"
same "compiled without it" "$(grep -v -- ' --sysroot=/other ' <<<"$compiled")" ""
same "linked without it" "$(grep '^cc .*\(/rooftop\|\.so\) ' "$log" | grep -v -- ' -c \| --sysroot=/other ')" ""
rm -rf "$work/other"
done_check

check "other flags compile everything again"
for flags in OPT=-O1 SANITIZE=-fsanitize=address CPPFLAGS=-DNDEBUG; do
    built CUDA_HOME="$work/cuda" BUILD="$work/few.build" "$flags"
    same "the number of files with $flags" "$(count "$compiled")" "$some"
    contains "the commands" "$compiled" " ${flags#*=} "
    [ -n "$linked" ] || wrong "no link"
done
done_check

check "without CUDA headers the same folder becomes a viewer, which is said, and with them it profiles again"
built CUDA_HOME=/nowhere BUILD="$work/few.build"
contains "what make prints" "$out" \
    "rooftop: built as a viewer: no CUDA 13 headers under /nowhere (set CUDA_HOME to the toolkit to profile)"
lacks "a command" "$compiled" ROOFTOP_COLLECT
lacks "the link" "$linked" src/collect/run/profile.o
lacks "what is embedded" "$(<"$work/few.build/gen/embedded_data.S")" librooftop-inject
built CUDA_HOME="$work/cuda" BUILD="$work/few.build"
lacks "what make prints" "$out" viewer
same "the number of files" "$(count "$compiled")" "$some"
contains "the link" "$linked" src/collect/run/profile.o
contains "what is embedded" "$(<"$work/few.build/gen/embedded_data.S")" librooftop-inject.so
done_check

check "a viewer is made of what src/viewer.list names, and each of its lines names something"
sed '/^#/d' "$root/src/viewer.list" >"$work/names"
while read -r listed; do
    case $listed in
    */) [ -d "$root/$listed" ] ;;
    *) [ -f "$root/$listed.c" ] ;;
    esac || wrong "there is no $listed"
done <"$work/names"
# Sources that the viewer would be linked with, and those that begin as a line of the list does.
linked=$(make --no-print-directory -C "$root" -n BUILD="$work/none" CC=cc V=1 CUDA_HOME=/nowhere | grep -- ' -o [^ ]*/rooftop ')
tr ' ' '\n' <<<"$linked" | sed -n 's,.*/obj/\(src/.*\)\.o$,\1,p' | grep -vx src/main | sort >"$work/is"
(cd "$root" && find src -name '*.c' ! -path 'src/collect/inject/*') | sed 's/\.c$//' |
    awk 'NR == FNR { names[$0]; next }
        { for (name in names) if (name ~ /\/$/ ? index($0, name) == 1 : $0 == name) print }' "$work/names" - | sort >"$work/listed"
same "what the viewer is made of" "$(<"$work/is")" "$(<"$work/listed")"
done_check

# ---- sources are found ----

tree=$work/tree
check "a new file in a room is compiled and linked, and when it has gone it is linked no more"
built CUDA_HOME="$work/cuda"
for new in src/report/names/brand_new src/collect/inject/nvtx/brand_new; do
    case $new in
    */inject/*) folder=pic target=librooftop-inject.so times=1 ;;
    *) folder=obj target=rooftop times=2 ;; # also for librooftop-report.so
    esac
    : >"$tree/$new.c"
    built CUDA_HOME="$work/cuda"
    same "the number of files compiled for $new" "$(count "$compiled")" $times
    contains "the link of $target" "$(grep -- "-o [^ ]*/$target " "$log")" "/$folder/$new.o"
    rm "$tree/$new.c"
    built CUDA_HOME="$work/cuda"
    [ -z "$compiled" ] || wrong "compiled without $new: $compiled"
    relinked=$(grep -- "-o [^ ]*/$target " "$log")
    [ -n "$relinked" ] || wrong "$target was not linked again without $new"
    lacks "the link of $target" "$relinked" "$new.o"
done
done_check

check "what tests are linked with follows the rooms, too"
# The members' names; the double of the compiler makes empty objects, which ar takes.
members() { out=$(make --no-print-directory -C "$tree" BUILD="$work/build" CC="$work/cc" CUDA_HOME="$work/cuda" \
    "$work/build/program.a" 2>&1) && ar t "$work/build/program.a" || wrong "make program.a failed: $(tail -n 3 <<<"$out")"; }
before=$(members)
: >"$tree/src/tui/list/brand_new.c"
contains "the archive" "$(members)" /src/tui/list/brand_new.o
rm "$tree/src/tui/list/brand_new.c"
same "the archive without the file" "$(members)" "$before"
done_check

check "a table becomes initializers of C structs, and a row that does not fit is named"
printf '# Words.\n# columns: string optional number KIND_*\na b\t-\t12\tlow\n\n# More.\n\tx\t0\thigh\n' >"$work/table.tsv"
same "the table" "$(awk -f "$root/tools/table.awk" "$work/table.tsv")" '    {"a b", NULL, 12, KIND_LOW},
    {"", "x", 0, KIND_HIGH},'
printf '# columns: string string\na\tb\na\tb\tc\n' >"$work/table.tsv"
if out=$(awk -f "$root/tools/table.awk" "$work/table.tsv" 2>&1 >"$work/out"); then wrong "the table was taken"; fi
same "what is said" "$out" "$work/table.tsv:3: 3 fields, but 2 columns"
done_check
tree=$root

# ---- rooms ----

# house: a small tree that keeps to its list, with a circle of four files in one room.
house()
{
    rm -rf "$work/house"
    mkdir -p "$work/house/src/low/base" "$work/house/src/low/upper" "$work/house/src/high/ui" "$work/house/src/proto"
    cd "$work/house" || exit 2
    printf 'part low\nlow/base # comment\nlow/upper\n\npart high may use low\nhigh/ui\n' >src/rooms.list
    : >src/proto/words.proto
    : >src/low/base/two.h
    file low/base/one two
    file low/base/two three
    file low/base/three four
    file low/base/four one
    file low/upper/top one two
    file high/ui/screen top one
    echo 'int main(void) { return 0; }' >src/main.c
}
# file MODULE FUNCTION...: MODULE.c, which defines a function of its name and calls these, whose declarations it has itself.
file()
{
    local module=$1 calls= called
    shift
    for called; do
        calls="$calls int $called(void); $called();"
    done
    echo "int ${module##*/}(void); int ${module##*/}(void) {$calls return 0; }" >"src/$module.c"
}
# layered: layers.py on the house; what it says is in $out, its status in $status.
layered()
{
    local source folder
    rm -rf build
    while read -r source; do
        folder=${in_library:+$(grep -qx "$source" <<<"$in_library" && echo pic)}
        mkdir -p "build/${folder:=obj}/${source%/*}" build/obj
        gcc -Wno-implicit-function-declaration -c -o "build/$folder/${source%.c}.o" -I src "$source" || wrong "no $source"
    done < <(find src -name '*.c')
    out=$(python3 "$root/tools/layers.py" build/obj 2>&1)
    status=$?
}
# names OFFENCE...: layers.py names these and nothing else.
names()
{
    layered
    same status $status 1
    same "what is named" "$(head -n -1 <<<"$out" | sort)" "$(printf '%s\n' "$@" | sort)"
    contains "the last line" "$(tail -n 1 <<<"$out")" " $# offences"
}

check "rooms: a tree that keeps to its list has no offence, and a circle of four files is none"
house
layered
same status $status 0
same "what is said" "$out" "layers: 6 modules in 3 rooms, 0 offences"
done_check

check "rooms: a use that points the wrong way is named, by include and by symbol"
house
: >src/high/ui/screen.h
file low/upper/top screen
echo '  #  include "high/ui/screen.h"' >>src/low/upper/top.c
file low/base/one top two
names "src/low/upper/top.c:2: includes high/ui/screen.h, which is above it" \
    "src/low/upper/top.c: uses screen of src/high/ui/screen.c, which is above it" \
    "src/low/base/one.c: uses top of src/low/upper/top.c, which is above it"
done_check

check "rooms: an include of what is in no room is named, and so is a generated header of another part"
house
mkdir -p src/low/proto src/high/proto
: >src/low/proto/words.proto
: >src/high/proto/keys.proto
: >src/high/ui/table.tsv
for header in words.pb-c.h keys.pb-c.h table.inc helper.h; do
    : >"src/$header"
done
printf '#include "words.pb-c.h"\n#include "keys.pb-c.h"\n#include "table.inc"\n#include "helper.h"\n' >src/low/upper/more.c
cp src/low/upper/more.c src/high/ui/more.c
rm -f src/proto/words.proto
names "src/helper is in no room" "src/keys.pb-c is in no room" "src/table is in no room" "src/words.pb-c is in no room" \
    "src/low/upper/more.c:2: includes keys.pb-c.h, which its part may not use" \
    "src/low/upper/more.c:3: includes table.inc, which its part may not use" \
    "src/low/upper/more.c:4: includes helper.h, which is in no room" \
    "src/high/ui/more.c:4: includes helper.h, which is in no room"
done_check

check "rooms: a file in no room, a room that does not exist and one without a file are named"
house
file low/lost
mkdir src/high/empty
printf 'high/gone\nhigh/empty\n' >>src/rooms.list
names "src/low/lost is in no room" "room high/gone does not exist" "room high/empty has no file"
done_check

check "rooms: a circle of five files is named"
house
file low/base/four five
file low/base/five one
names "low/base: a circle of 5 files: five four one three two"
done_check

check "rooms: a part may use a single file, and a name means the same only in what is linked together"
house
mkdir src/low/lib
printf 'part lib may use low/base/one proto/words\nlow/lib\n' >>src/rooms.list
file low/lib/entry one
# The program has one, too, which the library does not call.
echo 'int top(void); int top(void) { return 1; }' >src/low/lib/own.c
file low/lib/calls top
in_library='src/low/lib/entry.c
src/low/lib/own.c
src/low/lib/calls.c'
layered
same "what is said" "$out" "layers: 9 modules in 4 rooms, 0 offences"
: >src/words.pb-c.h
echo '#include "words.pb-c.h"' >>src/low/lib/entry.c
echo '#include "low/base/two.h"' >>src/low/lib/calls.c
names "src/words.pb-c is in no room" "src/low/lib/calls.c:2: includes low/base/two.h, which is above it"
in_library=
done_check

check "rooms: what it cannot look at it says"
house
for list in "low/base" "part low may" "part low may use hihg"; do
    echo "$list" >list
    mkdir -p build/obj
    out=$(python3 "$root/tools/layers.py" build/obj list 2>&1)
    same "status of $list" $? 2
    [ -n "$out" ] || wrong "nothing is said of $list"
done
out=$(python3 "$root/tools/layers.py" nowhere 2>&1)
same status $? 2
same "what is said" "$out" "layers: no objects in nowhere: build first"
done_check
cd "$root" || exit 2

check "make install puts the program, the library, the modules, completions and every manual page into their places"
built install CUDA_HOME="$work/cuda" DESTDIR="$work/to" PREFIX=/usr STRIP=:
same "what is installed" "$(cd "$work/to" && find . -type f | sort)" \
    "$(cd "$root/man" && { printf './usr/%s\n' bin/rooftop include/rooftop_report.h lib/librooftop-report.so share/man/man7/rooftop-glossary.7 \
        share/bash-completion/completions/rooftop share/zsh/site-functions/_rooftop share/fish/vendor_completions.d/rooftop.fish \
        share/applications/rooftop.desktop share/mime/packages/rooftop.xml
        find ../python -name '*.py' ! -name make_wheel.py | sed 's,^../,./usr/share/rooftop/,'
        for page in *; do page=${page%.in}; echo "./usr/share/man/man${page##*.}/$page"; done; } | sort)"
built uninstall CUDA_HOME="$work/cuda" DESTDIR="$work/to" PREFIX=/usr
same "what is left after make uninstall" "$(cd "$work/to" && find . ! -type d)" ""
done_check

check "what the desktop opens with rooftop: each type is described, by the first bytes of such a file, too"
python3 - "$root" <<'END' >"$work/said" 2>&1 || wrong "$(cat "$work/said")"
import re, sys
from xml.etree import ElementTree
root = sys.argv[1]
space = "{http://www.freedesktop.org/standards/shared-mime-info}"
described = {}
for kind in ElementTree.parse(f"{root}/packaging/desktop/rooftop.xml").iter(space + "mime-type"):
    magic = next(kind.iter(space + "match")).get("value").encode().decode("unicode_escape").encode("latin-1")
    described[kind.get("type")] = (next(kind.iter(space + "glob")).get("pattern"), magic)
entry = open(f"{root}/packaging/desktop/rooftop.desktop").read()
opened = re.search(r"^MimeType=(.*);$", entry, re.M).group(1).split(";")
assert opened == list(described), f"opened {opened}, described {list(described)}"
header = open(f"{root}/src/report/trace/trace_writer.h").read()
trace = re.search(r'TRACE_MAGIC "(.*)"', header).group(1).encode().decode("unicode_escape").encode("latin-1")
report = open(f"{root}/tests/data/samples.ncu-rep", "rb").read(4)
assert sorted(described.values()) == sorted([("*.ncu-rep", report), ("*.rtrace", trace)]), described
END
done_check

check "make install NCU_LINK=1 brings the name ncu, with what scripts look for beside its real path; uninstall takes all of it"
for libdir in /usr/lib /usr/lib64/rooftop; do
    for again in 1 2; do
        built install CUDA_HOME="$work/cuda" DESTDIR="$work/to" PREFIX=/usr LIBDIR=$libdir STRIP=: NCU_LINK=1
    done
    ncu=$work/to/usr/bin/ncu
    case $(readlink "$ncu") in /* | *"$work"* | "") wrong "bin/ncu leads to $(readlink "$ncu")" ;; esac
    # A package is moved to another root before it is used.
    mv "$work/to" "$work/moved"
    real=$(realpath "$work/moved/usr/bin/ncu")
    same "the name of the real path" "${real##*/}" ncu
    [ -x "$real" ] || wrong "$real cannot be run"
    cmp "$real" "$work/moved/usr/bin/rooftop" || wrong "it is another program than rooftop"
    for file in extras/python/ncu_report.py extras/python/NvRules.py extras/python/RequestedMetrics.py \
        extras/python/rooftop_report/librooftop-report.so sections/SpeedOfLight.section \
        sections/SpeedOfLight_HierarchicalTensorRooflineChart.section; do
        [ -f "${real%/*}/$file" ] || wrong "there is no $file beside it"
    done
    same "sections" "$(find "${real%/*}/sections" -name "*.section" | wc -l)" "$(($(find "$root/sections" -name "*.section" | wc -l) + 1))"
    mv "$work/moved" "$work/to"
    built uninstall CUDA_HOME="$work/cuda" DESTDIR="$work/to" PREFIX=/usr LIBDIR=$libdir
    same "what is left after make uninstall" "$(cd "$work/to" && find . ! -type d -o -path '*/rooftop*' -o -path '*/ncu*')" ""
done
ln -s /opt/theirs/ncu "$work/to/usr/bin/ncu"
built uninstall CUDA_HOME="$work/cuda" DESTDIR="$work/to" PREFIX=/usr
same "the ncu of somebody else" "$(readlink "$work/to/usr/bin/ncu")" /opt/theirs/ncu
rm -rf "$work/to"
done_check

check "the commit that --version names is that of the repository, else that of the archive; a new one compiles one file"
tree=$work/tree
rm -rf "$tree/.git" "$tree/COMMIT"
of_commit() { grep -o 'ROOFTOP_COMMIT="[^"]*"' <<<"$compiled"; }
built CUDA_HOME="$work/cuda"
for hash in 0123456789abcdef0123456789abcdef01234567 1123456789abcdef0123456789abcdef01234567; do
    echo $hash >"$tree/COMMIT"
    built CUDA_HOME="$work/cuda"
    same "the commit of an archive" "$(of_commit)" "ROOFTOP_COMMIT=\"${hash:0:12}\""
    same "the number of files" "$(count "$compiled")" 1
    [ -n "$linked" ] || wrong "no link"
done
built CUDA_HOME="$work/cuda"
same "what is done again" "$(<"$log")" ""
cp "$root/COMMIT" "$tree/COMMIT"
same "the commit of a folder that is neither" "$(sh "$tree/tools/commit.sh")" ""
if command -v git >/dev/null; then
    in_tree() { git -C "$tree" -c user.name=a -c user.email=a@b.c -c init.defaultBranch=main "$@" >/dev/null 2>&1; }
    in_tree init
    same "the commit of an empty repository" "$(sh "$tree/tools/commit.sh")" ""
    cp "$root/.gitattributes" "$tree"
    in_tree add -A && in_tree commit -m all || wrong "git fails"
    hash=$(git -C "$tree" rev-parse HEAD)
    same "the commit of a repository" "$(sh "$tree/tools/commit.sh")" "${hash:0:12}"
    mkdir -p "$work/archive" && git -C "$tree" archive HEAD | tar -x -C "$work/archive"
    same "the commit of an archive that git makes" "$(sh "$work/archive/tools/commit.sh")" "${hash:0:12}"
    echo "# more" >>"$tree/Makefile"
    same "the commit of a repository" "$(sh "$tree/tools/commit.sh")" "${hash:0:12} with changes"
    rm -rf "$tree/.git" "$work/archive"
fi
rm -f "$tree/COMMIT"
tree=$root
done_check

# ---- packages ----

# Of these doubles dpkg-query knows the packages in $work/installed; the rest do as the variables say.
double debian/dpkg-query 'for package; do' "grep -qxe \"\$package\" '$work/installed' && printf '<%s: install ok installed>' \"\$package\"" 'done'
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

check "packages: a second call waits for the first, and installs only what is still missing then"
if command -v flock >/dev/null; then
    exec 8<"$root/tools/deps.sh"
    flock 8
    { packages 0 no make gcc; echo "$status: $out" >"$work/second"; } 8<&- &
    until grep -q '^id' "$log"; do sleep 0.05; done # it has asked what is missing
    echo gcc >>"$work/installed"
    exec 8<&-
    wait $!
    same "status and what is said" "$(<"$work/second")" "0: "
    lacks "what is called" "$(<"$log")" apt-get
    printf 'make\ngit\n' >"$work/installed"
fi
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
for package in gcc libc6-dev libncurses-dev libprotobuf-c-dev protobuf-c-compiler libyaml-dev libpcre2-dev libiberty-dev zlib1g-dev libzstd-dev; do
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

# A document may leave out the first folders of a path.
documents=$(cd "$root" && find README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md tests src tools -name '*.md')
check "documents: the files that they name exist"
find "$root" -path "$root/.git" -prune -o -type f -printf '/%P\n' >"$work/files"
# Each end of the path of a file, from a slash on, is a name of it.
awk '{ for (at = index($0, "/"); at; at = index($0, "/")) print $0 = substr($0, at + 1) }' "$work/files" >"$work/ends"
(cd "$root" && grep -oE '`([a-zA-Z_0-9.-]+/)*[a-z_0-9-]+\.(c|h|sh|cu|tsv|proto|md|in|mk|py|list)`' /dev/null $documents) |
    sed -E 's,:`(\.\./)*, ,; s,`,,' >"$work/named"
[ "$(wc -l <"$work/named")" -gt 100 ] || wrong "the documents name $(wc -l <"$work/named") files"
while read -r document file; do
    wrong "there is no $file, which $document names"
done < <(awk 'NR == FNR { ends[$0]; next } !($2 in ends)' "$work/ends" "$work/named")
done_check

check "documents: every room has its line in ARCHITECTURE.md, and no other"
same "rooms that only the page (<) or only rooms.list (>) has" "$(diff \
    <(sed -nE 's/^\| (`[a-z_/]+`(, `[a-z_/]+`)*) \|.*/\1/p' "$root/ARCHITECTURE.md" | tr -d '\140 ' | tr , '\n' | sort) \
    <(sed -E 's/ *#.*//; /^part|^$/d' "$root/src/rooms.list" | sort) | grep '^[<>]')" ""
done_check

check "documents: a newcomer has read them soon"
[ "$(wc -l <"$root/README.md")" -le 200 ] || wrong "README.md is longer than 200 lines"
[ "$(wc -l <"$root/ARCHITECTURE.md")" -le 250 ] || wrong "ARCHITECTURE.md is longer than 250 lines"
done_check
# ---- recipes of other package managers ----

check "recipes name what the Makefile needs, and its version"
version=$(sed -n 's/^VERSION := //p' "$root/Makefile")
packages=$(make --no-print-directory -C "$root" -f - words <<<'include Makefile
words: ; @echo $(PACKAGES)' BUILD="$work/recipes" 2>/dev/null)
[ "$(wc -w <<<"$packages")" -gt 8 ] || wrong "the Makefile names no packages: $packages"
for package in $packages; do
    grep -qwF -- "$package" "$root/packaging/container/Containerfile" || wrong "the container lacks $package"
    # Without what Debian puts around the name of a library.
    library=${package#lib} library=${library%-dev} library=${library%1g}
    case $package in gcc | libc6-dev | protobuf-c-compiler | protobuf-compiler) continue ;; esac
    case $library in pcre2* | protobuf-c | iberty | cmocka | ncurses | yaml | zlib | zstd) ;; *) wrong "no recipe is known to need $package" ;; esac
    for recipe in spack/package.py conda/meta.yaml; do
        grep -q -- "$library" "$root/packaging/$recipe" || wrong "$recipe lacks $library"
    done
done
grep -q "set version = \"$version\"" "$root/packaging/conda/meta.yaml" || wrong "the recipe for conda has another version"
python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$root/packaging/spack/package.py" 2>/dev/null || wrong "the recipe for Spack is no Python"
done_check

check "warnings are errors where WERROR says so, and nothing is compiled again for it"
tree=$root
one=$work/one/obj/src/main.o
# CI exports WERROR.
built CUDA_HOME="$work/cuda" BUILD="$work/one" WERROR= "$one"
contains "the compilation" "$compiled" " -Wextra "
lacks "the compilation" "$compiled" " -Werror "
built CUDA_HOME="$work/cuda" BUILD="$work/one" WERROR=1 "$one"
same "compiled again" "$compiled" ""
rm "$one"
built CUDA_HOME="$work/cuda" BUILD="$work/one" WERROR=1 "$one"
contains "the compilation" "$compiled" " -Werror "
done_check

summary
