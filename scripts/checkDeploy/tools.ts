import { spawnSync } from "node:child_process";

/** A program that a check runs, and the Debian package that brings it. */
export type Tool = { command: string; package: string };

/** What is not on this machine, in words that say how to get it. */
export function missing(tools: readonly Tool[]): string[] {
  return tools
    .filter(({ command }) => spawnSync("which", [command]).status !== 0)
    .map(
      (tool) =>
        `${tool.command} is missing: apt-get install --no-install-recommends ${tool.package}`,
    );
}

/** Runs a program to its end and answers what it said; throws all of it when it failed. */
export function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 16 * 1024 * 1024,
  });
  if (error) throw error;
  const said = `${stdout}${stderr}`.trim();
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}:\n${said}`);
  return said;
}
