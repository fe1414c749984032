// Computes without end (for 20 s).
class Endless {
    public static void main(String[] arguments) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (System.nanoTime() < end) continue;
    }
}
