# What the checks of the screen share: a tmux server of their own, keys, captures, goldens. Sourced by screen_test.sh,
# which has set `root`, `build` and `viewer`.
rooftop=$build/rooftop
doubles=$build/fakegpu
app=$doubles/fakeapp
goldens=$root/tests/e2e/screens
. "$root/tests/e2e/results.sh"
. "$root/tests/e2e/processes.sh"

# needs FILE...: what a check cannot do without.
needs()
{
    local file
    for file in "$@"; do
        [ -e "$file" ] || { echo "screen: $file is missing: make check makes it"; exit 2; }
    done
}
needs "$rooftop"
for needed in tmux script; do
    command -v $needed >/dev/null || { echo "screen: $needed is not installed"; exit 2; }
done

work=$(mktemp -d /tmp/rt-scr.XXXXXX) || exit 2
mkdir "$work/tmp" "$work/home" "$work/tmux"
unset TMUX LD_LIBRARY_PATH NO_COLOR ${!FAKEGPU_@} ${!ROOFTOP_@}
export LC_ALL=C.UTF-8 TMUX_TMPDIR=$work/tmux

# What rooftop sees of the environment; also the mark by which stray processes are found.
base=(PATH="$PATH" HOME="$work/home" TMPDIR="$work/tmp" TZ=UTC LSAN_OPTIONS="${LSAN_OPTIONS-}" ASAN_OPTIONS="${ASAN_OPTIONS-}")
gpu=(LD_LIBRARY_PATH="$doubles" ROOFTOP_CUPTI="$doubles/libcupti.so.13" FAKEGPU_LOG="$work/protocol"
    FAKEGPU_NVML_LOG="$work/nvml")

mux() { tmux -L screens -f /dev/null -u "$@"; }

# One client of tmux takes commands for as long as the checks run: to start a process for each takes longer than all else.
mux_open()
{
    mux new-session -d -s keep -x 10 -y 5 "exec sleep 1000" \; set -g status off \; set -g history-limit 500 \; \
        set -sg escape-time 0 \; set -s set-clipboard on
    coproc { exec tmux -L screens -f /dev/null -u -C attach -t keep; }
    exec {mux_to}>&"${COPROC[1]}" {mux_from}<&"${COPROC[0]}"
    mux_answers # the command that it was started with
}

# Reads to the end of an answer; false: tmux refused the command.
mux_answers()
{
    local line
    while IFS= read -r -t 60 -u "$mux_from" line; do
        case $line in
        "%end "*) return 0 ;;
        "%error "*) return 1 ;;
        esac
    done
    return 1
}

# tell WORD...: a command of tmux that says nothing.
tell()
{
    local word text=
    for word; do
        if [[ $word == *[[:cntrl:]]* ]]; then
            mux "$@" >/dev/null
            return
        fi
        text+=" '${word//\'/\'\\\'\'}'"
    done
    echo "$text" >&"$mux_to"
    mux_answers
}

leave()
{
    local pid
    mux kill-server 2>/dev/null
    for pid in $(strays); do
        kill -KILL "$pid" 2>/dev/null
    done
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT TERM

check() { name=$1 why= detail=; }

done_check()
{
    say_result "$name" && return
    [ -z "$detail" ] || printf '%s\n' "$detail" | head -n 60 | LC_ALL=C tr '\001-\010\013-\037\177' '?' | sed 's/^/    /'
}

# ---- the terminal ----

# Runs its words on the terminal, says their process id and exit status in files, and keeps the terminal as it is left.
cat >"$work/pane.sh" <<'SCRIPT'
files=$1
shift
trap : INT QUIT
sh -c 'echo $$ >"$0"; exec "$@"' "$files/pid" "$@"
echo $? >"$files/status"
exec sleep 1000
SCRIPT

# Ends what a check left running, before its terminal goes away: that sends SIGCONT too, which would wipe out the SIGSTOP
# that the leak sanitizer waits for at its end, for ever.
end_rooftop()
{
    local terminal number name left=500
    if read -r number <"$pane/pid" && read -r name <"/proc/$number/comm" && [ "$name" = rooftop ]; then
        kill -TERM "$number"
        while [ $((left--)) -gt 0 ] && [ -e "/proc/$number" ]; do
            pause 0.02
        done
        return
    fi 2>/dev/null
    terminal=$(mux display -p -t run '#{pane_tty}' 2>/dev/null)
    [ -n "$terminal" ] || return
    pkill -TERM -x -t "${terminal#/dev/}" rooftop || return
    while [ $left -gt 0 ] && pgrep -x -t "${terminal#/dev/}" rooftop >/dev/null; do
        left=$((left - 1))
        pause 0.05
    done
}

# Files of a new pane: the shell of the one before may write its status when that pane has gone already.
panes=0 pane=$work
new_pane()
{
    pane=$work/pane.$((panes += 1))
    mkdir "$pane"
}

# terminal COLUMNSxROWS NAME=VALUE... WORD...: a new pane of that size that runs the words; it stays when they end.
terminal()
{
    local columns=${1%x*} rows=${1#*x} words
    shift
    local environment=()
    while [[ ${1-} =~ ^[A-Za-z_0-9]+= ]]; do
        environment+=("$1")
        shift
    done
    # One session at a time, on a server that another, empty one keeps alive.
    [ -n "${mux_to-}" ] || mux_open
    end_rooftop
    tell kill-session -t run
    new_pane
    seen_before= typed=
    printf -v words '%q ' "${environment[@]}" sh "$work/pane.sh" "$pane" "$@"
    tell new-session -d -s run -x "$columns" -y "$rows" "exec env -i $words"
}

# What one check chose is nothing to the next; the files are written when rooftop ends. Results stand in the order of their
# launches, which tells where keys lead; `order=` for that which rooftop chooses.
forget_settings()
{
    [ -z "${keep_settings-}" ] || return 0
    end_rooftop
    rm -f "$work/home/.config/rooftop/config.yaml" "$work/home/.local/state/rooftop/lists"
    [ -n "${order-number}" ] || return 0
    mkdir -p "$work/home/.config/rooftop"
    echo "sort: number" >"$work/home/.config/rooftop/config.yaml"
}

# show COLUMNSxROWS [NAME=VALUE...] [--] WORD...: rooftop with those words. Usual: UTF-8, xterm-256color.
show()
{
    local size=$1 variables=(LC_ALL=C.UTF-8 TERM=xterm-256color)
    shift
    forget_settings
    while [[ ${1-} =~ ^[A-Z_0-9]+= ]]; do
        variables+=("$1")
        shift
    done
    terminal "$size" "${base[@]}" "${variables[@]}" "$rooftop" "$@"
}

# raw_bytes LOCALE REPORT KEY...: every byte that a terminal of 120x40 gets, in $work/raw. Keys are those of printf.
raw_bytes()
{
    local locale=$1 report=$2 key
    shift 2
    new_pane
    rm -f "$work/raw"
    env -i "${base[@]}" LC_ALL="$locale" TERM=xterm-256color timeout 60 script -qec \
        "stty cols 120 rows 40; echo \$\$ >'$pane/pid'; exec '$rooftop' '$report'" /dev/null \
        < <(wait_until "it has drawn" grep -qa 'Limited by' "$work/raw"
            for key in "$@"; do taken; printf "$key"; done; taken) >"$work/raw" 2>&1
}

# live COLUMNSxROWS WORD...: rooftop on fakeapp, which is found by its name: screens must not show where the build is.
few=(--clock-control none --cache-control none)
live()
{
    local size=$1
    shift
    forget_settings
    : >"$work/protocol"
    terminal "$size" "${base[@]}" "${gpu[@]}" PATH="$doubles:$PATH" LC_ALL=C.UTF-8 TERM=xterm-256color "$rooftop" "${few[@]}" "$@"
}

# Keys one after the other, by tmux's names; "text:..." is typed as it is.
press()
{
    local key
    look
    seen_before=$screen
    for key in "$@"; do
        case $key in
        wait:*)
            sees "${key#wait:}"
            continue
            ;;
        esac
        [ -n "$seen_before" ] || seen_before=$screen # as a wait: left it
        case $key in
        text:*)
            typed+=${key#text:}
            tell send-keys -t run -l -- "${key#text:}"
            ;;
        *) tell send-keys -t run -- "$key" ;;
        esac
        # What follows an Escape at once would be an Alt key.
        [ "$key" != Escape ] || taken
    done
}

# pastes TEXT: what a terminal sends for pasted text, with marks around it where the program asked for them.
pastes()
{
    look
    seen_before=$screen typed=$1
    printf '%s' "$1" >"$work/pasted"
    tell load-buffer -b pasted "$work/pasted"
    tell paste-buffer -d -p -b pasted -t run
}

# click COLUMN ROW: press and release of the mouse's left button, as xterm tells of it; twice, soon enough for a double click.
click() { look; seen_before=$screen; mux send-keys -t run -l -- $'\e'"[<0;$1;$2M"$'\e'"[<0;$1;$2m"; }
click_twice() { look; seen_before=$screen; mux send-keys -t run -l -- "$(printf '\e[<0;%d;%dM\e[<0;%d;%dm' "$1" "$2" "$1" "$2" "$1" "$2" "$1" "$2")"; }

size_is() { [ "$(mux display -p -t run '#{pane_width}x#{pane_height}')" = "$1" ]; }

resize()
{
    mux resize-window -t run -x "${1%x*}" -y "${1#*x}"
    wait_until "the pane is $1" size_is "$1"
}

# look: what the terminal shows, in `screen`. A file is read faster than an answer, of which bash reads byte by byte.
screen=
look()
{
    screen=
    if tell capture-pane -t run -b screen && tell save-buffer -b screen "$work/screen"; then
        tell delete-buffer -b screen # what rooftop copies there is looked for without a name
        IFS= read -r -d '' screen <"$work/screen"
        screen=${screen%"${screen##*[!$'\n']}"}
    fi
}

# The same on standard output, or with options of capture-pane.
capture()
{
    if [ $# != 0 ]; then
        mux capture-pane -t run -p "$@"
    else
        look
        echo "$screen"
    fi
}

# The terminal has handed over the keys of the calls before once it answers another one.
handed_over() { tell display -p -t run; }

# Whether all threads of what runs in the terminal, and of its children, wait for something.
idle()
{
    local pid children file stat
    read -r pid <"$pane/pid" || return
    read -r children <"/proc/$pid/task/$pid/children"
    children=${children% }
    for file in "/proc/$pid/task"/*/stat ${children:+/proc/${children// //stat /proc/}/stat}; do
        read -r stat <"$file" || continue
        case ${stat##*) } in [RD]*) return 1 ;; esac
    done
} 2>/dev/null

# Until the key before has been read, however busy the machine is, and the time in which others could belong to it is over.
taken()
{
    local calm=0 late=$((SECONDS + 20))
    handed_over
    while [ $calm -lt 2 ] && [ $SECONDS -lt $late ]; do
        pause 0.05
        if idle; then calm=$((calm + 1)); else calm=0; fi
    done
}

# wait_until WHAT COMMAND...: at most a minute.
wait_until()
{
    local what=$1 late=$((SECONDS + 60))
    shift
    until "$@" 2>/dev/null; do
        if [ $SECONDS -ge $late ]; then
            wrong "waited in vain until $what"
            in_vain
            detail=$(capture)
            return 1
        fi
        pause 0.05
    done
}

on_screen() { look && [[ $screen == *"$1"* ]]; }
off_screen() { look && [[ $screen != *"$1"* ]]; }
# By the header: the list follows what comes, its first rows are soon out of view.
loop_has_results() { wait_until "the loop has results" on_screen " results · "; }
# What was so before the last keys tells nothing of them until they have been read; nor does what a prompt shows of them.
seen_before= typed=
was_on_screen() { [[ -n $seen_before && $seen_before == *"$1"* ]]; }
was_off_screen() { [[ -n $seen_before && $seen_before != *"$1"* ]]; }
sees()
{
    if was_on_screen "$1" || [[ $typed == *"$1"* ]]; then taken; fi
    seen_before= typed=
    wait_until "the screen shows \"$1\"" on_screen "$1"
}
sees_not()
{
    if was_off_screen "$1"; then taken; fi
    seen_before= typed=
    wait_until "the screen no longer shows \"$1\"" off_screen "$1"
}
# For what may never have been there: when there is nothing more to do.
lacks()
{
    handed_over
    wait_until "rooftop waits" idle
    off_screen "$1" || {
        wrong "the screen has \"$1\""
        detail=$(capture)
    }
}

# The same three times in a row, not empty, and nothing goes on.
settle()
{
    local last= same=0 late=$((SECONDS + 20))
    while [ $same -lt 2 ] && [ $SECONDS -lt $late ]; do
        pause 0.05
        look
        if [ -n "$screen" ] && [ "$screen" = "$last" ] && idle; then same=$((same + 1)); else same=0; fi
        last=$screen
    done
}

# What was printed without or after the screen, lines that the terminal wrapped in one.
printed() { capture -J -S -; }
has_printed() { printed | grep -qF -- "$1"; }
says()
{
    wait_until "rooftop prints \"$1\"" has_printed "$1" || detail=$(printed)
}

pid() { cat "$pane/pid" 2>/dev/null; }
dead() { [ -s "$pane/status" ]; }
# ends [STATUS]; "any" takes every status.
ends()
{
    local status
    wait_until "rooftop ends" dead || return
    read -r status <"$pane/status"
    [ "${1-0}" = any ] || [ "$status" = "${1-0}" ] || wrong "exit status $status instead of ${1-0}"
}
alive()
{
    ! dead || {
        wrong "rooftop has ended, status $(cat "$pane/status")"
        detail=$(capture)
    }
}

# ---- a shell that the user started rooftop from ----

# shell WORDS [NAME=VALUE]: rooftop with those words, typed into a shell. dash does not mend the terminal as bash would.
shell()
{
    end_rooftop
    rm -f "$work/home/.config/rooftop/config.yaml"
    terminal 80x24 "${base[@]}" "${gpu[@]}" LC_ALL=C.UTF-8 TERM=xterm-256color PS1='ready$ ' ENV= ${2:+"$2"} \
        "$(command -v dash || echo sh)" -i
    sees 'ready$'
    press text:"stty -g >$work/before; clear" Enter
    wait_until "stty answers" test -s "$work/before"
    rm -f "$work/after"
    press text:"$rooftop $1" Enter
}

# The shell is there again: a prompt of before, with the command behind it, shows as soon as rooftop leaves the screen.
prompt_is() { [ "$(capture | sed '/^ *$/d' | tail -n 1)" = "$1" ]; }
sees_prompt() { wait_until "the prompt has its line alone" prompt_is 'ready$'; }

shows() { [ "$(capture)" = "$1" ]; }

rooftop_pid()
{
    local pid
    pid=$(pid)
    ps -o pid=,comm= --ppid "$pid" | awk '$2 == "rooftop" { print $1 }'
}

# usable [STATUS]: the shell has seen this exit status (usual: 0), answers, echoes, and the terminal is what it was.
usable()
{
    wait_until "the shell is back" eval '[ -z "$(rooftop_pid)" ]'
    # With marks around it this would be no command.
    pastes "status=\$?; stty -g >$work/after; echo a''b \$status"
    press Enter
    sees "ab ${1-0}"
    wait_until "stty answers" test -s "$work/after"
    cmp -s "$work/before" "$work/after" || {
        wrong "stty differs"
        detail=$(diff "$work/before" "$work/after")
    }
    sees "echo a''b" # it echoes
    [ "$(mux display -p -t run '#{alternate_on}')" = 0 ] || wrong "the alternate screen stays"
    [ "$(mux display -p -t run '#{cursor_flag}')" = 1 ] || wrong "the cursor is invisible"
    [ "$(mux display -p -t run '#{keypad_cursor_flag}#{keypad_flag}')" = 00 ] || wrong "the keypad mode stays"
    [ "$(mux display -p -t run '#{mouse_any_flag}')" = 0 ] || wrong "the mouse mode stays"
}

# The screen, with marks for times, folders and NUMA nodes of this run: of their width, but for the estimate of a rerun.
masked()
{
    capture | sed -E 's/[0-9]{2}:[0-9]{2}:[0-9]{2}/hh:mm:ss/; s/rt-scr\.[A-Za-z0-9]{6}/rt-scr.xxxxxx/
        s/(by CPU Affinity) [0-9,]+/\1 n/
        s#about [0-9.]+ [a-z]+( for .*\)) *([|│])$#about ...\1 \2#'
}

# Whether the screen is this one, masked where there is something to mask.
is_screen()
{
    look
    [ "$screen" = "$1" ] ||
        { [[ $screen =~ :[0-9]{2}:|rt-scr|Affinity|about ]] && [ "$(masked)" = "$1" ]; }
}

# golden NAME: the screen is that of screens/NAME.txt; GENERATE=1 writes it.
golden()
{
    local file=$goldens/$1.txt soon=$((SECONDS + 3)) late=$((SECONDS + 60)) expected
    if [ -n "${GENERATE-}" ]; then
        settle
        masked >"$file"
        return
    fi
    if [ ! -f "$file" ]; then
        wrong "no golden file screens/$1.txt: GENERATE=1 writes it"
        return
    fi
    expected=$(<"$file")
    until is_screen "$expected"; do
        if [ $SECONDS -ge $late ] || { [ $SECONDS -ge $soon ] && idle; }; then
            wrong "the screen is not screens/$1.txt"
            detail=$(diff -u --label expected --label shown "$file" <(masked))
            return
        fi
        pause 0.02
    done
}

ascii_only()
{
    capture | grep -q '[!-~]' || wrong "the screen is empty"
    if capture | LC_ALL=C grep -q '[^ -~]'; then
        wrong "not only ASCII"
        detail=$(capture | LC_ALL=C grep '[^ -~]')
    fi
}

color_escape=$'\e''\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]'
colored() { capture -e | grep -qE "$color_escape"; }
has_color() { wait_until "there are colours" colored; }
has_no_color()
{
    settle
    ! colored || {
        wrong "there are colours"
        detail=$(capture -e | grep -E "$color_escape" | head -n 5)
    }
}

# screen_check NAME COLUMNSxROWS KEY...: a report's screen after the keys. Options for rooftop in `with`.
with=()
screen_check()
{
    local golden=$1 size=$2
    shift 2
    check "$golden"
    show "$size" "${with[@]}" "$report"
    sees "rooftop"
    press "$@"
    golden "$golden"
    alive
    done_check
}

# help_has VIEW: scrolls through the help on the screen and looks for each row of keys.h in it.
help_has()
{
    local all= line left=20 last= now
    while [ $left -gt 0 ]; do
        now=$(capture)
        all+=$now$'\n'
        [ "$now" != "$last" ] || break
        last=$now left=$((left - 1))
        press j j j j j j # fewer than lines that are seen
        settle
    done
    while IFS='|' read -r keys help; do
        # There q goes back.
        [ "$1" = VIEW_LIST ] || keys=${keys/q Q/Q}
        grep -qF -- "  $keys " <<<"$all" && grep -qF -- "$help" <<<"$all" || {
            wrong "the help lacks \"$keys: $help\""
            detail=$all
        }
    done < <(sed -n '/define KEY_TABLE/,/^$/p' "$root/src/tui/widgets/keys.h" | tr -d '\n\\' | sed 's/X(/\n&/g' |
        sed -n 's/^X([A-Z_]*, "\([^"]*\)", \([A-Z_| ]*\), \("[^"]*"\|NULL\), *"\([^"]*\)").*/\2:\1|\4/p' |
        grep -E "^[A-Z_| ]*(VIEW_ANY|$1)" | sed 's/^[^:]*://')
}

# Goes on in the pane of the check before.
then_check()
{
    local golden=$1
    shift
    check "$golden"
    press "$@"
    golden "$golden"
    alive
    done_check
}

# profiles NAME: whether the program can, as the check NAME wants; of a viewer it is skipped.
profiles()
{
    [ -n "$viewer" ] || return 0
    skip "$1" "a viewer neither runs a program nor records a report"
    return 1
}

# A report with a few kernels of every kind, recorded on the doubles: the same numbers every time.
make_report()
{
    needs "$app" "$doubles/libcupti.so.13"
    env -i "${base[@]}" "${gpu[@]}" timeout 60 "$rooftop" --no-tui --quiet --apply-rules no --clock-control none --cache-control none \
        -f -o "$1" sh -c 'for mode in vector_add template tiny bigparam slow; do "$0" $mode 1; done' "$app" \
        >"$work/made" 2>&1 || { echo "screen: no report could be made:"; cat "$work/made"; exit 2; }
}
