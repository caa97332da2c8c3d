# --import-source and --import-sass: what the report keeps of the code.

few="--metrics gpu__time_duration.sum"

sources()
{
    mkdir -p "$work/code/inc"
    printf '__global__ void vec_add()\n{\n\tcode();\n}\n' >"$work/code/add.cu"
    printf '// \303\274ber\r\nint h;\r\n' >"$work/code/inc/h.h"
    named=$work/code/add.cu:$work/code/inc/h.h
}

page()
{
    plain "$rooftop" --no-tui -i report.ncu-rep --page source --print-source cuda --csv </dev/null
}

check "sources are in the report when their files are gone"
sources
run FAKEGPU_SOURCES="$named" $few --import-source yes -o report -- vector_add
status_is 0
results_are 1
out_has "vector_add ok"
err_lacks "could not be imported"
rm -r "$work/code"
page
status_is 0
out_has "code();"
err_lacks "on disk"
done_check

check "without the option they are not"
sources
run FAKEGPU_SOURCES="$named" $few -o report -- vector_add
results_are 1
rm -r "$work/code"
page
out_lacks "code();"
done_check

check "files that are missing are counted and named, with what to do"
sources
rm "$work/code/inc/h.h"
run FAKEGPU_SOURCES="$named:/nowhere/k.cuh" $few --import-source yes -o report -- vector_add
status_is 0
results_are 1
err_has "2 of 3 source files could not be imported, the first is $work/code/inc/h.h"
err_has "--source-folders"
done_check

check "files that have moved are found below the folders that are named"
sources
mv "$work/code" "$work/moved"
run FAKEGPU_SOURCES="$named" $few --import-source yes --source-folders "$work/moved" -o report -- vector_add
err_lacks "could not be imported"
rm -r "$work/moved"
page
out_has "code();"
done_check

check "code without lines is told"
run $few --import-source yes -o report -- vector_add
status_is 0
results_are 1
err_has "compile it with nvcc -lineinfo"
done_check

check "a report without code has the files and no code"
sources
run FAKEGPU_SOURCES="$named" $few --import-source yes -o report -- vector_add
with=$(stat -c %s "$report")
run FAKEGPU_SOURCES="$named" $few --import-source yes --import-sass no -f -o report -- vector_add
status_is 0
results_are 1
[ "$(stat -c %s "$report")" -lt "$with" ] || wrong "it is not smaller"
grep -aq 'code();' "$report" || wrong "no file"
page
err_has "not in the report"
done_check
