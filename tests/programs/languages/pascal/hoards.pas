var
  block: pointer;
begin
  repeat
    getmem(block, 1000000);
    fillchar(block^, 1000000, 1)
  until false
end.
