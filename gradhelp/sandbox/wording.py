"""Every sentence of the sandbox that a user may read, in English and Simplified Chinese.

Invariant: each entry has both languages with the same placeholders (tested). Values put into a sentence are the
user's own paths and numbers; front ends escape them on output.
"""

from typing import Literal

Language = Literal["en", "zh"]

SENTENCES: dict[str, tuple[str, str]] = {
    # interpreter
    "python-not-found": (
        "No Python was found at '{python}'. Give the path of an interpreter or of a virtual environment "
        "with --python PATH.",
        "在 '{python}' 没有找到 Python。请用 --python PATH 指定解释器或虚拟环境的路径。",
    ),
    "python-not-executable": (
        "'{python}' is not executable. Give another interpreter with --python PATH.",
        "'{python}' 不可执行。请用 --python PATH 指定另一个解释器。",
    ),
    "python-not-python": (
        "'{python}' does not answer as a Python interpreter does ({reason}). Give another one with --python PATH.",
        "'{python}' 不像 Python 解释器那样应答（{reason}）。请用 --python PATH 指定另一个解释器。",
    ),
    "python-too-slow": (
        "'{python}' did not answer within {seconds} seconds. Give another interpreter with --python PATH.",
        "'{python}' 在 {seconds} 秒内没有应答。请用 --python PATH 指定另一个解释器。",
    ),
    "python-too-old": (
        "'{python}' is Python {version}; the live check needs Python 3.9 or newer. "
        "Give another interpreter with --python PATH.",
        "'{python}' 是 Python {version}；实时检查需要 Python 3.9 或更新版本。请用 --python PATH 指定另一个解释器。",
    ),
    "python-no-torch": (
        "PyTorch is not installed for '{python}' ({source}). Give the interpreter that you train with: --python PATH.",
        "'{python}'（{source}）没有安装 PyTorch。请用 --python PATH 指定您训练时使用的解释器。",
    ),
    "no-answer": ("no answer", "没有应答"),
    # what to run
    "script-missing": ("There is no file '{script}'.", "文件 '{script}' 不存在。"),
    "script-no-main": (
        "The folder '{script}' has no __main__.py, so Python cannot run it.",
        "文件夹 '{script}' 里没有 __main__.py，Python 无法运行它。",
    ),
    "script-not-a-file": ("'{script}' is not a regular file.", "'{script}' 不是普通文件。"),
    "script-unreadable": ("'{script}' cannot be read: {reason}.", "无法读取 '{script}'：{reason}。"),
    "nothing-to-run": (
        "Give either a script or a module to run, not both and not neither.",
        "请指定一个脚本或一个模块（二者选一）。",
    ),
    "overlay-outside": (
        "'{path}' lies outside the project's folder '{root}' and cannot be replaced there.",
        "'{path}' 在项目文件夹 '{root}' 之外，无法在那里替换。",
    ),
    "not-allowable": (
        "'{path}' (--allow-write) cannot be made: {reason}.",
        "无法创建 '{path}'（--allow-write）：{reason}。",
    ),
    "bad-limit": ("{name} must be a positive number.", "{name} 必须是正数。"),
    "posix-only": (
        "The live run needs Linux or macOS (on Windows: WSL).",
        "实时运行需要 Linux 或 macOS（Windows 上请使用 WSL）。",
    ),
    "no-scratch": (
        "No temporary copy could be made in '{folder}': {reason}. Free some space or set TMPDIR to another folder.",
        "无法在 '{folder}' 中创建临时副本：{reason}。请释放空间或把 TMPDIR 设为其他文件夹。",
    ),
    # what the copy does not hold
    "left-large": (
        "{path} ({size}) was left out of the copy: it is too large.",
        "{path}（{size}）没有复制：文件太大。",
    ),
    "left-unreadable": (
        "{path} was left out of the copy: it cannot be read ({reason}).",
        "{path} 没有复制：无法读取（{reason}）。",
    ),
    "left-special": (
        "{path} was left out of the copy: it is a device, pipe or socket.",
        "{path} 没有复制：它是设备、管道或套接字。",
    ),
    "left-dangling": (
        "{path} was left out of the copy: it is a link that leads nowhere.",
        "{path} 没有复制：该链接指向不存在的位置。",
    ),
    "left-loop": (
        "{path} was left out of the copy: it is a link that leads back into itself.",
        "{path} 没有复制：该链接指回自身。",
    ),
    "left-skipped": (
        "Folders that a run does not need were not copied: {paths}.",
        "没有复制运行不需要的文件夹：{paths}。",
    ),
    "left-more": (
        "{count} more files ({size}) were left out of the copy.",
        "另有 {count} 个文件（{size}）没有复制。",
    ),
    "left-scan": (
        "'{root}' holds too many files to look at: only the first {count}, nearest to the script, were considered.",
        "'{root}' 中文件太多：只考虑了离脚本最近的 {count} 个文件。",
    ),
    "left-time": (
        "Copying was stopped after {seconds} seconds; {count} files were left out.",
        "复制在 {seconds} 秒后停止；{count} 个文件没有复制。",
    ),
    "other-cwd": (
        "The script was run in its own folder, not in '{cwd}', which is not part of its project.",
        "脚本在它自己的文件夹中运行，而不是在 '{cwd}' 中运行，后者不属于该项目。",
    ),
    # how a run ended
    "timed-out": (
        "The script was still running after {seconds} seconds and was stopped (--timeout gives it longer).",
        "脚本运行 {seconds} 秒后仍未结束，已被停止（可用 --timeout 延长）。",
    ),
    "stopped": ("The run was stopped on request.", "运行已按要求停止。"),
    "killed-signal": (
        "The script was ended from outside or crashed: {signal}.",
        "脚本被外部终止或崩溃：{signal}。",
    ),
    "killed-supervisor": (
        "The script killed the process that watches over it; what was still running was stopped.",
        "脚本杀死了监视它的进程；仍在运行的进程已被停止。",
    ),
    "too-much-output": (
        "The script printed more than {limit} and was stopped.",
        "脚本输出超过 {limit}，已被停止。",
    ),
    "too-much-disk": (
        "The script wrote more than {limit} of files and was stopped.",
        "脚本写入的文件超过 {limit}，已被停止。",
    ),
    "disk-full": (
        "The disk of '{folder}' was about to run full and the script was stopped.",
        "'{folder}' 所在磁盘即将写满，脚本已被停止。",
    ),
    "too-much-memory": (
        "The script used more than {limit} of memory and was stopped.",
        "脚本使用的内存超过 {limit}，已被停止。",
    ),
    "too-many-processes": (
        "The script started more than {limit} processes and was stopped.",
        "脚本启动了超过 {limit} 个进程，已被停止。",
    ),
    "not-started": ("The script could not be started: {reason}.", "脚本无法启动：{reason}。"),
    "survivors": (
        "{count} processes that the script had left behind were ended.",
        "脚本留下的 {count} 个进程已被结束。",
    ),
    "events-truncated": (
        "The record of the run was longer than {limit}; its end was dropped.",
        "运行记录超过 {limit}，其末尾已被丢弃。",
    ),
    "events-damaged": (
        "{count} lines of the record of the run were damaged and were skipped.",
        "运行记录中有 {count} 行已损坏，已被跳过。",
    ),
}


def say(language: Language, key: str, **values: object) -> str:
    """The sentence `key` in `language`."""
    english, chinese = SENTENCES[key]
    text = (chinese if language == "zh" else english).format(**values)
    # A file's name may hold bytes that are no text.
    return text.encode("utf-8", "backslashreplace").decode()


def size(count: float) -> str:
    """A number of bytes as people write it: `1.5 GB`."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" or count >= 10 else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} TB"
