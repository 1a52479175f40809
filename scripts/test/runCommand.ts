import { spawn } from "node:child_process";

/** How a command ended, and everything it wrote. */
export type Outcome = { isOk: boolean; output: string };

/** Runs a program to its end, quietly. One that takes too long is stopped and has failed. */
export async function runCommand(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  limitMinutes: number,
): Promise<Outcome> {
  const [program, ...args] = command;
  if (program === undefined) return { isOk: false, output: "no command" };
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: environment,
      shell: process.platform === "win32",
    });
    let output = "";
    const keep = (part: Buffer) => (output += part.toString("utf8"));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const tooLate = setTimeout(() => {
      output += `\nStopped after ${limitMinutes} minutes.`;
      child.kill("SIGTERM");
    }, limitMinutes * 60_000);
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    process.on("SIGINT", passOn).on("SIGTERM", passOn);
    const end = (isOk: boolean, more = "") => {
      clearTimeout(tooLate);
      process.off("SIGINT", passOn).off("SIGTERM", passOn);
      resolve({ isOk, output: output + more });
    };
    child.on("error", (error) => end(false, String(error)));
    child.on("close", (code) => end(code === 0));
  });
}
