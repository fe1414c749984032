# Leaves locked folders, links out of the box, a pipe, and folders deeper than any path.
import os

os.mkdir("locked")
open("locked/file", "w").close()
os.chmod("locked", 0)
os.symlink("/usr", "out")
os.symlink("nowhere", "dangling")
os.mkfifo("pipe")
top = os.getcwd()
for _ in range(200):
    os.mkdir("deeper" * 10)
    os.chdir("deeper" * 10)
open("treasure", "w").close()
os.chdir(top)
os.chmod(".", 0)
print("ok")
