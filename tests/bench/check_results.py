"""Whether every result in a folder is as schema.json says, and the schema refuses what is not."""

import copy
import json
import pathlib
import sys

import jsonschema

folder = pathlib.Path(sys.argv[1])
schema = json.loads((folder / "schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)

results = [path for path in sorted(folder.glob("*.json")) if path.name != "schema.json"]
assert results, f"no results in {folder}"
failures = 0
for path in results:
    result = json.loads(path.read_text())
    for error in validator.iter_errors(result):
        print(f"{path.name}: {error.json_path}: {error.message}")
        failures += 1

# The schema itself: each of these must be refused.
broken = [lambda r: r.pop("rows"),
          lambda r: r["rows"][0].pop("rate"),
          lambda r: r["rows"][0].update(rate=[0]),
          lambda r: r["rows"][0].update(group="other"),
          lambda r: r["machine"].update(colour="red"),
          lambda r: r.update(schema=2)]
for change in broken:
    result = copy.deepcopy(json.loads(results[0].read_text()))
    change(result)
    if validator.is_valid(result):
        print("the schema lets a broken result pass")
        failures += 1
sys.exit(1 if failures else 0)
