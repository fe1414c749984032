using System;
using System.Linq;

class Sum {
    static void Main() {
        Console.WriteLine(Console.ReadLine());
        Console.WriteLine(Console.ReadLine().Split(' ').Sum(int.Parse));
    }
}
