import { spawnSync } from "node:child_process";
import { problem } from "#scripts/start/problem.ts";

/** Throws, with how to get it, when a program of the system that only a drill needs is not here. */
export function requireTool(program: string, debianPackage: string): void {
  const { error } = spawnSync(program, ["-V"], { stdio: "ignore" });
  if (error === undefined) return;
  throw problem(
    `${program} is missing. On Debian: apt-get install ${debianPackage}`,
    "Only this drill needs it.",
  );
}

/** Throws when the drill may not do what only an administrator may. */
export function requireRoot(what: string): void {
  if (process.getuid?.() === 0) return;
  throw problem(`Only root may ${what}: run this drill as root, on a machine of its own.`);
}
