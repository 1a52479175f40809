/* npm test: everything needed on this machine, then every check (scripts/test.ts). */
import { plainly, prepare, run } from "./prepare.mjs";

await plainly(async () => run(await prepare(), "scripts/test.ts", process.argv.slice(2)));
