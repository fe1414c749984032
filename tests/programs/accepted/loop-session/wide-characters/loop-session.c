// Wide characters, converted as the locale says.
#include <stdio.h>
#include <wchar.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
int g[9999], a[9999], n, w, grid;
int I(char *s) { char *e; if (*s == '"') return -1; long v = strtol(s, &e, 10); return *e || v < -9 || v > 99999 ? -1 : v; }
int main() {
    static char l[99999]; setlocale(LC_ALL, "");
    while (fgets(l, sizeof l, stdin)) {
        char *t[9999]; int m = 0; for (char *p = strtok(l, " \n"); p; p = strtok(0, " \n")) t[m++] = p;
        if (!strcmp(*t, "Tegel")) { int v = m > 1 ? I(t[1]) : 0; if (v < 0 || v > 15) wprintf(L"AssertionError: ongeldige tegel\n"); else *g = v, n = w = 1, grid = 0; }
        else if (!strcmp(*t, "OneindigeLus")) { int c = I(t[1]), ok = c > 0 && m > 2 && (m - 2) % c == 0; for (int i = 2; i < m; i++) { a[i - 2] = I(t[i]); if (a[i - 2] < 0 || a[i - 2] > 15) ok = 0; } if (ok) memcpy(g, a, sizeof g), n = m - 2, w = c, grid = 1; else wprintf(L"AssertionError: ongeldig rooster\n"); }
        else if (!strcmp(*t, "draai")) { int p = 0, k = 1; if (grid) { int y = I(t[1]), x = I(t[2]); if (y < 0 || x < 0 || x >= w || y >= n / w) { wprintf(L"AssertionError: ongeldige positie\n"); continue; } p = y * w + x; k = 3; } for (int q = m > k && *t[k] == 'f' ? 3 : 1; q--;) g[p] = g[p] * 2 & 15 | g[p] >> 3; }
        else if (!strcmp(*t, "toString")) { for (int i = 0; i < n; i++) { putwchar(L" ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"[g[i]]); if (i % w == w - 1) putwchar(10); } }
        else if (!strcmp(*t, "opgelost")) { int bad = 0; for (int i = 0; i < n; i++) { int v = g[i]; bad |= (v >> 1 & 1) != (i % w < w - 1 ? g[i + 1] >> 3 : 0) | (v >> 2 & 1) != (i + w < n ? g[i + w] & 1 : 0) | (i % w == 0 && v & 8) | (i < w && v & 1); } wprintf(L"%s\n", bad ? "false" : "true"); }
        else wprintf(L"%ls\n", *g & (**t == 'b' ? 1 : **t == 'r' ? 2 : **t == 'o' ? 4 : 8) ? L"true" : L"false");
    }
}
