import { parseArgs } from "node:util";
import { announce } from "./start/announce.ts";
import { explain } from "./start/problem.ts";
import { readArguments } from "./start/readArguments.ts";
import { readStartOptions, USAGE } from "./start/startOptions.ts";
import { startStack } from "./start/startStack.ts";

/** After a signal nothing of the bank is left in ten seconds: what has not stopped by then is killed. */
const STOPPED_WITHIN_MS = 8_500;
/** Signals of one Ctrl-C arrive several times: from the terminal, from npm and from bin/start.mjs. */
const SAME_SIGNAL_MS = 1000;

/**
 * npm start: the whole bank until Ctrl-C, which stops every process in order and ends with 0. A
 * second Ctrl-C ends them at once.
 */
async function main(reset: boolean): Promise<void> {
  const stopping = new AbortController();
  const killing = new AbortController();
  let firstAt: number | undefined;
  const killAll = () => {
    killing.abort();
    process.exit(1);
  };
  const onSignal = () => {
    firstAt ??= performance.now();
    if (!stopping.signal.aborted) {
      stopping.abort(new Error("stopped"));
      setTimeout(killAll, STOPPED_WITHIN_MS).unref();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      killAll();
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // bin/start.mjs was killed: nobody is left who could press Ctrl-C.
  process.on("disconnect", onSignal);
  // A closed terminal must not end us before everything is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

  try {
    const startedAt = performance.now();
    const options = readStartOptions(process.env, reset);
    const tell = (text: string) => console.error(text);
    const stack = await startStack(options, tell, stopping.signal, killing.signal);
    console.log(announce(stack, (performance.now() - startedAt) / 1000));
    await new Promise<void>((resolve) => {
      if (stopping.signal.aborted) resolve();
      stopping.signal.addEventListener("abort", () => resolve());
    });
    console.log("\nStopping …");
    await stack.stop();
    console.log("Stopped. Everything is kept for the next start.");
  } catch (error) {
    if (stopping.signal.aborted) return;
    console.error(`\n${explain(error)}\n`);
    process.exitCode = 1;
  } finally {
    // The channel to bin/start.mjs would keep this process alive.
    if (process.connected) process.disconnect();
  }
}

const { values } = readArguments(USAGE, () =>
  parseArgs({ options: { reset: { type: "boolean", default: false } } }),
);
await main(values.reset);
