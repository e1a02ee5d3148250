"""Changes its working folder, writes there, and deletes the folder that it stands in."""

import os

os.makedirs("deep/er")
os.chdir("deep/er")
with open("file", "w") as file:
    file.write("x")
os.chmod(".", 0o500)
os.unlink("../../train.py") if os.path.exists("../../train.py") else None
os.makedirs("../../locked/inner", exist_ok=True)
os.chmod("../../locked/inner", 0)
os.chmod("../../locked", 0)
