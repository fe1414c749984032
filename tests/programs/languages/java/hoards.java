import java.util.ArrayList;

class Hoards {
    public static void main(String[] arguments) {
        var hoard = new ArrayList<int[]>();
        for (;;) hoard.add(new int[100000]);
    }
}
