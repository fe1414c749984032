// Keeps a GiB, MiB by MiB.
class Hoards {
    public static void main(String[] arguments) {
        byte[][] kept = new byte[1024][];
        for (int i = 0; i < kept.length; i++) kept[i] = new byte[1 << 20];
    }
}
