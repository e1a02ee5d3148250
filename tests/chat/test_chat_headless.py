"""The conversation has no terminal in it, not even through what it imports."""

import subprocess
import sys


def test_a_conversation_loads_no_terminal_and_no_torch():
    program = (
        "import sys\n"
        "from gradhelp.chat import Conversation\n"
        "Conversation().submit('help')\n"
        "print(sorted({'textual', 'rich', 'torch', 'gymnasium', 'mujoco'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
