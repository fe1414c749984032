// Records, a sealed interface, and main in the last class.
import java.io.*; import java.util.*; import java.util.stream.*;
sealed interface Call permits Make, Take, Ask {}
record Make(List<String> a) implements Call {}
record Take(long i, long j) implements Call {}
record Ask(String q, List<String> a) implements Call {}
final class Fail extends RuntimeException { Fail(String m) { super(m); } }
class NimGame { final long[] h; NimGame(List<String> a) { if (a.size() < 2 || !a.stream().allMatch(s -> s.matches("\\d+"))) throw new Fail("ongeldige stapels"); h = a.stream().mapToLong(Long::parseLong).toArray(); }
 NimGame(long[] h) { this.h = h; }
 public String toString() { return Arrays.stream(h).mapToObj(Long::toString).collect(Collectors.joining(", ", "Nim(", ")")); } }
class Run { public static void main(String[] args) throws IOException { var in = new BufferedReader(new InputStreamReader(System.in)); var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out))); NimGame g = null; String l;
 while ((l = in.readLine()) != null) { var p = new ArrayList<>(Arrays.asList(l.split(" "))); var c = p.remove(0);
  try { Call k = switch (c) { case "Nim" -> new Make(p); case "wegnemen" -> new Take(Long.parseLong(p.get(0)), Long.parseLong(p.get(1))); default -> new Ask(c, p); };
   if (k instanceof Make m) g = new NimGame(m.a()); else if (k instanceof Take t) { if (t.i() < 1 || t.i() > g.h.length || t.j() < 1 || t.j() > g.h[(int) t.i() - 1]) throw new Fail("ongeldige zet"); g.h[(int) t.i() - 1] -= t.j(); }
   else if (k instanceof Ask q) switch (q.q()) { case "repr" -> out.println(g); case "str" -> { for (int i = 0; i < g.h.length; i++) out.println(i + 1 + ": " + "|".repeat((int) g.h[i])); } case "isafgelopen" -> out.println(Arrays.stream(g.h).sum() == 0 ? "True" : "False"); default -> { var o = new NimGame(q.a()).h; var s = new long[Math.max(o.length, g.h.length)]; for (int i = 0; i < s.length; i++) s[i] = (i < o.length ? o[i] : 0) + (i < g.h.length ? g.h[i] : 0); out.println(new NimGame(s)); } }
  } catch (Fail f) { out.println("AssertionError: " + f.getMessage()); } }
 out.flush(); } }
