# Tries to have the next case's interpreter load what was put into its home, by all start-up files.
# Must get: AC (bwrap, landlock, none)
import os
import subprocess
import sys

ask = dict(line.split(" ", 1) for line in sys.stdin.read().splitlines())
home = os.environ["HOME"]
if ask["do"] == "attack":
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = f"{home}/.local/lib/{version}/site-packages"
    os.makedirs(site)
    os.makedirs(f"{home}/.config")
    for name in ".bashrc", ".profile", ".bash_profile", ".bash_login", ".pam_environment":
        with open(f"{home}/{name}", "w") as file:
            file.write("echo BREACH by a start-up file\n")
    for name in "sitecustomize.py", "usercustomize.py", "hook.pth", "json.py":
        with open(f"{site}/{name}", "w") as file:
            file.write("import sys; print('BREACH by a start-up file')\n")
    print(ask["answer"])
else:
    said = subprocess.run(
        ["bash", "-lic", ":"], capture_output=True, text=True, stdin=subprocess.DEVNULL
    ).stdout
    left = os.listdir(home)
    print(f"BREACH {said} {left}" if "BREACH" in said or left else ask["answer"])
