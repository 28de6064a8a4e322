#!/bin/sh
# One linkage at the command line: how it moves, one joint led by hand, accelerations at states of one's own.
#   first_steps.sh build/release/treadle models
set -eu
treadle=$1 models=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "the crank after one second, in turns"
"$treadle" run "$models/four_bar.json" --until "1 s" --quiet --channels crank_pin.q --out "$work/motion.csv"
tail -n 1 "$work/motion.csv" | awk -F, '{ printf "%.9f\n", $2 / (2 * atan2(0, -1)) }'

echo "the stroke of a slider crank, in metres"
"$treadle" kinematics "$models/slider_crank.json" --drive "crankshaft=0:360 deg" --out "$work/stroke.csv" > /dev/null
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i ~ /^guide\.q/) k = i }
         NR > 1 { if (NR == 2 || $k < low) low = $k; if (NR == 2 || $k > high) high = $k }
         END { printf "%.9f\n", high - low }' "$work/stroke.csv"

echo "the angular acceleration of a pendulum at 90 degrees, in rad/s^2"
printf 'time [s],pivot.q [rad],pivot.v [rad/s]\n0,1.5707963267948966,0\n' > "$work/states.csv"
"$treadle" evaluate "$models/pendulum.json" --states "$work/states.csv" --out "$work/rates.csv" > /dev/null
awk -F, 'NR == 2 { printf "%.9f\n", $2 }' "$work/rates.csv"
