# Right: the rows are turned as lists, in Perl.
chomp($s=<>);chomp($m=<>);$_="######.  .######  .#####.  ######.  .######  ";push@c,pos()-1 while/#/g;@b{@c}=split//,$s;$g=9;%N=(9,1,1,-9,-9,-1,-1,9);
for$k(split//,$m){if(($t=index" +|-",$k)>0){$g=$N{$g}for 1..$t;for(1..12){for$p(sort{($b-$a)*$g}@c){if($b{$p}=~/[ox]/){if($b{$p+$g}eq'.'){$b{$p+$g}=$b{$p};$b{$p}='.'}elsif($g==9&&$p==41){$b{$p}eq'x'&&(print("!"),exit);$b{$p}='.'}}}}}
else{($p)=grep$b{$_}eq'@',@c;$d={'<',-1,'>',1,'^',-9,'v',9}->{$k};$b{$p-$g}=~/[ox]/||$b{$p+$d}ne'.'and print("!\n")&&exit 0;@b{$p,$p+$d}=('.','@')}}$b{50}='*';@P=map{$y=$_;[map{$b{$y*9+$_}||' '}0..6]}0..5;for(1..{9,0,1,1,-9,2,-1,3}->{$g}){my@Q=@P;@P=map{$x=$_;[map{$_->[$x]}reverse@Q]}0..$#{$Q[0]}}print@$_,$/for@P
