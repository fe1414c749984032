// Java prints in the encoding that the judge asks for.
import java.util.*;
public class Lus {
    static final String S = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";
    static int[] g = {}; static int w = 1; static boolean grid;
    static int integer(String s) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return Integer.MIN_VALUE; } }
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] p = in.nextLine().split(" ");
            switch (p[0]) {
                case "Tegel" -> { int n = p.length > 1 ? integer(p[1]) : 0; if (n < 0 || n > 15) System.out.println("AssertionError: ongeldige tegel"); else { g = new int[]{n}; w = 1; grid = false; } }
                case "OneindigeLus" -> {
                    int c = integer(p[1]); int n = p.length - 2; boolean ok = c > 0 && n > 0 && n % c == 0; int[] a = new int[n];
                    for (int i = 0; i < n; i++) { a[i] = integer(p[i + 2]); ok &= a[i] >= 0 && a[i] < 16; }
                    if (ok) { g = a; w = c; grid = true; } else System.out.println("AssertionError: ongeldig rooster"); }
                case "draai" -> {
                    int i = 0, k = 1;
                    if (grid) { int y = integer(p[1]), x = integer(p[2]); if (y < 0 || x < 0 || x >= w || y >= g.length / w) { System.out.println("AssertionError: ongeldige positie"); break; } i = y * w + x; k = 3; }
                    int n = p.length > k && p[k].equals("false") ? 3 : 1;
                    while (n-- > 0) g[i] = g[i] * 2 % 16 + g[i] / 8; }
                case "toString" -> { for (int i = 0; i < g.length; i++) { System.out.print(S.charAt(g[i])); if ((i + 1) % w == 0) System.out.println(); } }
                case "opgelost" -> { int bad = 0; for (int i = 0; i < g.length; i++) {
                        int v = g[i], r = i % w == w - 1 ? 0 : g[i + 1] >> 3 & 1, d = i + w >= g.length ? 0 : g[i + w] & 1;
                        bad |= (v >> 1 & 1) ^ r | (v >> 2 & 1) ^ d; if (i % w == 0) bad |= v >> 3; if (i < w) bad |= v & 1; }
                    System.out.println(bad == 0); }
                default -> System.out.println((g[0] >> List.of("boven", "rechts", "onder", "links").indexOf(p[0]) & 1) == 1);
            }
        }
    }
}
