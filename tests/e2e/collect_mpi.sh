# Ranks: those of a real Open MPI around rooftop and inside it, and what other launchers tell of ranks.

few="--metrics gpu__time_duration.sum"
mpi=
if sh "$here/../../tools/deps.sh" openmpi-bin libopenmpi-dev >"$work/mpi.log" 2>&1 && command -v mpirun >/dev/null; then
    # The make around this script, if there is one, has other variables.
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$here/../.." BUILD="$build" SANITIZE= \
        "$doubles/mpiapp" >>"$work/mpi.log" 2>&1 && mpi=$doubles/mpiapp
    [ -n "$mpi" ] || { check "the program of ranks is built"; wrong "$(tail -n 3 "$work/mpi.log")"; done_check; }
else
    skip "ranks of Open MPI" "openmpi-bin and libopenmpi-dev are not installed"
fi
launch=(mpirun -np 4 --oversubscribe)
[ "$(id -u)" != 0 ] || launch+=(--allow-run-as-root)

# ranks [NAME=VALUE...] OPTIONS...: mpirun rooftop OPTIONS mpiapp
ranks()
{
    take_variables "$@"
    plain "${launch[@]}" "$rooftop" --no-tui --clock-control none --cache-control none "${rest[@]}" "$mpi" </dev/null
}

four_ok()
{
    local rank
    for rank in 0 1 2 3; do
        out_has "rank $rank ok"
    done
}

# reports NAME=RESULTS...: the reports of $work/set and how many results each has.
reports()
{
    local got
    got=$("$rooftop" "$work"/set/* --no-tui --page raw --csv --metrics launch__grid_size 2>>"$work/err" |
        sed -n 's/^"\([^"]*ncu-rep\)".*/\1/p' | sort | uniq -c | awk '{ print $2 "=" $1 }' | paste -sd' ')
    same "reports" "$got" "$*"
}

clear_set()
{
    rm -rf "$work/set"
    mkdir "$work/set"
}

if [ -n "$mpi" ]; then

    check "ranks: one name for all: each writes a report of its own, and one says so"
    clear_set
    ranks $few -o set/all
    status_is 0
    four_ok
    reports all.rank0.ncu-rep=12 all.rank1.ncu-rep=13 all.rank2.ncu-rep=12 all.rank3.ncu-rep=13
    err_count 1 "each rank writes its own report, this one is set/all.rank0.ncu-rep"
    err_has "==PROF== rank 3: report set/all.rank3.ncu-rep, 13 results"
    done_check

    check "ranks: their reports are one list with the ranks in it"
    plain "$rooftop" --no-tui -i "$work/set" --page raw --json
    is_json out
    same "ranks" "$(sed -n 's/^ *"rank": \([0-9]*\),*$/\1/p' "$work/out" | sort -u | paste -sd' ')" "0 1 2 3"
    plain "$rooftop" --no-tui -i "$work/set" --page raw --csv --filter-mode per-gpu -c 3
    same "the first of the list, not of each file" "$(grep -c '^"all.rank0' "$work/out")" 3
    done_check

    check "ranks: the same again: nobody overwrites, nothing is started"
    sums=$(md5sum "$work"/set/*.ncu-rep)
    ranks $few -o set/all
    [ "$status" != 0 ] || wrong "exit status 0"
    err_has "ncu-rep exists already"
    out_lacks "rank 0 ok"
    same "the reports" "$(md5sum "$work"/set/*.ncu-rep)" "$sums"
    keeps_folder=yes # mpirun kills the other ranks
    done_check

    check "ranks: names of their own: %r, %q{OMPI_COMM_WORLD_RANK}, %h with the local rank, %p; %i is none"
    for pattern in 'a%r.ncu-rep' 'b%q{OMPI_COMM_WORLD_RANK}' 'c%h.%q{OMPI_COMM_WORLD_LOCAL_RANK}'; do
        clear_set
        ranks $few -o "set/$pattern"
        status_is 0
        err_lacks "each rank writes"
        same "reports of $pattern" "$(ls "$work/set" | sed 's/^c.*\.\([0-9]*\.ncu\)/c\1/' | paste -sd' ')" \
            "$(printf "${pattern:0:1}%d.ncu-rep " 0 1 2 3 | sed 's/ $//')"
    done
    clear_set
    ranks $few -o 'set/d%p'
    same "reports of %p" "$(ls "$work/set" | wc -l)" 4
    err_lacks "each rank writes"
    clear_set
    ranks $few -o 'set/e%i'
    ranks $few -o 'set/e%i'
    reports e1.rank0.ncu-rep=12 e1.rank1.ncu-rep=13 e1.rank2.ncu-rep=12 e1.rank3.ncu-rep=13 \
        e2.rank0.ncu-rep=12 e2.rank1.ncu-rep=13 e2.rank2.ncu-rep=12 e2.rank3.ncu-rep=13
    done_check

    check "ranks: --ranks: the others run without rooftop"
    clear_set
    ranks $few --ranks 1,3-9 -o set/some
    status_is 0
    four_ok
    reports some.rank1.ncu-rep=13 some.rank3.ncu-rep=13
    err_count 1 "each rank writes its own report, this one is set/some.rank1.ncu-rep"
    err_lacks "rank 0:"
    done_check

    check "ranks: one that launches nothing does not end the job"
    clear_set
    ranks MPI_APP_IDLE=2 $few -o set/idle
    status_is 0
    four_ok
    reports idle.rank0.ncu-rep=12 idle.rank1.ncu-rep=13 idle.rank3.ncu-rep=13
    err_has "==ERROR== rank 2:"
    done_check

    check "ranks: clocks of a GPU that they share are reset once, by the last"
    clear_set
    ranks --clock-control base $few -o set/clocks
    four_ok
    status_is 0
    wait_until "the clocks are reset" eval '[ "$(tail -n 1 "$FAKEGPU_NVML_LOG")" = "reset 0" ]'
    same "NVML log" "$(uniq -c "$FAKEGPU_NVML_LOG" | awk '{ print $1, $2 }' | paste -sd' ')" "4 lock 1 reset"
    done_check

    check "rooftop around mpirun: all ranks in one report"
    run $few -o report "${launch[@]}" "$mpi"
    status_is 0
    four_ok
    results_are 50
    same "processes" "$(rows | awk -F'","' '{ print $2 }' | sort -u | wc -l)" 4
    done_check

    check "rooftop around mpirun: --ranks, and a filter that leaves out the whole tree"
    run $few --ranks 0,2 -o report "${launch[@]}" "$mpi"
    status_is 0
    four_ok
    results_are 24
    run $few -f --ranks 7 -o report "${launch[@]}" "$mpi"
    status_is 1
    four_ok
    err_has "--ranks leaves out every process that used CUDA: mpiapp"
    run $few -f --target-processes-filter exclude-tree:mpirun,mpiapp -o report "${launch[@]}" "$mpi"
    status_is 1
    four_ok
    err_has "--target-processes-filter leaves out every process"
    done_check
fi

# rank_of NAME=VALUE...: the name of the report that such a rank writes
rank_of()
{
    clear_set
    run "$@" $few -o set/one -- vector_add
    status_is 0
    (cd "$work/set" && ls | paste -sd' ')
}

check "ranks of other launchers"
while read -r wanted variables; do
    # shellcheck disable=SC2086
    same "$variables" "$(rank_of $variables)" "$wanted"
done <<'END'
one.rank5.ncu-rep PMI_RANK=5 PMI_SIZE=8
one.rank6.ncu-rep MV2_COMM_WORLD_RANK=6 MV2_COMM_WORLD_SIZE=8 PMI_RANK=1 PMI_SIZE=8
one.rank7.ncu-rep PMIX_RANK=7
one.rank4.ncu-rep PALS_RANKID=4
one.rank3.ncu-rep SLURM_PROCID=3 SLURM_STEP_NUM_TASKS=4
one.rank2.ncu-rep SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1 OMPI_COMM_WORLD_RANK=2 OMPI_COMM_WORLD_SIZE=4
one.ncu-rep SLURM_PROCID=0 SLURM_NTASKS=4
one.ncu-rep PMI_RANK=0 PMI_SIZE=1
one.ncu-rep PMI_RANK=x
END
clear_set
for rank in 0 1; do
    run PMI_RANK=$rank PMI_SIZE=2 $few -o "set/rank$rank" -- vector_add # a shell knew it
    run PMI_RANK=$rank PMI_SIZE=2 $few -o set/rank_1 -- vector_add      # and one did not
done
same "names that say it" "$(cd "$work/set" && ls | paste -sd' ')" \
    "rank0.ncu-rep rank1.ncu-rep rank_1.ncu-rep rank_1.rank0.ncu-rep"
done_check

check "%r without a launcher"
run $few -o 'r%r' -- vector_add
status_is 1
err_has "%r: no launcher of a parallel program (mpirun, srun) gave this process a rank"
out_lacks "ok"
done_check

check "--ranks that are none"
for list in x 3- 4-2 1,,2 ""; do
    run $few --ranks "$list" -- vector_add
    status_is 1
    err_has "is not a list of numbers and ranges"
done
done_check

check "a rank that is left out: the program's own input, output and status"
echo hello >"$work/input"
run_with_input PMI_RANK=1 PMI_SIZE=2 --ranks 0 -- stdin <"$work/input"
status_is 0
same "output" "$(cat "$work/out")" "hello
stdin ok"
same "messages" "$(cat "$work/err")" ""
run PMI_RANK=1 PMI_SIZE=2 --ranks 0 --json -- exit3
status_is 3
out_has "exit3 ok"
run PMI_RANK=1 PMI_SIZE=2 --ranks 0 "$work/nothing-here"
status_is 127
err_has "cannot be started"
done_check

# The batch scripts of the manual, as they stand, in a folder with a program ./app. The double of srun runs the sixteen tasks
# of the job that the second script asks for.
check "the manual's recipes for job arrays and for jobs of several hosts work as they stand"
recipes=$work/recipes
variables=()
mkdir -p "$recipes/bin"
ln -s "$rooftop" "$recipes/bin/rooftop"
printf '#!/bin/sh\nexec "%s" vector_add\n' "$app" >"$recipes/app"
cat >"$recipes/bin/srun" <<'END'
#!/bin/bash
for task in {0..15}; do
    SLURM_PROCID=$task SLURM_NTASKS=16 SLURM_STEP_NUM_TASKS=16 "$@" &
done
wait
END
chmod +x "$recipes/app" "$recipes/bin/srun"
awk -v folder="$recipes" '/^#!\/bin\/bash$/ { file = folder "/recipe" ++n ".sh" } /^\.Ed$/ { file = "" } file { print > file }' \
    "$here/../../man/rooftop.1.in"
same "recipes" "$(cd "$recipes" && grep -l "#SBATCH" recipe*.sh | paste -sd' ')" "recipe1.sh recipe2.sh"
sed 's/^rooftop /&--metrics gpu__time_duration.sum --clock-control none /; s/ --ranks every/ --metrics gpu__time_duration.sum --clock-control none&/' \
    -i "$recipes"/recipe*.sh
for task in 0 1; do
    plain env PATH="$recipes/bin:$PATH" SLURM_ARRAY_TASK_ID=$task sh -c 'cd recipes && exec bash recipe1.sh'
    status_is 0
done
plain env PATH="$recipes/bin:$PATH" sh -c 'cd recipes && exec bash recipe2.sh'
status_is 0
same "reports" "$(cd "$recipes" && ls ./*.ncu-rep | paste -sd' ')" \
    "./job.ncu-rep ./result.rank0.ncu-rep ./result.rank8.ncu-rep ./result.task0.ncu-rep ./result.task1.ncu-rep"
same "programs that ran" "$(grep -c 'vector_add ok' "$work/out")" 16
grep -q "vec_add" "$work/out" || wrong "the page of ranks names no kernel"
rm -rf "$recipes"
done_check
