// Loaded before a program that does not know that it is run by a test: it ends where its parent has ended.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
