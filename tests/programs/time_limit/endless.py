# Computes without end (for 20 s).
import time

end = time.monotonic() + 20
while time.monotonic() < end:
    pass
