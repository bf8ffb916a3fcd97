#!/bin/sh
# Prints how ingest compares with a bare scan of the same JSON: run.sh [MB] [THREADS]
set -eu
cd "$(dirname "$0")/.."
exec cargo run --quiet --release --package cclake-benches --bin ingest_speed -- "${1:-500}" ${2:+"$2"}
