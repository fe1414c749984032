// Gives a number a text for its value.
int main() { int number = "text"; }
