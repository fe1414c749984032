// Prints box characters from a public class whose name is not the file's stem.
public class Grid {
    public static void main(String[] arguments) {
        System.err.println("┛");
        System.out.println("┏┓ok");
    }
}
