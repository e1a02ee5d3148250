"""Stands in for the tracer's entry point: runs the target as plain python would and writes the outer events only."""

import json
import os
import runpy
import sys

with open(sys.argv[1]) as file:
    config = json.load(file)
events = os.open(config["events"], os.O_WRONLY | os.O_APPEND)


def send(**event):
    os.write(events, (json.dumps(event) + "\n").encode())


target = config["target"]
send(event="start", wire=1, python=sys.version.split()[0], executable=sys.executable, argv=config["argv"], entry="")
sys.path.pop(0)
outcome = "finished"
try:
    if target["kind"] == "module":
        sys.argv = [target["module"], *config["argv"]]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(target["module"], run_name="__main__", alter_sys=True)
    else:
        path = os.path.join(config["root"], target["path"])
        send(event="file", path=os.path.relpath(path, config["root"]), rewritten=False, reason=None, sites=0)
        sys.argv = [path, *config["argv"]]
        sys.path.insert(0, os.path.dirname(path))
        runpy.run_path(path, run_name="__main__")
except BaseException as error:
    outcome = "raised"
    send(event="exception", type=type(error).__name__, message=str(error), frames=[], cause=None)
    raise
finally:
    send(event="end", outcome=outcome)
