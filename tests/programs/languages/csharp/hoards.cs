using System.Collections.Generic;

class Hoards {
    static void Main() {
        var hoard = new List<int[]>();
        for (;;) hoard.Add(new int[100000]);
    }
}
