"""Runs scripts in the DuckDB of PyPI: one JSON array of texts on standard input, the rows of the last statement of each on standard output."""

import json
import sys

import duckdb

answers = []
for script in json.load(sys.stdin):
    connection = duckdb.connect()
    answers.append([row[0] for row in connection.execute(script).fetchall()])
json.dump(answers, sys.stdout)
