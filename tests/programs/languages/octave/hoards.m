hoard = {};
while true
  hoard{end + 1} = rand(300);
end
