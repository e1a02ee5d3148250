"""Ends in the way that it is told."""

import os
import signal
import sys

print("before", flush=True)
match sys.argv[1]:
    case "_exit":
        os._exit(3)
    case "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    case "group":
        os.killpg(0, signal.SIGKILL)
    case "closed":
        os.close(1)
        os.close(2)
    case "input":
        input()
    case "exit":
        sys.exit(5)
