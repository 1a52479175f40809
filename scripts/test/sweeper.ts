import { sweep } from "./sweep.ts";

// Started by startSweeper.ts with a folder: waits until its input ends, which is when its parent does.

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
process.stdin.resume();
process.stdin.on("end", () => void sweep(process.argv[2] ?? ""));
