import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { undoLater } from "./cleanUp.ts";
import type { DrillOptions, Found, Goal } from "./goal.ts";
import { shellWithoutBank } from "#scripts/start/shellEnvironment.ts";

/** A command line of this project, as one types it. */
type Command = { line: string; args: readonly string[] };

/** A script of package.json with its arguments. */
export function npmRun(script: string, ...args: readonly string[]): Command {
  const words = args.length === 0 ? [] : ["--", ...args];
  return {
    line: ["npm run", script, ...words].join(" "),
    args: [...(scripts()[script]?.split(" ").slice(1) ?? []), ...args],
  };
}

/** The tests whose path contains one of the words. */
export function tests(...words: readonly string[]): Command {
  return {
    line: `npm test -- unit ${words.join(" ")}`,
    args: ["scripts/test.ts", "unit", ...words],
  };
}

/** The tests in a browser whose path contains one of the words, of the portal as it is built now. */
export function browserTests(...words: readonly string[]): Command {
  return {
    line: `npm test -- build e2e ${words.join(" ")}`,
    args: ["scripts/test.ts", "build", "e2e", ...words],
  };
}

/** A goal that commands of their own prove: each must end with 0. */
export function byCommands(
  about: Pick<Goal, "name" | "title" | "figure">,
  commands: { full: readonly Command[]; short?: readonly Command[] },
): Goal {
  return {
    ...about,
    how: commands.full.map(({ line }) => line).join("; "),
    run: async (options) => {
      const chosen = options.isShort ? (commands.short ?? commands.full) : commands.full;
      const found: Found[] = [];
      for (const command of chosen) found.push(await runCommand(command, options));
      return found;
    },
  };
}

/** Runs one of them; held when it ended with 0. */
export async function runCommand({ line, args }: Command, { say }: DrillOptions): Promise<Found> {
  const startedAt = performance.now();
  const [script] = args;
  if (script === undefined) {
    return { what: line, seen: "this release has no such command", held: false };
  }
  say(line);
  const child = spawn(process.execPath, [...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: shellWithoutBank(),
  });
  const exit = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", resolve);
  });
  // It puts away what it made. A signal to a program that has ended reaches nobody.
  const ended = undoLater(async () => {
    child.kill("SIGINT");
    await exit;
  });
  const code = await exit;
  await ended();
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { what: line, seen: `ended with ${code} after ${seconds} s`, held: code === 0 };
}

/** What package.json has, each a program of Node with its arguments. */
function scripts(): Record<string, string | undefined> {
  // The file of this project.
  const { scripts: all } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  return all;
}
