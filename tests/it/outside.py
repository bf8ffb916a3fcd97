"""Reads every table of a lake by a plain glob, and prints its columns as JSON: rows, types, descriptions."""
import glob
import json
import os
import sys

import pyarrow.parquet as parquet

lake = sys.argv[1]
tables = {}
for name in sorted(os.listdir(lake)):
    files = sorted(glob.glob(os.path.join(lake, name, "*", "*.parquet")))
    if not files:
        continue
    parts = [parquet.ParquetFile(file).read() for file in files]
    assert all(part.schema == parts[0].schema for part in parts), name
    tables[name] = {
        "rows": sum(part.num_rows for part in parts),
        "columns": [[field.name, str(field.type), (field.metadata or {}).get(b"description", b"").decode()] for field in parts[0].schema],
        "description": (parts[0].schema.metadata or {}).get(b"cclake.description", b"").decode(),
        "created_by": parquet.ParquetFile(files[0]).metadata.created_by,
    }
print(json.dumps(tables))
