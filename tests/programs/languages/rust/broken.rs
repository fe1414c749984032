fn main() {
    println!("{}", answer);
}
