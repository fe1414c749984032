// Throws an error that nobody catches.
console.log("ok");
throw new Error("no such luck");
