/* npm run build: the portal, whether or not its sources changed. */
import { build, plainly, prepare } from "./prepare.mjs";

plainly(() => build(prepare(), true));
