var
  text: string;
  a, b: integer;
begin
  readln(text);
  writeln(text);
  readln(a, b);
  writeln(a + b)
end.
