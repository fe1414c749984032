# Each line of the box is a text in which creatures and gaps change places.
@R=([1..6],[7..12],[13..17],[18..23],[24..29]);
@X=([1],[2,7,13,19,24],[3,8,14,20,25],[4,9,15,21,26],[5,10,16,22,27],[6,11,17,23,28],[12],[18],[29]);
$_=<STDIN>;chomp;@b=(0,split//);$_=<STDIN>;chomp;$o=0;
for(split//){ if(/[+|\-]/){$o=($o+{'+'=>1,'|'=>2,'-'=>3}->{$_})%4; for my$l($o%2?@R:@X){my$s=join'',@b[@$l];$s=reverse$s if$o>1;if($o==0&&$l->[-1]==28){$s=~s/([^@]*)$//;my$t=$1;$t=~/x/&&do{print"!";exit};$t=~s/o/./g;$s.=$t;} 1 while$s=~s/([ox]+)(\.+)/$2$1/;$s=reverse$s if$o>1;@b[@$l]=split//,$s}}
else{my%d;for my$l(@R){for(1..$#$l){$d{'>'}[$l->[$_-1]]=$l->[$_];$d{'<'}[$l->[$_]]=$l->[$_-1]}}for my$l(@X){for(1..$#$l){$d{v}[$l->[$_-1]]=$l->[$_];$d{'^'}[$l->[$_]]=$l->[$_-1]}}
my($p)=grep$b[$_]eq'@',1..29;my$u=$d{('^','<','v','>')[$o]}[$p];my$t=$d{$_}[$p];if($u&&$b[$u]=~/[ox]/||!$t||$b[$t]ne'.'){print"!";exit}@b[$p,$t]=('.','@')}}
print@b[1..29]
