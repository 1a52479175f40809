import { makeClock } from "./clock.ts";
import { readConfig } from "./config.ts";
import { startSandbox } from "./startSandbox.ts";

const { clockFile, ...options } = readConfig();
const sandbox = await startSandbox({ ...options, now: makeClock(clockFile) });

let isStopping = false;
function stop(): void {
  if (isStopping) return;
  isStopping = true;
  void sandbox.close().then(() => process.exit(0));
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("disconnect", stop);

process.stdout.write(
  `${JSON.stringify({ process: "sandbox", ready: true, port: sandbox.port })}\n`,
);
process.send?.({ ready: true, port: sandbox.port });
