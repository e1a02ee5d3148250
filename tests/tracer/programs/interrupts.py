# ruff: noqa
"""Signals in the middle of everything."""
import os
import signal
import sys
import time

how = sys.argv[1]
signal.signal(signal.SIGINT, signal.default_int_handler)  # a program that is started in the background hears none


def work(n):
    total = 0
    for i in range(n):
        total = abs(total + i) % 1000 + max(i, total)
    return total


class Late(Exception):
    pass


def late(number, frame):
    raise Late(frame is not None)


if how == "kill":
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(5)
elif how == "caught":
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        print("caught")
elif how == "term":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(12))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(5)
elif how == "dies":
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(5)
elif how == "alarm":
    signal.signal(signal.SIGALRM, late)
    caught = 0
    for _ in range(60):
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.003)
            while True:
                work(50)
        except Late as error:
            caught += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    print("caught", caught)
elif how == "handled":
    seen = []
    signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(work(3)))
    for _ in range(20):
        os.kill(os.getpid(), signal.SIGUSR1)
        work(10)
    print(len(seen), set(seen))
