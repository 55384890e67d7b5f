#!/bin/sh
# Exit 0 with a Chromium on PATH, installed from Debian's packages if need be; else say what is missing and exit 1.
for browser in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$browser" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ]; then root=; elif sudo -n true 2>/dev/null; then root="sudo -n"; else root=none; fi
  if [ "$root" != none ]; then
    echo "installing chromium for the browser tests"
    $root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends \
      chromium >/dev/null && exit 0
  fi
fi
echo "no Chromium found: install it (Debian: apt-get install chromium) to run the tests marked 'browser'" >&2
exit 1
