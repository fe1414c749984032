// Keeps a GiB, MiB by MiB.
const kept = [];
for (let i = 0; i < 1024; i++) kept.push(Buffer.alloc(2 ** 20, i));
