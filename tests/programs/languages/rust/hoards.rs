fn main() {
    let mut hoard = Vec::new();
    loop {
        hoard.push(vec![hoard.len(); 100000]);
    }
}
