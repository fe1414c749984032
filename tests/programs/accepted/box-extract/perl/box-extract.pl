# Breadth-first, but for boxes with fewer shubbles, which go before all others.
use strict;
use warnings;

my @rows = ([0 .. 5], [6 .. 11], [12 .. 16], [17 .. 22], [23 .. 28]);
my @left = (0, 1, 1, 0, 1);
my (@row, @column, %at);
for my $r (0 .. 4) {
    for my $i (0 .. $#{ $rows[$r] }) {
        my $cell = $rows[$r][$i];
        ($row[$cell], $column[$cell]) = ($r, $left[$r] + $i);
        $at{"$r,$column[$cell]"} = $cell;
    }
}
my @down = ([1, 0], [0, 1], [-1, 0], [0, -1]);    # bottom, right, top, left
my @next = map {
    my ($y, $x) = @$_;
    [map { $at{ ($row[$_] + $y) . "," . ($column[$_] + $x) } } 0 .. 28];
} @down;
my %turn = ("+" => 1, "|" => 2, "-" => 3);
my %way = ("v" => 0, ">" => 1, "^" => 2, "<" => 3);

sub after {
    my ($box, $turns, $step) = @_;
    if (exists $turn{$step}) {
        $turns = ($turns + $turn{$step}) % 4;
        my ($y, $x) = @{ $down[$turns] };
        my $depth = sub { $row[$_[0]] * $y + $column[$_[0]] * $x };
        for my $cell (sort { $depth->($b) <=> $depth->($a) } 0 .. 28) {
            my $who = substr($box, $cell, 1);
            next unless $who =~ /[ox]/;
            substr($box, $cell, 1) = ".";
            my $to = $cell;
            while (defined(my $below = $next[$turns][$to])) {
                last if substr($box, $below, 1) ne ".";
                $to = $below;
            }
            if ($turns == 0 && $to == 27) {
                return if $who eq "x";
                next;
            }
            substr($box, $to, 1) = $who;
        }
        return ($box, $turns);
    }
    my $stot = index($box, "@");
    my $above = $next[($turns + 2) % 4][$stot];
    return if defined $above && substr($box, $above, 1) =~ /[ox]/;
    my $to = $next[$way{$step}][$stot];
    return if !defined $to || substr($box, $to, 1) ne ".";
    substr($box, $stot, 1) = ".";
    substr($box, $to, 1) = "@";
    return ($box, $turns);
}

chomp(my $start = <STDIN>);
my @queues = map { [] } 0 .. 26;
push @{ $queues[$start =~ tr/o//] }, [$start, 0, ""];
my %seen = ("$start 0" => 1);
while (defined(my $count = (grep { @{ $queues[$_] } } 0 .. 26)[0])) {
    my ($box, $turns, $moves) = @{ shift @{ $queues[$count] } };
    if ($count == 0) {
        print "$moves\n";
        exit;
    }
    for my $step ("-", "+", "|", "<", ">", "^", "v") {
        my ($then, $turned) = after($box, $turns, $step) or next;
        next if $seen{"$then $turned"}++;
        push @{ $queues[$then =~ tr/o//] }, [$then, $turned, $moves . $step];
    }
}
print "!\n";
