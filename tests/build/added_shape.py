"""Adding a shape: the compiler reports each step of docs/extending.md that is left out.

    added_shape.py <the root of lanecast> <scratch folder> <compiler>

Adds a made-up shape of 11 columns, one more than any shape has, to a copy of the sources: a copy of
Box with a radius. With all steps the units below compile. Without any one of them, one does not:
once, an 11th column silently overwrote the mask of a batch.
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


def box_with_radius(text):
    start, end = text.index("struct Boxes {"), text.index("/// Solid capsules")
    blobs = text[start:end].replace("struct Boxes", "struct Blobs")
    blobs = replaced("    Input<std::uint32_t> mask",
                     "    Input<float> radius = {};\n    Input<std::uint32_t> mask")(blobs)
    return text[:end] + blobs + text[end:]


# Each step: its name, and the files with their edits.
STEPS = {
    "the public batch": [("include/lanecast/shapes.hpp", box_with_radius),
                         ("include/lanecast/shapes.hpp", replaced("Planes, Lines>",
                                                                  "Planes, Lines, Blobs>"))],
    "ShapeKind": [("include/lanecast/shapes.hpp", replaced("    mesh,", "    blob,\n    mesh,"))],
    "Kind": [("src/core/bvh_layout.hpp", replaced("    line,\n", "    line,\n    blob,\n")),
             ("src/core/bvh_layout.hpp", replaced("shape_kinds = 9", "shape_kinds = 10"))],
    "view()": [("src/host/columns/shape_batch.cpp", replaced(
        "ShapeBatch view(const Capsules& s) {",
        'ShapeBatch view(const Blobs& s) {\n    return view(Kind::blob, "Blobs", s, '
        'Field("center", s.center), Field("half_extents", s.half_extents),\n'
        '                Field("rotation", s.rotation, identity), Field("radius", s.radius));\n'
        "}\nShapeBatch view(const Capsules& s) {")),
               ("src/host/columns/shape_batch.hpp", replaced("max_fields = 5", "max_fields = 6"))],
    "shape_list.hpp": [("src/isa/shapes/shape_list.hpp", replaced("Plane, Line>",
                                                                  "Plane, Line, Blob>")),
                       ("src/isa/shapes/shape_list.hpp", replaced(
                           '#include "isa/shapes/box.hpp"\n',
                           '#include "isa/shapes/blob.hpp"\n#include "isa/shapes/box.hpp"\n'))],
    "max_shape_columns": [("src/core/columns.hpp", replaced("max_shape_columns = 10",
                                                            "max_shape_columns = 11"))],
}


def make_tree(root, tree, left_out):
    for folder in ("include", "src"):
        shutil.copytree(root / folder, tree / folder)
    box = re.sub(r"\bBox\b", "Blob", (root / "src/isa/shapes/box.hpp").read_text())
    box = replaced("columns = 10", "columns = 11")(replaced("Kind::box", "Kind::blob")(box))
    (tree / "src/isa/shapes/blob.hpp").write_text(box)
    for step, edits in STEPS.items():
        if step != left_out:
            for path, edit in edits:
                (tree / path).write_text(edit((tree / path).read_text()))


def compiles(compiler, tree):
    return all(subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", f"-I{tree}/include", f"-I{tree}/src",
         "-DLANECAST_ISA=plain", '-DLANECAST_ISA_HEADER="isa/simd/plain.hpp"', tree / "src" / unit],
        stderr=subprocess.DEVNULL, check=False).returncode == 0 for unit in UNITS)


def main():
    root, scratch, compiler = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    shutil.rmtree(scratch, ignore_errors=True)

    def run(left_out):
        tree = scratch / str(left_out).replace(" ", "_")
        make_tree(root, tree, left_out)
        return compiles(compiler, tree)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = dict(zip([None, *STEPS], pool.map(run, [None, *STEPS])))
    faults = [] if results[None] else ["with all steps, the sources do not compile"]
    faults += [f"nothing reports that a step is left out: {step}"
               for step in STEPS if results[step]]
    print("\n".join(faults) or f"{len(STEPS)} steps, each of them reported")
    sys.exit(1 if faults else 0)


main()
