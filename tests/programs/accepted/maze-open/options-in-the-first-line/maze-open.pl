#!/usr/bin/perl -n0777
# Perl's options in the first line; no newline.
@g=split;for$y(0..$#g-2){for$x(0..-3+length$g[0]){$k=1;for$i(0..8){$v=hex substr$g[$y+$i/3],$x+$i%3,1;$k=0 if$i%3<2&&$v&2||$i<6&&$v&4}$r||=$k}}print$r?"True":"False"