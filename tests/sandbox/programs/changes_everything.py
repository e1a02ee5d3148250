"""Writes, changes, renames and deletes whatever lies in its folder, hidden files and links included."""

import os
import shutil
from pathlib import Path

for path in sorted(Path(".").iterdir()):
    if path.name == "data":
        shutil.rmtree(path)
    elif path.is_symlink() and path.is_dir():
        for inner in path.iterdir():
            inner.write_text("changed through a link")
            inner.unlink()
    elif path.is_file():
        os.chmod(path, 0o666)
        with path.open("r+") as file:
            file.truncate(0)
            file.write("changed in place")
        os.utime(path, (1, 1))
Path(".env").unlink()
Path("new.txt").write_text("new")
os.rename("notes.txt", "renamed.txt")
os.link("renamed.txt", "second name")
os.symlink("/", "root of everything")
print(sorted(os.listdir(".")))
