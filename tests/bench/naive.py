"""The kind of checker that guides to such wikis print: do the links' pages and the citations' lines exist?"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
pages = list((root / "wiki").rglob("*.md"))
names = {page.stem for page in pages}
faults = 0
for page in pages:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"\[\[([^\]|#]+)", text):
        if name.strip() not in names:
            faults += 1
            print(f"{page}: no page {name}")
    for target in re.findall(r"\]\(([^)#]+\.md)", text):
        if not (page.parent / target).exists():
            faults += 1
            print(f"{page}: no file {target}")
    for path, line in re.findall(r"`([\w./-]+\.\w+)(?::|#L)(\d+)", text):
        file = root / path
        if not file.exists() or int(line) > len(file.read_text(encoding="utf-8").splitlines()):
            faults += 1
            print(f"{page}: no line {path}:{line}")
sys.exit(1 if faults else 0)
