"""Tries by absolute path whatever changes the folders it is given; tells as JSON what became of each attempt."""

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path


def wrote(path, mode, flags=0):
    with open(path, mode, opener=lambda name, more: os.open(name, more | flags)) as file:
        file.write("changed")


def shell(line, *values):
    subprocess.run(["/bin/sh", "-c", line, "sh", *values], check=True, stderr=subprocess.DEVNULL)


def attempts(folder, inside):
    victim, sub = folder / "victim.txt", folder / "deep"
    yield "overwrite", lambda: wrote(victim, "w")
    yield "append", lambda: wrote(victim, "a")
    yield "update", lambda: wrote(victim, "r+")
    yield "create", lambda: wrote(folder / "new.txt", "w")
    yield "truncate", lambda: os.truncate(victim, 0)
    yield "rename", lambda: os.rename(victim, folder / "renamed.txt")
    yield "move in", lambda: os.rename(victim, inside / "moved.txt")
    yield "move out", lambda: os.rename(inside / "mine.txt", folder / "mine.txt")
    yield "replace", lambda: os.replace(inside / "mine.txt", victim)
    yield "unlink", lambda: os.unlink(victim)
    yield "rmdir", lambda: os.rmdir(sub / "empty")
    yield "rmtree", lambda: shutil.rmtree(sub)
    yield "mkdir", lambda: os.mkdir(folder / "new")
    yield "makedirs", lambda: os.makedirs(folder / "new" / "newer")
    yield "symlink", lambda: os.symlink(inside, folder / "link")
    yield "hard link in", lambda: os.link(victim, inside / "linked.txt")
    yield "hard link out", lambda: os.link(inside / "mine.txt", folder / "linked.txt")
    yield "fifo", lambda: os.mkfifo(folder / "pipe")
    yield "by descriptor", lambda: wrote(f"/proc/self/fd/{os.open(victim, os.O_RDONLY)}", "w")
    yield "by a link of its own", lambda: (os.symlink(victim, inside / f"to {folder.name}"),
                                           wrote(inside / f"to {folder.name}", "w"))
    yield "by a folder of its own", lambda: (os.chdir(folder), wrote("victim.txt", "w"))
    yield "a disk of its own", lambda: os.mknod(inside / "disk", stat.S_IFBLK | 0o600, os.makedev(7, 0))
    yield "by a child", lambda: shell('echo changed > "$1"', str(victim))
    yield "by a child's rm", lambda: shell('rm -r "$1"', str(sub))


inside = Path.cwd()
said = {}
for name in sys.argv[1:]:
    (inside / "mine.txt").write_text("mine")
    for attempt, act in attempts(Path(name), inside):
        try:
            act()
            said[f"{attempt}: {name}"] = "done"
        except (OSError, subprocess.CalledProcessError) as error:
            said[f"{attempt}: {name}"] = type(error).__name__
        os.chdir(inside)
wrote("own.txt", "w")
os.rename("own.txt", "data/own.txt")
os.truncate("data/own.txt", 3)
print(json.dumps(said))
