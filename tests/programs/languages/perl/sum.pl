print scalar <>;
my ($a, $b) = split ' ', <>;
print $a + $b, "\n";
