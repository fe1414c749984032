# Answers without reading its input, however long that is.
print("ok")
