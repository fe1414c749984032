// Calls a function that nobody defines.
int main(void) { return nowhere(); }
