"""Checks that every result in a folder follows schema.json, and that the schema refuses others."""

import copy
import json
import pathlib
import sys

import jsonschema


def check(folder, broken):
    """Returns the number of faults in a folder. Its schema must refuse the changes in `broken`."""
    schema = json.loads((folder / "schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    results = [path for path in sorted(folder.glob("*.json")) if path.name != "schema.json"]
    assert results, f"no results in {folder}"
    faults = 0
    for path in results:
        for error in validator.iter_errors(json.loads(path.read_text())):
            print(f"{path.name}: {error.json_path}: {error.message}")
            faults += 1
    for change in broken:
        result = copy.deepcopy(json.loads(results[0].read_text()))
        change(result)
        if validator.is_valid(result):
            print(f"{folder}/schema.json lets a broken result pass")
            faults += 1
    return faults


results = pathlib.Path(sys.argv[1])
faults = check(results, [lambda r: r.pop("rows"),
                         lambda r: r["rows"][0].pop("rate"),
                         lambda r: r["rows"][0].update(rate=[0]),
                         lambda r: r["rows"][0].update(group="other"),
                         lambda r: r["machine"].update(colour="red"),
                         lambda r: r.update(schema=1)])
faults += check(results / "opponents", [lambda r: r["rows"][0].pop("ratio"),
                                        lambda r: r["rows"][0].update(ratio=-1),
                                        lambda r: r["rows"].clear(),
                                        lambda r: r.update(isa="mmx")])
faults += check(results / "pairwise", [lambda r: r["rows"][0].pop("by_scalar"),
                                       lambda r: r["rows"][0].update(rate=0),
                                       lambda r: r["rows"][0].update(isa="mmx"),
                                       lambda r: r.pop("date")])
sys.exit(1 if faults else 0)
