// Throws an exception that nobody catches.
class Throws {
    public static void main(String[] arguments) {
        System.out.println("ok");
        throw new IllegalStateException("no such luck");
    }
}
