/* npm start: everything needed on this machine, then the bank (scripts/start.ts). */
import { build, plainly, prepare, run } from "./prepare.mjs";

await plainly(async () => {
  const node24 = await prepare();
  await build(node24, false);
  run(node24, "scripts/start.ts", process.argv.slice(2));
});
