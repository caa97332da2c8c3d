"""unchecked.py CACHE BUILD SETTINGS <SOURCES: which of these files (one a line) a check has still to look at.

Prints "KEY SOURCE" for each whose key is no file in the folder CACHE; the caller makes that file when the check has passed. A
key is made of SETTINGS, a text, and of what the source and all that it includes hold, which BUILD's dependency files name; with
an empty BUILD, of what the source itself holds. A source without such a file has the key "-" and is always checked.
"""

import functools
import hashlib
import os
import re
import sys


@functools.lru_cache(maxsize=None)
def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def key_of(source, build, settings):
    if not build:
        return hashlib.sha256(f"{settings}\n{source} {digest(source)}".encode()).hexdigest()
    try:
        with open(os.path.join(build, "obj", source[:-2] + ".d")) as file:
            rule = re.split(r"(?<!\\)\n", file.read(), maxsplit=1)[0]
        files = rule.split(":", 1)[1].replace("\\\n", " ").split()
        return hashlib.sha256("\n".join([settings] + [name + digest(name) for name in files]).encode()).hexdigest()
    except (OSError, IndexError):
        return "-"


def main():
    cache, build, settings = sys.argv[1:]
    for line in sys.stdin:
        key = key_of(line.strip(), build, settings)
        if key == "-" or not os.path.exists(os.path.join(cache, key)):
            print(key, line.strip())


main()
