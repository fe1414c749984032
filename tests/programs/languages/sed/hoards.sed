: more
H
G
b more
