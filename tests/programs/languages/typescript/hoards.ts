const hoard: number[][] = []
for (;;) hoard.push(new Array<number>(1e5).fill(hoard.length))
