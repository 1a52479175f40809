/* npm start: everything needed on this machine, then the bank (scripts/start.ts). */
import { build, plainly, prepare, run } from "./prepare.mjs";

plainly(() => {
  const node24 = prepare();
  build(node24, false);
  run(node24, "scripts/start.ts", process.argv.slice(2));
});
