# Prints a MiB of remarks on its error output; its answer is right.
import sys

sys.stderr.write("a remark\n" * 120000)
print("ok")
