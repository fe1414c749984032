# Tries to put other programs in its own place for the next case: the file, its folder, the interpreter.
# Must get: AC (bwrap, landlock, none)
import os
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
if ask["do"] == "attack":
    own = os.path.abspath(__file__)
    folder = os.path.dirname(own)

    def write(path):
        with open(path, "w") as file:
            file.write("print('BREACH replaced')")

    python = f"{folder}/.python/bin/python"
    for attempt in (
        lambda: os.chmod(folder, 0o777),
        lambda: os.chmod(own, 0o777),
        lambda: write(own),
        lambda: os.unlink(own),
        lambda: write(own),
        lambda: os.truncate(own, 0),
        lambda: write(f"{folder}/sitecustomize.py"),
        lambda: os.chmod(f"{folder}/.python/bin", 0o777),
        lambda: os.unlink(python),
        lambda: os.symlink("/bin/true", python),
        lambda: os.rename(folder, folder + "-away"),
        lambda: os.mkdir(folder),
    ):
        try:
            attempt()
        except OSError:
            pass
print(ask["answer"])
