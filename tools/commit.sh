#!/bin/sh
# commit.sh: prints the commit that these sources are, and whether they were changed since; nothing where it is not known. It
# comes from the repository of this folder, and in an archive that `git archive` made from the file COMMIT.
cd "$(dirname "$0")/.." || exit 1
commit='' changed=''
if [ -e .git ]; then
    commit=$(git rev-parse --verify --quiet HEAD 2>/dev/null) && ! git diff --quiet HEAD 2>/dev/null && changed=' with changes'
elif [ -f COMMIT ]; then
    commit=$(grep -xE '[0-9a-f]{40,64}' COMMIT)
fi
[ -z "$commit" ] || printf '%.12s%s\n' "$commit" "$changed"
