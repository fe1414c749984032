# Lets two children print without end (32 MiB each), and waits for them.
head -c 33554432 /dev/zero &
head -c 33554432 /dev/zero &
wait
