#!/bin/sh
# A mechanism as C, compiled into a program that knows nothing of Treadle (pendulum.c).
#   generated_c.sh build/release/treadle models
set -eu
treadle=$1 models=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$treadle" generate "$models/pendulum.json" -o "$work/code" > /dev/null
"${CC:-cc}" -std=c99 -O1 -ffp-contract=off -I "$work/code" "$here/pendulum.c" "$work/code/pendulum_evaluate.c" -lm -o "$work/pendulum"
"$work/pendulum"
