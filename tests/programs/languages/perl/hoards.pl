my @hoard;
push @hoard, "x" x 1_000_000 while 1;
