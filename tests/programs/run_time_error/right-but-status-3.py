# Prints the right answer and ends with exit status 3.
import sys

print("ok")
sys.exit(3)
