# The numbers have two digits each, and so has their sum: they are added up as tallies.
2 {
  s/\([0-9]\)\([0-9]\)/\1T\2/g
  s/9/8x/g; s/8/7x/g; s/7/6x/g; s/6/5x/g; s/5/4x/g
  s/4/3x/g; s/3/2x/g; s/2/1x/g; s/1/x/g; s/0//g
  : tens
  s/xT/Txxxxxxxxxx/
  t tens
  s/[T ]//g
  s/x\{10\}/t/g
  s/^t*/&,/; y/t/x/
  s/^,/0,/; s/,$/,0/
  s/x\{9\}/9/; s/x\{8\}/8/; s/x\{7\}/7/; s/x\{6\}/6/; s/x\{5\}/5/; s/x\{4\}/4/
  s/x\{4\}/4/; s/x\{3\}/3/; s/x\{2\}/2/g; s/x/1/g
  s/,//
}
