#!/usr/bin/env bash
# One page with a card for each ready model: gallery.sh TREADLE FOLDER
# Each card has a small picture, made by a headless Chromium where there is one, and leads to the
# report of the model.
set -euo pipefail
treadle="$1"
folder="$2"
mkdir -p "$folder"

browser=""
for candidate in chromium chromium-browser google-chrome; do
  if command -v "$candidate" > /dev/null; then browser="$candidate"; break; fi
done
[[ -n "$browser" ]] || echo "chromium is not found: no pictures"

# The browser may hang behind a full memory or a lost display; it is then left out.
picture() {
  local profile
  profile="$(mktemp -d)"
  timeout 60 "$browser" --headless --no-sandbox --disable-gpu-sandbox --use-gl=angle \
    --use-angle=swiftshader --enable-unsafe-swiftshader --hide-scrollbars --disable-dev-shm-usage \
    --user-data-dir="$profile" --force-device-scale-factor=1 --window-size=1280,800 \
    --virtual-time-budget=8000 --screenshot="$2" "file://$1" > /dev/null 2>&1 || rm -f "$2"
  rm -rf "$profile"
}

escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'; }

cards=""
for model in models/*.json models/contact/*.json; do
  name="$(basename "$model" .json)"
  echo "  $name"
  timeout 300 "$treadle" run "$model" --quiet --report "$folder/$name.html"
  about="$("$treadle" inspect "$model" | sed -n '1{s/^[^:]*: *//p;q}')"
  image=""
  if [[ -n "$browser" ]]; then
    picture "$(realpath "$folder/$name.html")" "$folder/$name.png"
    [[ ! -f "$folder/$name.png" ]] || image="<img src=\"$name.png\" alt=\"\" loading=\"lazy\">"
  fi
  cards+="<a class=\"card\" href=\"$name.html\">$image<h2>$(escape <<< "$name")</h2>"
  cards+="<p>$(escape <<< "$about")</p></a>"$'\n'
done

cat > "$folder/index.html" <<PAGE
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Treadle: ready models</title>
<style>
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1.5rem; max-width: 80rem; }
main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); }
.card { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem;
  color: inherit; overflow: hidden; text-decoration: none; }
.card:hover, .card:focus-visible { outline: 3px solid #0072b2; }
.card img { aspect-ratio: 8 / 5; display: block; object-fit: cover; object-position: top; width: 100%; }
.card h2 { font-size: 1.1rem; margin: .7rem 1rem .2rem; }
.card p { margin: 0 1rem .8rem; opacity: .75; }
</style>
</head>
<body>
<h1>Ready models</h1>
<p>Each card opens a report: the mechanism moving, its curves, its structure.</p>
<main>
$cards</main>
</body>
</html>
PAGE
