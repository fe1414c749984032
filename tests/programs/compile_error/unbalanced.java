// Lacks a closing brace.
class Unbalanced {
    public static void main(String[] arguments) {
        System.out.println("ok");
