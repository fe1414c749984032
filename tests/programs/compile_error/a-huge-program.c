// Asks for a program of 128 MiB.
char data[1 << 27] = {1};
int main(void) { return data[0]; }
