// Lacks a semicolon.
int main(void) { return 0 }
