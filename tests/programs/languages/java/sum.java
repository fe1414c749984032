import java.util.Scanner;

class Sum {
    public static void main(String[] arguments) {
        var in = new Scanner(System.in);
        System.out.println(in.nextLine());
        System.out.println(in.nextInt() + in.nextInt());
    }
}
