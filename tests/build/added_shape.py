"""Adding a shape: the compiler reports each step of docs/extending.md that is left out.

    added_shape.py <the root of lanecast> <scratch folder> <compiler>

Adds a made-up shape with one more column than any shape has to a copy of the sources: a copy of
Box with more numbers. With all steps the units below compile. Without any one of them, one does
not: once, an 11th column silently overwrote the mask of a batch.
"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

UNITS = ("host/columns/shape_batch.cpp", "isa/kernels/build/check_shapes.cpp")


def replaced(old, new):
    def edit(text):
        assert text.count(old) >= 1, old
        return text.replace(old, new, 1)

    return edit


def set_to(name, value):
    """Sets a constant."""
    def edit(text):
        assert len(re.findall(name + r" = \d+;", text)) == 1, name
        return re.sub(f"{name} = \\d+;", f"{name} = {value};", text)

    return edit


def listed_last(begin, name):
    """Adds a type to the template arguments after `begin`."""
    def edit(text):
        end = text.index(">", text.index(begin))
        return text[:end] + ", " + name + text[end:]

    return edit


def boxes_with_more(text):
    start, end = text.index("struct Boxes {"), text.index("/// Solid capsules")
    blobs = text[start:end].replace("struct Boxes", "struct Blobs")
    more = "".join(f"    Input<float> more_{i} = {{}};\n" for i in range(MORE))
    return text[:end] + replaced("    Input<std::uint32_t> mask",
                                 more + "    Input<std::uint32_t> mask")(blobs) + text[end:]


BOX_COLUMNS, BOX_FIELDS = 10, 3


def constant(path, name):
    return int(re.search(name + r" = (\d+);", path.read_text())[1])


ROOT, SCRATCH, COMPILER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
MOST_COLUMNS = constant(ROOT / "src/core/columns.hpp", "max_shape_columns")
MORE = MOST_COLUMNS + 1 - BOX_COLUMNS


# Each step: its name, and the files with their edits.
def steps():
    kinds = constant(ROOT / "src/core/bvh_layout.hpp", "int shape_kinds")
    blob = ('ShapeBatch view(const Blobs& s) {\n    return view(Kind::blob, "Blobs", s, '
            'Field("center", s.center), Field("half_extents", s.half_extents),\n'
            '                Field("rotation", s.rotation, identity)'
            + "".join(f', Field("more_{i}", s.more_{i})' for i in range(MORE)) + ");\n}\n")
    return {
        "the public batch": [("include/lanecast/shapes.hpp", boxes_with_more),
                             ("include/lanecast/shapes.hpp",
                              listed_last("using Shapes =", "Blobs"))],
        "ShapeKind": [("include/lanecast/shapes.hpp",
                       replaced("    mesh,", "    blob,\n    mesh,"))],
        "Kind": [("src/core/bvh_layout.hpp", replaced("    instance,", "    blob,\n    instance,")),
                 ("src/core/bvh_layout.hpp", set_to("int shape_kinds", kinds + 1))],
        "view()": [("src/host/columns/shape_batch.cpp",
                    replaced("ShapeBatch view(const Capsules& s) {",
                             blob + "ShapeBatch view(const Capsules& s) {")),
                   ("src/host/columns/shape_batch.hpp",
                    set_to("max_geometry", BOX_FIELDS + MORE))],
        "shape_list.hpp": [("src/isa/shapes/shape_list.hpp",
                            listed_last("using ShapeList =", "Blob")),
                           ("src/isa/shapes/shape_list.hpp", replaced(
                               '#include "isa/shapes/box.hpp"\n',
                               '#include "isa/shapes/blob.hpp"\n#include "isa/shapes/box.hpp"\n'))],
        "max_shape_columns": [("src/core/columns.hpp",
                               set_to("max_shape_columns", MOST_COLUMNS + 1))],
    }


STEPS = steps()


def make_tree(tree, left_out):
    for folder in ("include", "src"):
        shutil.copytree(ROOT / folder, tree / folder)
    box = re.sub(r"\bBox\b", "Blob", (ROOT / "src/isa/shapes/box.hpp").read_text())
    box = set_to("int columns", BOX_COLUMNS + MORE)(replaced("Kind::box", "Kind::blob")(box))
    (tree / "src/isa/shapes/blob.hpp").write_text(box)
    for step, edits in STEPS.items():
        if step != left_out:
            for path, edit in edits:
                (tree / path).write_text(edit((tree / path).read_text()))


def compiles(tree):
    return all(subprocess.run(
        [COMPILER, "-std=c++20", "-fsyntax-only", f"-I{tree}/include", f"-I{tree}/src",
         "-DLANECAST_ISA=plain", '-DLANECAST_ISA_HEADER="isa/simd/plain.hpp"', tree / "src" / unit],
        stderr=subprocess.DEVNULL, check=False).returncode == 0 for unit in UNITS)


def main():
    shutil.rmtree(SCRATCH, ignore_errors=True)

    def run(left_out):
        tree = SCRATCH / str(left_out).replace(" ", "_")
        make_tree(tree, left_out)
        return compiles(tree)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = dict(zip([None, *STEPS], pool.map(run, [None, *STEPS])))
    faults = [] if results[None] else ["with all steps, the sources do not compile"]
    faults += [f"nothing reports that a step is left out: {step}"
               for step in STEPS if results[step]]
    print("\n".join(faults) or f"{len(STEPS)} steps, each of them reported")
    sys.exit(1 if faults else 0)


main()
