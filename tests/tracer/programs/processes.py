# ruff: noqa
"""Processes of all kinds."""
import concurrent.futures
import multiprocessing
import os
import queue
import subprocess
import sys
import threading
import warnings

# Whether a thread of a pool that was closed is still ending at the fork is a race of its own.
warnings.filterwarnings("ignore", message=".*multi-threaded")


class Task:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return square(x) + self.n


def square(x):
    return x * abs(x)


def fails(x):
    raise ValueError(square(x))


def talk(connection, event):
    connection.send([square(connection.recv()), os.getpid() != PARENT, __name__])
    event.wait(5)
    connection.close()


PARENT = os.getpid()


def main():
    for method in ("fork", "spawn", "forkserver"):
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(method, pool.map(square, range(4)), pool.map(Task(1), [2]), pool.apply(square, (5,)))
            try:
                pool.map(fails, [3])
            except ValueError as error:
                print("failed", error)
        here, there = context.Pipe()
        event = context.Event()
        child = context.Process(target=talk, args=(there, event))
        child.start()
        here.send(7)
        received = here.recv()
        event.set()
        child.join()
        print(received[0], received[1], child.exitcode)
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        print(list(pool.map(square, range(3))), pool.submit(fails, 2).exception())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        print(list(pool.map(lambda x: square(x) + 1, range(3))), pool.submit(fails, 2).exception())
    box = queue.Queue()
    workers = [threading.Thread(target=lambda i=i: box.put(sum(square(j) for j in range(i)))) for i in range(8)]
    [w.start() for w in workers], [w.join() for w in workers]
    print(sorted(box.get() for _ in workers))
    pid = os.fork()
    if pid == 0:
        print("child", square(3), flush=True)
        os._exit(4)
    print("status", os.waitpid(pid, 0)[1] >> 8)
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        try:
            [1 if square(i) else 2 for i in range(1000)]
            fails(1)
        except ValueError:
            sys.exit(5)
    print("status", os.waitpid(pid, 0)[1] >> 8)
    print(subprocess.run([sys.executable, "-c", "import sys; print(len(sys.argv), __name__)"], capture_output=True, text=True).stdout)
    print(subprocess.check_output([sys.executable, __file__, "child"], text=True))


if __name__ == "__main__":
    if sys.argv[1:] == ["child"]:
        print("as child", square(2))
    else:
        main()
