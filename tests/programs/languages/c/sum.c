#include <stdio.h>

int main(void) {
  char text[100];
  int a, b;
  fputs(fgets(text, sizeof text, stdin), stdout);
  if (scanf("%d %d", &a, &b) == 2) printf("%d\n", a + b);
}
