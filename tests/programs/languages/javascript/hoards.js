const hoard = []
for (;;) hoard.push(new Array(1e5).fill(hoard.length))
