# Perl: with autoflush.
$| = 1;
my (undef, @heaps) = split ' ', <STDIN>;
my $own = <STDIN> == 1;
while (grep { $_ } @heaps) {
    my ($heap, $matches) = (0, 1);
    if ($own) {
        my $total = 0;
        $total ^= $_ for @heaps;
        for my $i (0 .. $#heaps) {
            $heap = $i if $total ? ($heaps[$i] ^ $total) < $heaps[$i] : $heaps[$i];
        }
        $matches = $heaps[$heap] - ($heaps[$heap] ^ $total) if $total;
        print $heap + 1, " $matches\n";
    } else {
        ($heap, $matches) = split ' ', <STDIN>;
        $heap--;
    }
    $heaps[$heap] -= $matches;
    $own = !$own;
}
