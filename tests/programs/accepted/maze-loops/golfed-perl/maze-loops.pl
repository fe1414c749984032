# Golfed Perl without strict.
chomp(@l=<>);$w=length$l[0];@v=map hex,split//,join"",@l;@p=0..$#v;sub f{my$a=shift;$a=$p[$a]while$a!=$p[$a];$a}
for(0..$#v){for$j($_%$w<$w-1&&!($v[$_]&2)?$_+1:(),$_+$w<@v&&!($v[$_]&4)?$_+$w:()){$a=f($_);$b=f($j);$a==$b?$n++:($p[$a]=$b)}}printf"%d\n",$n
