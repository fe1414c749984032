class Broken {
    public static void main(String[] arguments) {
        System.out.println(answer);
    }
}
