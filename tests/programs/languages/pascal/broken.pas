begin
  writeln(answer)
end.
