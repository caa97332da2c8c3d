# From a line of source to the editor, the build, the same launch again, and what became of it.

# An editor: what it was given, and a change of the file unless the file $work/idle is there.
mkdir -p "$work/code" "$work/edit tools"
cat >"$work/edit tools/pen" <<SCRIPT
#!/bin/sh
printf '%s|' "\$@" >"$work/given"
for file; do :; done
[ -e "$work/idle" ] || echo "// better" >>"\$file"
SCRIPT
# A build that fails when the file $work/breaks is there, and makes kernels take half of their time.
cat >"$work/edit tools/build" <<SCRIPT
#!/bin/sh
echo "compiling \$1"
[ ! -e "$work/breaks" ] || { rm "$work/breaks"; echo "add.cu(3): error: expected a ;" >&2; exit 2; }
echo 50 >"$work/takes"
SCRIPT
chmod +x "$work/edit tools/"*
pen="'$work/edit tools/pen'" builder="'$work/edit tools/build' it"

# edits SIZE [NAME=VALUE...] -- WORD...: rooftop with this editor, and with the command in `builds`.
edits()
{
    local size=$1 variables=("EDITOR=$pen -nw")
    shift
    forget_settings
    printf '__global__ void vec_add()\n{\n\tcode();\n}\n' >"$work/code/add.cu"
    echo 100 >"$work/takes"
    rm -f "$work/given" "$work/idle" "$work/breaks"
    [ -z "${builds-}" ] || echo "build: \"$builds\"" >>"$work/home/.config/rooftop/config.yaml"
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    terminal "$size" "${base[@]}" "${gpu[@]}" FAKEGPU_TAKES="$work/takes" PATH="$doubles:$PATH" LC_ALL=C.UTF-8 \
        TERM=xterm-256color "${variables[@]}" "$rooftop" "$@"
}

# The last message stands in the row of messages; the log has all.
ended() { press E; sees "the program has ended"; press E; sees "Limited by"; }
given() { same "what the editor was given" "$(cat "$work/given" 2>/dev/null)" "$1"; }

# What has samples, of code that has lines.
recorded=("${few[@]}" --set basic --section SourceCounters)
program=(env FAKEGPU_SOURCES="$work/code/add.cu" fakeapp)
builds=$builder

for size in 120x40 80x24; do
    check "edit_verdict_${size%x*}"
    edits $size -- "${recorded[@]}" "${program[@]}" vector_add
    ended
    press Enter x 3
    sees "code();"
    press j
    touch "$work/breaks"
    press V
    sees "add.cu has changed. y, Enter: build"
    given "-nw|+3|$work/code/add.cu|"
    press Enter
    sees "add.cu(3): error: expected a ;"
    sees "ended with exit status 2."
    press y
    sees "vec_add: 2.00× faster, 1.32 us after 2.64 us, beyond the noise"
    golden "edit_verdict_${size%x*}"
    press Escape Escape
    wait_until "both runs are in the list" on_screen "2 results"
    press q q
    ends 0
    done_check
done

check "edit: a build that fails leads back to the editor, and another key back to the screen"
edits 80x24 -- "${recorded[@]}" "${program[@]}" vector_add
ended
touch "$work/breaks"
press X
sees "add.cu:2"
press j j j j
press V
sees "add.cu has changed."
given "-nw|+2|$work/code/add.cu|"
press y
sees "e: edit again"
rm "$work/given"
touch "$work/breaks"
press e
wait_until "the editor was called again" test -s "$work/given"
sees "measure vec_add again"
press y
sees "e: edit again"
press x
sees "the build failed, so nothing was measured; $ builds again"
press '$'
sees "vec_add: 2.00× faster"
sees "Hot spots"
press q q q
ends 0
done_check

check "edit: what is left as it was, and what is changed and not built"
edits 80x24 -- "${recorded[@]}" "${program[@]}" vector_add
ended
touch "$work/idle"
press X
sees "add.cu:2"
press j j j j
press V
sees "add.cu is as it was"
rm "$work/idle"
press V
sees "add.cu has changed."
press n
sees "add.cu has changed; $ builds and measures again"
lacks "2 results"
press q q q
ends 0
done_check

check "edit: the same launch of several of one kernel"
edits 120x40 -- "${recorded[@]}" "${program[@]}" inplace
ended
press G '$'
sees ": 2.00× faster"
press E
sees "--kernel-name inplace --launch-skip 2 --launch-count 1"
press q q q
ends 0
done_check

check "edit: the same launch behind others that were skipped, with the filter of before"
edits 120x40 -- "${recorded[@]}" -k regex:in -s 1 "${program[@]}" inplace
ended
press G '$'
sees ": 2.00× faster"
press E
sees "--kernel-name regex:in --launch-skip 2 --launch-count 1"
press q q q
ends 0
done_check

check "edit: the time within the noise"
edits 80x24 -- "${recorded[@]}" "${program[@]}" vector_add
ended
sed -i 's/echo 50/echo 101/' "$work/edit tools/build"
press '$'
sees "vec_add: as fast (within noise), 2.66 us after 2.64 us"
sed -i 's/echo 101/echo 50/' "$work/edit tools/build"
press q q
ends 0
done_check

check "edit: without a command that builds it is asked for, and kept"
builds=
edits 80x24 -- "${recorded[@]}" "${program[@]}" vector_add
ended
press X
sees "add.cu:2"
press j j j j
press V
sees "which command builds the program?"
press "text:$builder" Enter
sees "builds and measures from now on, also the next time: "
press '$'
sees "vec_add: 2.00× faster"
press q q q
ends 0
grep -qF "build: '''$work/edit tools/build'' it'" "$work/home/.config/rooftop/config.yaml" ||
    { wrong "it is not kept"; detail=$(cat "$work/home/.config/rooftop/config.yaml"); }
done_check
builds=$builder

check "edit: a program that no longer makes the launch"
echo vector_add >"$work/mode"
edits 80x24 -- "${recorded[@]}" sh -c 'exec env FAKEGPU_SOURCES="$1" fakeapp $(cat "$2")' sh "$work/code/add.cu" "$work/mode"
ended
echo tiny >"$work/mode"
press '$'
sees "no launch of vec_add was measured again; E shows the messages of the run"
press q q q
ends 0
done_check

check "edit: a program that still runs is not disturbed"
edits 80x24 -- "${few[@]}" --metrics gpu__time_duration.sum fakeapp loop
loop_has_results
press '$'
sees "the program still runs; ^C stops it"
press q q
ends any
done_check

# A report, as it is opened later or elsewhere.
kept=$work/kept.ncu-rep
edits 80x24 -- --version # writes the source
env -i "${base[@]}" "${gpu[@]}" PATH="$doubles:$PATH" "$rooftop" --no-tui --quiet "${recorded[@]}" --import-source yes -f -o "$kept" \
    "${program[@]}" vector_add >/dev/null 2>&1

check "edit: the report of a run before"
edits 80x24 -- "$kept"
sees "Speed Of Light"
press x 3
sees "code();"
press V
sees "add.cu has changed."
press y
sees "vec_add: 2.00× faster"
press Escape Escape
sees "2 results"
press q q
ends 0
done_check

check "edit: a file that is only in the report"
edits 80x24 -- "$kept"
rm "$work/code/add.cu"
sees "Speed Of Light"
press x 3
sees "code();"
press V
sees "$work/code/add.cu is not on this machine"
press Q
ends 0
done_check

check "edit: a file that has moved to a folder that is named"
mkdir -p "$work/moved"
edits 80x24 -- --source-folders "$work/moved" "$kept"
mv "$work/code/add.cu" "$work/moved"
sees "Speed Of Light"
press x 3
sees "code();"
press V
sees "add.cu has changed."
given "-nw|+2|$work/moved/add.cu|"
press n
sees "$ builds and measures again"
press Q
ends 0
done_check

check "edit: what cannot be measured here is said behind the editor"
mkdir -p "$work/bin" && cp "$app" "$work/bin/gone"
env -i "${base[@]}" "${gpu[@]}" FAKEGPU_SOURCES="$work/code/add.cu" "$rooftop" --no-tui --quiet "${recorded[@]}" -f \
    -o "$work/gone.ncu-rep" "$work/bin/gone" vector_add >/dev/null 2>&1
rm "$work/bin/gone"
edits 120x40 -- "$work/gone.ncu-rep"
sees "Speed Of Light"
press x 3
sees "code();"
press V
sees "add.cu has changed, but vec_add cannot be measured again: "
press '$'
sees "$work/bin/gone"
press Q
ends 0
done_check

# no_editor TEXT NAME=VALUE...: what is said in the source view when the key is pressed.
no_editor()
{
    local text=$1
    shift
    check "edit: $text"
    edits 120x40 "$@" -- "$kept"
    sees "Speed Of Light"
    press x 3
    sees "code();"
    press V
    sees "$text"
    press Q
    ends 0
    done_check
}
no_editor "no-such-pen cannot be started: No such file or directory; VISUAL or EDITOR names it" VISUAL=no-such-pen
# Where there is a shell for this test, and no vi.
mkdir -p "$work/poor" && ln -sf "$(command -v sh)" "$(command -v sleep)" "$work/poor"
no_editor "vi cannot be started: No such file or directory; set VISUAL or EDITOR to your editor" EDITOR= PATH="$work/poor"
no_editor "the editor in VISUAL or EDITOR: a quote (') is not closed" EDITOR="'vi"
no_editor "false ended with exit status 1" EDITOR=false
