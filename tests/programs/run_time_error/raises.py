# Raises an exception that nobody catches.
print("ok")
raise ValueError("no such luck")
