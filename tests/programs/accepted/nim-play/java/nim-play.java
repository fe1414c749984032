// Java: by its Scanner.
import java.util.Arrays;
import java.util.Scanner;

class Player {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        int[] heaps = Arrays.stream(input.nextLine().substring(4).split(" ")).mapToInt(Integer::parseInt).toArray();
        boolean ownTurn = input.nextInt() == 1;
        while (Arrays.stream(heaps).anyMatch(heap -> heap > 0)) {
            int heap = 0;
            int matches = 1;
            if (ownTurn) {
                int total = Arrays.stream(heaps).reduce(0, (a, b) -> a ^ b);
                int largest = Arrays.stream(heaps).max().getAsInt();
                for (int i = 0; i < heaps.length; i++) {
                    if (total == 0 ? heaps[i] == largest : (heaps[i] ^ total) < heaps[i]) heap = i;
                }
                if (total != 0) matches = heaps[heap] - (heaps[heap] ^ total);
                System.out.println((heap + 1) + " " + matches);
            } else {
                heap = input.nextInt() - 1;
                matches = input.nextInt();
            }
            heaps[heap] -= matches;
            ownTurn = !ownTurn;
        }
    }
}
