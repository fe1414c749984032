# Keeps a GiB, MiB by MiB.
push @kept, "x" x 1048576 for 1 .. 1024;
