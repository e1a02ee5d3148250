"""What programs do with files and processes of their own, none of which may be refused."""

import multiprocessing
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from multiprocessing import shared_memory
from pathlib import Path


def square(number):
    Path(f"runs/{number}.txt").write_text(str(os.getpid()))
    return number * number


def main():
    os.makedirs("runs/logs", exist_ok=True)
    with open("runs/logs/events.tfevents", "ab") as log:
        log.write(b"step")
    os.replace("runs/logs/events.tfevents", "runs/moved")
    with tempfile.TemporaryDirectory() as place, tempfile.NamedTemporaryFile("w") as file:
        file.write("kept")
        shutil.copytree("data", Path(place) / "data")
        os.rename(Path(place) / "data", "runs/data")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(square, [2, 3]) == [4, 9]
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("runs/socket")
    os.unlink("runs/socket")
    memory = shared_memory.SharedMemory(create=True, size=8)
    memory.close()
    memory.unlink()
    subprocess.run([sys.executable, "-c", "open('runs/child.txt', 'w').write('1')"], check=True, stdout=subprocess.DEVNULL)
    with open(os.devnull, "w") as nowhere:
        nowhere.write("nothing")
    with open("/proc/self/comm", "w") as name:
        name.write("trainer")
    child = subprocess.Popen(["sleep", "60"])
    child.terminate()
    print(child.wait(), sorted(os.listdir("runs")))


if __name__ == "__main__":
    main()
