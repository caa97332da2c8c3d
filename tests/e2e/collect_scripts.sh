# shellcheck shell=bash
# What scripts depend on: forms of numbers and messages, spellings of options.
samples=$here/../data/samples.ncu-rep
few="--metrics gpu__time_duration.sum"
locales=$here/../data/locale

# number LOCALE PAGE...: the elapsed cycles of the first result.
number()
{
    LOCPATH=$locales LC_ALL=$1 "$rooftop" -i "$samples" -c 1 --metrics sm__cycles_elapsed.max,gpu__time_duration.sum "${@:2}" |
        tr -d '\342\224\200-' | grep -oE '117[^" |}]*' | head -n 1
}

check "numbers have the separators of the locale"
# Each with how the locale writes 117197.
for locale in C: POSIX: C.UTF-8: : xx_YY.UTF-8: "en_US.UTF-8:," de_DE.UTF-8:.; do
    wanted=117${locale#*:}197
    locale=${locale%:*}
    same "raw CSV in \"$locale\"" "$(number "$locale" --page raw --csv --print-units base)" "$wanted"
    same "raw text in \"$locale\"" "$(number "$locale" --page raw)" "$wanted"
    same "Markdown in \"$locale\"" "$(number "$locale" --page details --markdown)" "$wanted"
    same "JSON in \"$locale\"" "$(number "$locale" --page raw --json)" "117197"
done
done_check

check "numbers: LC_NUMERIC alone decides, and decimals have the point of the locale"
times()
{
    LOCPATH=$locales env -u LC_ALL "$@" "$rooftop" -i "$samples" -c 1 --page details --csv --section SpeedOfLight |
        grep -oE '"Duration","us","[^"]*"'
}
same "LC_NUMERIC=de_DE" "$(times LANG=C LC_NUMERIC=de_DE.UTF-8)" '"Duration","us","59,30"'
same "LANG=de_DE" "$(times LANG=de_DE.UTF-8)" '"Duration","us","59,30"'
same "LC_NUMERIC=C" "$(times LANG=de_DE.UTF-8 LC_NUMERIC=C)" '"Duration","us","59.30"'
done_check

# log NAME OPTION...: where scripts look for messages, without a terminal.
check "messages: marks that scripts look for"
# shellcheck disable=SC2086
run $few -o report -- vector_add
err_has "==PROF== 1: vec_add"
err_has "==PROF== report report.ncu-rep, 1 result"
same "lines without a mark" "$(grep -cv '^==[A-Z]*== ' "$work/err")" 0
run -i missing.ncu-rep --page raw
same "the error" "$(cut -c 1-25 "$work/err")" "==ERROR== missing.ncu-rep"
rm -f "$report"
done_check

check "messages: nothing stands before the header of a table in a log"
for page in raw details; do
    # shellcheck disable=SC2086
    run $few --csv --page $page --log-file log -- vector_add
    status_is 0
    same "the first word of the $page page" "$(head -c 5 "$work/log")" '"ID",'
    same "lines that are none of the table" "$(grep -cv '^"' "$work/log")" 0
    err_has "==PROF== 1: vec_add"
    out_has "vector_add ok"
done
# shellcheck disable=SC2086
run $few --page raw --log-file log -- vector_add
said log "==PROF== 1: vec_add" || wrong "the log of a text page lacks the messages"
done_check

check "messages: on a terminal they are rooftop's"
plain script -qec "$rooftop --no-tui --page raw -i missing.ncu-rep" /dev/null
out_has "rooftop: missing.ncu-rep"
out_lacks "==ERROR=="
done_check

# pages OPTION...: what is printed of the bundled report, by the options in the folder of the tests.
pages() { (cd "$work" && "$rooftop" --no-tui -i "$samples" "$@" 2>"$work/err"); }
sections() { grep -c "Section: "; }

check "options: defaults from config.ncu-cfg; the command line goes first; off; another file"
printf '%s\n' "[Launch-and-attach]" "-c = 1" "[Import]" "# a comment" "-c = 2" "--section = LaunchStats, Occupancy" \
    >"$work/config.ncu-cfg"
same "its own" "$(pages --page details | sections)" 4
same "-c of the command line" "$(pages --page details -c 3 | sections)" 6
same "sections of the command line" "$(pages --page details --section LaunchStats | sections)" 2
same "off" "$(pages --config-file off --page details -c 1 --section LaunchStats | sections)" 1
run -o report -- vector_add
results_are 1
rm -f "$report"
mkdir -p "$work/home/.config/NVIDIA Corporation"
mv "$work/config.ncu-cfg" "$work/home/.config/NVIDIA Corporation"
same "at home" "$(HOME=$work/home pages --page details | sections)" 4
printf '%s\n' "[import]" "--nosuch = 3" >"$work/other.cfg"
pages --config-file-path other.cfg --page raw >/dev/null
err_has "other.cfg:2: unknown option --nosuch"
printf '%s\n' "[Import]" "--quiet = 3" >"$work/other.cfg"
pages --config-file-path other.cfg --page raw >/dev/null
err_has "other.cfg:2: --quiet takes no value"
printf '[Import]\n--page = raw\0--csv\n' >"$work/other.cfg"
pages --config-file-path other.cfg >/dev/null
err_has "other.cfg:2: this line has a byte 0"
pages --config-file-path missing.cfg --page raw >/dev/null
err_has "missing.cfg cannot be read"
rm -rf "${work:?}/home" "$work/other.cfg"
done_check

check "options: response files"
printf -- '--page raw\n  --csv "--metrics"\tgpu__time_duration.sum' >"$work/one.txt"
printf -- '@one.txt -c 2' >"$work/two.txt"
same "rows" "$(pages @two.txt --print-units base | wc -l)" 4
pages @missing.txt >/dev/null
err_has "missing.txt: cannot open"
printf -- '@self.txt' >"$work/self.txt"
pages @self.txt >/dev/null && wrong "a file that names itself ends well"
printf -- '--csv "' >"$work/open.txt"
pages @open.txt >/dev/null && wrong "an open quote is taken"
run @one.txt --log-file log -- vector_add @one.txt
status_is 0
same "the first word" "$(head -c 5 "$work/log")" '"ID",'
rm -f "$work"/{one,two,self,open}.txt
done_check

check "options: beginnings of names"
same "a unique one" "$(pages --pag raw --cs --metr gpu__time_duration.sum -c 1 | wc -l)" 3
pages --sect LaunchStats >/dev/null
err_has "--sect is the beginning of several options: --section, --section-folder"
pages --page details --section LaunchStats >/dev/null
err_lacks beginning
pages --nosuch >/dev/null
err_has "unknown option --nosuch"
done_check

check "options: those that only ncu has are taken, and say so"
quiet="--port 50000 -p 50001 --hostname here --max-connections 3"
quiet="$quiet --injection-path-64 /x --injection-path-32 /x --support-32bit
    --pipeline-boost-state stable --rename-kernels-export no --print-metric-attribution"
# shellcheck disable=SC2086
run $few $quiet --mode launch-and-attach -- vector_add
status_is 0
out_has "vector_add ok"
err_count 6 "==PROF== --"
# shellcheck disable=SC2086
run $few $quiet --quiet -- vector_add
[ ! -s "$work/err" ] || wrong "--quiet says something"
run --section-folder-restore
status_is 1
err_has "--section-folder-restore needs --section-folder"
run --section-folder stock --section-folder-restore
status_is 0
[ -n "$(find "$work/stock" -name SpeedOfLight.section)" ] || wrong "no section was written"
rm -rf "$work/stock"
done_check

check "options: those of ncu of 2026 are taken, and say what is done instead"
quiet="--communicator tcp --communicator-num-peers 2 --communicator-tcp-hostname here --communicator-tcp-port 49300
    --communicator-shmem-num-peers 2 --lockstep-kernel-launch --lockstep-nvtx-include nccl/ --lockstep-nvtx-exclude x/
    --metric-distribution-groups 2 --warp-samples-per-interval 0 --disable-pm-warp-sampling"
# shellcheck disable=SC2086
run $few $quiet -- vector_add
status_is 0
out_has "vector_add ok"
err_count 11 "==PROF== --"
err_has "--communicator-tcp-num-peers: each rank is measured by itself"
err_has "--lockstep-nvtx-exclude: kernels that wait for other GPUs"
run $few --clock-control force-boost -- vector_add
same "locks of clocks" "$(tr '\n' ';' <"$FAKEGPU_NVML_LOG")" "lock 0 1980 1980;reset 0;"
run --set default -f -o old -- vector_add
status_is 0
same "the old name of the set" "$(pages -i old.ncu-rep --page details --csv | cut -d, -f13 | sort -u)" \
    "$(run --set basic -f -o old -- vector_add; pages -i old.ncu-rep --page details --csv | cut -d, -f13 | sort -u)"
run --section Tile -- vector_add
status_is 1
err_has "rooftop has no section Tile: it is about kernels of CUDA Tile"
run $few --rule LocalMemoryUsage -- vector_add
status_is 0
run $few -f -o small.ncu-repz -- vector_add
status_is 0
[ -s "$work/small.ncu-rep" ] || wrong "no small.ncu-rep"
printf '\x28\xb5\x2f\xfdx' >"$work/packed.ncu-repz"
pages packed.ncu-repz >/dev/null
err_has "packed.ncu-repz: this zstd data ends too early"
rm -f "$work"/{old.ncu-rep,small.ncu-rep,packed.ncu-repz}
done_check

check "options: those of other versions of ncu are refused in one line, with what to do instead"
while read -r option instead; do
    run "--$option"
    status_is 1
    same "lines about --$option" "$(wc -l <"$work/err")" 1
    err_has "==ERROR== rooftop has no --${option%%=*}: "
    err_has "$instead"
done <<'END'
process-id=123 start the program with rooftop --mode launch PROGRAM, then rooftop --mode attach finds it
list-injection-path-64 leave it out
list-injection-path-32 leave it out
save=a.ncu-rep -o FILE writes the report
compare=a.ncu-rep rooftop diff A.ncu-rep B.ncu-rep compares two reports
END
done_check

check "options: --preload-library"
# shellcheck disable=SC2086,SC2016
plain env LD_PRELOAD= "$rooftop" --no-tui $few --preload-library /nowhere/a.so sh -c 'echo "preloaded $LD_PRELOAD"'
out_has "preloaded /nowhere/a.so"
done_check

check "options: --metrics all, and metrics of a report on the details page"
run --metrics all --list-metrics
status_is 0
out_has "dram__bytes_read.sum.per_second"
same "all of a report" "$(pages --metrics all --page raw --csv -c 1 | cksum)" "$(pages --page raw --csv -c 1 | cksum)"
pages -c 1 --page details --metrics gpu__time_duration,sm__cycles_elapsed.max >"$work/out"
same "sections" "$(sections <"$work/out")" 1
out_has "Section: Command line profiler metrics"
same "rows" "$(grep -cE '^ +(gpu__time_duration.(avg|max|min|sum)|sm__cycles_elapsed.max) ' "$work/out")" 5
same "with a section" "$(pages -c 1 --page details --metrics sm__cycles_elapsed.max --section Occupancy | sections)" 2
done_check

check "completion: bash completes options, their values, and what rooftop is asked for"
# completed WORD...: what is offered for the last word
completed()
{
    # shellcheck disable=SC2016
    PATH="$build:$PATH" bash -c '. "$0"; COMP_WORDS=(rooftop "$@") COMP_CWORD=$#; _rooftop; echo "${COMPREPLY[*]}"' \
        "$build/completion/bash" "$@" 2>>"$work/err"
}
: >"$work/err"
same "options" "$(completed --launch-s)" "--launch-skip --launch-skip-before-match"
same "choices" "$(completed --cache-control "")" "all none"
same "choices behind =" "$(completed --page = so)" "source"
same "sets" "$(completed --set det)" "detailed"
same "sections" "$(completed --section Occ)" "Occupancy"
same "rules" "$(completed --rule ClocksM)" "ClocksMoved"
same "files" "$(cd "$work" && : >kept.ncu-rep && completed kept)" "kept.ncu-rep"
rm -f "$work/kept.ncu-rep"
same "numbers" "$(completed -c "")" ""
[ ! -s "$work/err" ] || wrong "it says something"
for shell in zsh fish; do
    grep -q "launch-skip-before-match" "$build/completion/$shell" || wrong "$shell lacks an option"
    ! command -v $shell >/dev/null || $shell -n "$build/completion/$shell" 2>>"$work/err" || wrong "$shell cannot read it"
done
done_check

check "completion: bash completes kernels and metrics of the report on the line, else metrics of the chip"
cp "$samples" "$work/my samples.ncu-rep"
: >"$work/err"
in_work() { (cd "$work" && completed "$@"); }
same "kernels" "$(in_work -i "my samples.ncu-rep" -k sp)" "spill"
same "kernels of a name with a quoted blank" "$(in_work -i "my\\ samples.ncu-rep" -k sp)" "spill"
same "kernels of a report without -i" "$(in_work "my samples.ncu-rep" --kernel-name text)" "texture_fetch"
same "no kernels without a report" "$(in_work -k "")" ""
same "metrics of the report" "$(in_work -i "my samples.ncu-rep" --metrics gpu__time_duration.s)" "gpu__time_duration.sum"
same "behind a comma" "$(in_work -i "my samples.ncu-rep" --metrics smsp__x,launch__grid_si)" "smsp__x,launch__grid_size"
same "metrics of the chip" "$(in_work --metrics dram__bytes_r)" "dram__bytes_read"
# A name of a kernel is a text, never a command.
mkdir -p "$work/false"
printf '%s\n' '#!/bin/sh' "printf '%s\n' head units '\"0\",\"1\",\"a\",\"h\",\"\$(touch made)\`touch made\`\",\"1\"'" >"$work/false/rooftop"
chmod +x "$work/false/rooftop"
# shellcheck disable=SC2016
offered=$(cd "$work" && PATH="$work/false:$PATH" bash -c '. "$0"; COMP_WORDS=(rooftop -i a.ncu-rep -k "") COMP_CWORD=4
    _rooftop; echo "${COMPREPLY[0]}"' "$build/completion/bash" 2>>"$work/err")
# shellcheck disable=SC2016
same "a name with commands" "$offered" '$(touch made)`touch made`'
[ ! -e "$work/made" ] || wrong "the name of a kernel was run as a command"
[ ! -s "$work/err" ] || wrong "it says something: $(cat "$work/err")"
done_check

# Other shells, where they are installed; make check installs them on Debian.
if command -v fish >/dev/null; then
    check "completion: fish completes options, sections, kernels and metrics"
    # of_fish LINE: what is offered at its end.
    # shellcheck disable=SC2016
    of_fish() { (cd "$work" && PATH="$build:$PATH" HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
        "$build/completion/fish" "$1" 2>>"$work/err" | cut -f 1 | paste -sd' '); }
    : >"$work/err"
    same "options" "$(of_fish 'rooftop --launch-skip-')" "--launch-skip-before-match"
    same "choices" "$(of_fish 'rooftop --cache-control n')" "none"
    same "sections" "$(of_fish 'rooftop --section Occ')" "Occupancy"
    same "sets" "$(of_fish 'rooftop --set det')" "detailed"
    same "files" "$(of_fish 'rooftop -i my')" "my samples.ncu-rep"
    same "kernels" "$(of_fish 'rooftop -i "my samples.ncu-rep" -k spi')" "spill"
    same "metrics" "$(of_fish 'rooftop -i "my samples.ncu-rep" --metrics launch__grid_d,launch__grid_si')" \
        "launch__grid_d,launch__grid_size"
    same "metrics of the chip" "$(of_fish 'rooftop --metrics dram__bytes_rea')" "dram__bytes_read"
    [ ! -s "$work/err" ] || wrong "it says something"
    done_check
else
    skip "completion: fish" "it is not installed"
fi
if command -v zsh >/dev/null; then
    check "completion: an interactive zsh completes commands, options, their values and what rooftop is asked for"
    # of_zsh LINE: what is offered at its end, and the line that Tab makes of it.
    of_zsh() { (cd "$work" && PATH="$build:$PATH" timeout -s KILL 60 zsh -f "$here/zsh_completes.zsh" "$build/completion/zsh" "$1" \
        </dev/null 2>>"$work/err"); }
    : >"$work/err"
    same "options" "$(of_zsh 'rooftop --launch-s')" "--launch-skip --launch-skip-before-match: rooftop --launch-skip"
    same "choices" "$(of_zsh 'rooftop --cache-control ')" "all none: rooftop --cache-control "
    same "sections" "$(of_zsh 'rooftop --section Occ')" "Occupancy: rooftop --section Occupancy "
    same "sets" "$(of_zsh 'rooftop --set det')" "detailed: rooftop --set detailed "
    same "a command or a report" "$(of_zsh 'rooftop merg' | sed 's/^\(.* \)*merge\b.*: /merge: /')" "merge: rooftop merge "
    same "files" "$(of_zsh 'rooftop my')" 'my\ samples.ncu-rep: rooftop my\ samples.ncu-rep '
    same "kernels" "$(of_zsh 'rooftop -i my\ samples.ncu-rep -k spi')" 'spill: rooftop -i my\ samples.ncu-rep -k spill '
    same "metrics" "$(of_zsh 'rooftop -i my\ samples.ncu-rep --metrics launch__x,launch__grid_si')" \
        'launch__grid_size: rooftop -i my\ samples.ncu-rep --metrics launch__x,launch__grid_size '
    same "metrics of the chip" "$(of_zsh 'rooftop --metrics dram__bytes_rea')" "dram__bytes_read: rooftop --metrics dram__bytes_read "
    same "words of the program" "$(of_zsh 'rooftop -c 1 ls --colo')" "$(of_zsh 'ls --colo' | sed 's/: ls/: rooftop -c 1 ls/')"
    [ ! -s "$work/err" ] || wrong "it says something"
    done_check
else
    skip "completion: zsh" "it is not installed"
fi
rm -rf "$work/my samples.ncu-rep" "$work/false"

check "--help fits into 100 columns, with every option"
"$rooftop" --help >"$work/out"
[ "$(wc -L <"$work/out")" -le 100 ] || wrong "a line has $(wc -L <"$work/out") columns"
[ "$(grep -cE '^  (-., |    )--' "$work/out")" -gt 100 ] || wrong "options are missing"
out_has "      --hostname HOST "
done_check

check "-h fits on a screen of 80 columns and 24 lines, and says where the rest is"
plain "$rooftop" -h
status_is 0
[ "$(wc -l <"$work/out")" -le 23 ] || wrong "it has $(wc -l <"$work/out") lines"
[ "$(wc -L <"$work/out")" -le 80 ] || wrong "a line has $(wc -L <"$work/out") columns"
out_has "  -o, --export FILE "
out_has "--help lists all options"
out_lacks "--hostname"
done_check

check "without anything to do, help is short: it fits on a screen of 24 lines and says where the rest is"
plain "$rooftop"
status_is 1
[ "$(wc -l <"$work/err")" -le 23 ] || wrong "it has $(wc -l <"$work/err") lines"
[ "$(wc -L <"$work/err")" -le 100 ] || wrong "a line has $(wc -L <"$work/err") columns"
err_has "  -o, --export FILE "
err_has "--help lists all options"
done_check
