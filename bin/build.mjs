/* npm run build: the portal, whether or not its sources changed. */
import { build, plainly, prepare } from "./prepare.mjs";

await plainly(async () => build(await prepare(), true));
