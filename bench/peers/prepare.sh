#!/usr/bin/env bash
# Brings the engines that compare.py times: wheels into a private place, programs around their libraries.
#   prepare.sh FOLDER       FOLDER/venv, FOLDER/programs; FOLDER/left_out says what is missing and why
set -uo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
folder="$1"
mkdir -p "$folder"
: > "$folder/left_out"
without() { printf '%s: %s\n' "$1" "$2" >> "$folder/left_out"; }
last_word() { grep -v '^ *$' "$1" | tail -n 1 | cut -c 1-200; }

# The newest wheels; without a way to the package index those that are here already serve.
python=""
for candidate in python3 /usr/bin/python3; do
  if [[ -z "$python" ]] && "$candidate" -c 'import venv, ensurepip' 2>/dev/null; then python="$candidate"; fi
done
if [[ ! -x "$folder/venv/bin/pip" && -n "$python" ]]; then "$python" -m venv "$folder/venv" > "$folder/venv.log" 2>&1; fi
bring() {  # ENGINE WHEEL MODULE
  if [[ ! -x "$folder/venv/bin/pip" ]]; then
    without "$1" "no python3 with venv (Debian: python3-venv)"
    return
  fi
  local log="$folder/$2.log"
  timeout 600 "$folder/venv/bin/pip" --disable-pip-version-check install --quiet --upgrade --timeout 15 --retries 1 \
    "$2" > "$log" 2>&1
  local status=$?
  if ! "$folder/venv/bin/python" -c "import $3" 2>/dev/null; then
    local why; why="$(last_word "$log")"
    if grep -q 'connection\|Retrying' "$log"; then why="the package index cannot be reached"; fi
    without "$1" "the wheel '$2' could not be installed: $why"
  elif ((status)); then
    echo "peers: the wheel '$2' could not be renewed; taking the one that is here"
  fi
}
bring Pinocchio pin pinocchio
bring MuJoCo mujoco mujoco
bring Exudyn exudyn exudyn

# Compiled for this machine, as Treadle is. Pinocchio takes some minutes the first time.
prefix="$(compgen -G "$folder/venv/lib/python*/site-packages/cmeel.prefix" | head -n 1)"
[[ -n "$prefix" ]] && prefix="$(cd "$prefix" && pwd)"
timeout 120 cmake -S "$here" -B "$folder/programs" -D "PINOCCHIO_PREFIX=$prefix" > "$folder/cmake.log" 2>&1 ||
  { echo "peers: cmake failed:"; tail -n 5 "$folder/cmake.log"; }
make_program() {  # ENGINE TARGET REASON
  if grep -q "^$1: " "$folder/left_out"; then return; fi
  local log="$folder/$2.log"
  if [[ "$(timeout 120 cmake --build "$folder/programs" --target help 2>/dev/null)" != *"$2"* ]]; then
    without "$1" "$3"
    return
  fi
  timeout 1800 cmake --build "$folder/programs" --target "$2" > "$log" 2>&1 ||
    without "$1" "its program does not compile: $(grep -m 1 'error' "$log" | cut -c 1-200)"
}
make_program Simbody peer_simbody "it is not installed (Debian: libsimbody-dev)"
make_program Pinocchio peer_pinocchio "its headers or Eigen are not found"
exit 0
