use std::io::{stdin, BufRead};

fn main() {
    let mut lines = stdin().lock().lines().map(|line| line.unwrap());
    println!("{}", lines.next().unwrap());
    let numbers = lines.next().unwrap();
    println!("{}", numbers.split(' ').map(|n| n.parse::<i32>().unwrap()).sum::<i32>());
}
