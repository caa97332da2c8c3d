# processes: pauses that need no process, and processes that were left behind. Sourced; strays() needs $work.

# Waits so many seconds, for a pipe that nobody writes: to start a process takes longer than most pauses.
exec {silence}<> <(:)
pause() { ! read -r -t "$1" -u "$silence" _; }

# Processes of this script: they have its folder in their environment, and the one that looks for them has not.
strays()
{
    local file
    while read -r file; do
        file=${file#/proc/}
        echo "${file%/environ}"
    done < <(TMPDIR=/ grep -lzsxF "TMPDIR=$work/tmp" /proc/[0-9]*/environ)
}
