#!/usr/bin/env python3
"""layers.py OBJECTS [LIST]: checks that the files of src/ use each other only in the directions that LIST allows.

LIST is src/rooms.list if it is not given; its head says what it means. OBJECTS is the folder of the program's objects,
as build/obj; the objects of the library for the profiled program lie beside it in pic. What a file uses is read from
its #include lines and from the undefined symbols of its object, so a file that declares a function of another file
itself is found, too. A generated header lies where its source does: report.pb-c.h where report.proto is.

The script names
- each use that points the wrong way,
- each include of something that is neither in a room nor generated, as a header of the tests,
- each file in no room, and each room without a file,
- each circle of more than four files of one room.

Exit status: 0 if there is nothing to name, 1 if there is something, 2 if it cannot look.
"""
import os
import re
import subprocess
import sys

LARGEST_CIRCLE = 4
# The one file in no room: it uses every part, and no part uses it.
ROOT = "main"


class CannotLook(Exception):
    pass


class Rooms:
    """The rooms in order, the part of each, and what each part may use."""

    def __init__(self, path):
        self.place, self.part, self.may_use = {}, {}, {}
        part = None
        for number, line in enumerate(open(path), 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "part":
                if len(words) < 2 or words[2:4] not in ([], ["may", "use"]):
                    raise CannotLook(f"{path}:{number}: expected 'part NAME may use PART...'")
                part = words[1]
                self.may_use[part] = words[4:]
            elif part is None:
                raise CannotLook(f"{path}:{number}: a room before the first part")
            else:
                self.place[words[0]] = len(self.place)
                self.part[words[0]] = part

    def allow(self, user, used):
        """May the module use the other? A module is named by its path without the ending."""
        one, other = os.path.dirname(user), os.path.dirname(used)
        if self.part[one] == self.part[other]:
            return self.place[other] <= self.place[one]
        return not {self.part[other], other, used}.isdisjoint(self.may_use[self.part[one]])

    def allow_generated(self, user, source):
        """Sources of generated headers are in no room: every room of the part around them may use them."""
        part, around = self.part[os.path.dirname(user)], source.split("/")[0]
        return part == around or not {around, source}.isdisjoint(self.may_use[part])

    def check_names(self, known):
        """What parts may use has to be there: a slip of the pen would forbid or allow nothing."""
        for part, names in self.may_use.items():
            for name in names:
                if name not in self.may_use and name not in self.place and name not in known:
                    raise CannotLook(f"part {part} may use {name}, which does not exist")


def find_modules():
    """Sources and headers below src, by module."""
    modules = {}
    for here, _, names in os.walk("src"):
        for name in names:
            if name.endswith((".c", ".h", ".inc")):
                path = os.path.join(here, name)
                modules.setdefault(os.path.splitext(os.path.relpath(path, "src"))[0], []).append(path)
    return modules


def find_sources_of_generated():
    """What generated headers are made of: of X.proto comes X.pb-c.h, of X.tsv comes X.inc, of X.headers comes X.h."""
    sources = {}
    for here, _, names in os.walk("src"):
        for name in names:
            base, ending = os.path.splitext(name)
            made = {".proto": base + ".pb-c.h", ".tsv": base + ".inc", ".headers": base + ".h"}.get(ending)
            if made:
                sources[made] = os.path.relpath(os.path.join(here, base), "src")
    return sources


def read_symbols(folder, modules):
    """The symbols that the modules' objects in the folder define and use: module -> (defined, used)."""
    paths = {os.path.join(folder, "src", module + ".o"): module for module in modules}
    paths = {path: module for path, module in paths.items() if os.path.exists(path)}
    symbols = {module: (set(), set()) for module in paths.values()}
    if not paths:
        return symbols
    for line in subprocess.check_output(["nm", "-A", *paths], text=True).splitlines():
        path, entry = line.split(":", 1)
        kind, name = entry.split()[-2:]
        if kind in "Uvw":
            symbols[paths[path]][1].add(name)
        elif kind.isupper():
            symbols[paths[path]][0].add(name)
    return symbols


def find_circles(uses):
    """Tarjan's strongly connected components of more than one member."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(uses[node]):
            if other not in order:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], order[other])
        if low[node] == order[node]:
            circle = []
            while not circle or circle[-1] != node:
                circle.append(stack.pop())
            if len(circle) > 1:
                found.append(sorted(circle))

    for node in sorted(uses):
        if node not in order:
            visit(node)
    return found


def check_places(rooms, modules):
    lived_in = {os.path.dirname(module) for module in modules}
    for room in rooms.place:
        if room not in lived_in:
            yield f"room {room} has no file" if os.path.isdir(os.path.join("src", room)) \
                else f"room {room} does not exist"
    for module in sorted(modules):
        if os.path.dirname(module) not in rooms.place and module != ROOT:
            yield f"src/{module} is in no room"


def check_includes(rooms, modules, inside, generated):
    for module in sorted(inside):
        for path in sorted(modules[module]):
            for number, line in enumerate(open(path), 1):
                match = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
                if not match:
                    continue
                name = match.group(1)
                if name in generated:
                    if not rooms.allow_generated(module, generated[name]):
                        yield f"{path}:{number}: includes {name}, which its part may not use"
                elif os.path.splitext(name)[0] not in inside or not os.path.exists(os.path.join("src", name)):
                    yield f"{path}:{number}: includes {name}, which is in no room"
                elif not rooms.allow(module, os.path.splitext(name)[0]):
                    yield f"{path}:{number}: includes {name}, which is above it"


def check_symbols(rooms, inside, folder):
    """The objects of a folder are linked together: only there a name means the same thing."""
    symbols = read_symbols(folder, inside)
    owner = {name: module for module, (defined, _) in symbols.items() for name in defined}
    neighbours = {module: set() for module in symbols}
    for module in sorted(symbols):
        for name in sorted(symbols[module][1] & owner.keys()):
            used = owner[name]
            if not rooms.allow(module, used):
                yield f"src/{module}.c: uses {name} of src/{used}.c, which is above it"
            elif os.path.dirname(module) == os.path.dirname(used):
                neighbours[module].add(used)
    for circle in find_circles(neighbours):
        if len(circle) > LARGEST_CIRCLE:
            names = " ".join(os.path.basename(module) for module in circle)
            yield f"{os.path.dirname(circle[0])}: a circle of {len(circle)} files: {names}"


def main():
    if len(sys.argv) not in (2, 3):
        raise CannotLook(__doc__)
    objects = sys.argv[1].rstrip("/")
    if not os.path.isdir(objects):
        raise CannotLook(f"layers: no objects in {objects}: build first")
    rooms = Rooms(sys.argv[2] if len(sys.argv) > 2 else "src/rooms.list")
    modules, generated = find_modules(), find_sources_of_generated()
    rooms.check_names(modules.keys() | set(generated.values()))
    inside = {module for module in modules if os.path.dirname(module) in rooms.place}
    offences = [*check_places(rooms, modules), *check_includes(rooms, modules, inside, generated)]
    for folder in objects, os.path.join(os.path.dirname(objects), "pic"):
        # A file that is part of the program and of the library is looked at twice.
        offences += [offence for offence in check_symbols(rooms, inside, folder) if offence not in offences]
    for offence in offences:
        print(offence)
    print(f"layers: {len(inside)} modules in {len(rooms.place)} rooms, {len(offences)} offences")
    return 1 if offences else 0


if __name__ == "__main__":
    sys.setrecursionlimit(10000)
    try:
        sys.exit(main())
    except CannotLook as problem:
        print(problem, file=sys.stderr)
        sys.exit(2)
